import { imageFile } from '#domain/catalog/images.ts'
import mark from '#web/pictures/mark.svg'
import { useShopInfo, useWords } from '#web/ui/shop-info.ts'

/** The icons for tabs and home screens. */
export function SiteIcons() {
  const { logo } = useShopInfo()
  const { shop, isRenamed } = useWords()
  if (logo) {
    const file = imageFile(logo, 320)
    return (
      <>
        <link rel="icon" href={file} />
        <link rel="apple-touch-icon" href={file} />
      </>
    )
  }
  if (!isRenamed) return <link rel="icon" href={mark} type="image/svg+xml" />
  return (
    <>
      <link rel="icon" href={initialIcon(shop)} type="image/svg+xml" />
      {/* Empty: phones would take /apple-touch-icon.png, which shows another shop's mark. */}
      <link rel="apple-touch-icon" href="data:," />
    </>
  )
}

/** The initial of the name, for a shop that has no logo yet. */
function initialIcon(name: string): string {
  const [initial = '•'] = name.match(/[\p{L}\p{N}]\p{M}*/u) ?? []
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#3f6b4a"/><text x="32" y="46" font-family="Georgia,serif" font-size="40" font-weight="600" text-anchor="middle" fill="#fff">${initial.toUpperCase()}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
