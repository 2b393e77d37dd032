/** The initial of the name as a drawing, for a shop that has no logo yet. @param accent its accent colour, or empty */
export function initialIcon(shopName: string, accent: string): string {
  const [initial = '•'] = shopName.match(/[\p{L}\p{N}]\p{M}*/u) ?? []
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${accent || '#3f6b4a'}"/><text x="32" y="46" font-family="Georgia,serif" font-size="40" font-weight="600" text-anchor="middle" fill="#fff">${initial.toUpperCase()}</text></svg>`
}
