import type { ShopInfo } from '#domain/shop/shop-info.ts'
import { wordsOf } from '#domain/shop/wording.ts'

/** The background colour of every page, as in web/styles/tokens.css. */
export const PAPER = { light: '#faf7f2', dark: '#131915' } as const

/** The icons that a browser may choose from. A maskable one is cut to the shape of the phone's icons. */
export const APP_ICONS = {
  '192.png': { size: 192, purpose: 'any' },
  '512.png': { size: 512, purpose: 'any' },
  'maskable-512.png': { size: 512, purpose: 'maskable' },
} as const

export type AppIcon = keyof typeof APP_ICONS

export function isAppIcon(file: string): file is AppIcon {
  return Object.hasOwn(APP_ICONS, file)
}

/** The manifest for the home screen of a phone. @see https://www.w3.org/TR/appmanifest/ */
export function webAppOf(shop: ShopInfo, description: string) {
  const { nouns } = wordsOf(shop)
  return {
    id: '/',
    name: shop.shopName,
    short_name: shop.shopName,
    ...(description && { description }),
    lang: 'en-IN',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: PAPER.light,
    theme_color: shop.accentColour || PAPER.light,
    categories: ['shopping'],
    icons: Object.entries(APP_ICONS).map(([file, { size, purpose }]) => ({
      src: `/icons/${file}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
    shortcuts: [
      { name: `All ${nouns}`, url: '/allproduct' },
      { name: 'Cart', url: '/cart' },
      { name: 'Your orders', url: '/userDashboard' },
    ],
  }
}

/** The initial of the name as a drawing, for a shop that has no logo yet. @param accent its accent colour, or empty */
export function initialIcon(shopName: string, accent: string): string {
  const [initial = '•'] = shopName.match(/[\p{L}\p{N}]\p{M}*/u) ?? []
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${accent || '#3f6b4a'}"/><text x="32" y="46" font-family="Georgia,serif" font-size="40" font-weight="600" text-anchor="middle" fill="#fff">${initial.toUpperCase()}</text></svg>`
}
