import { imageFile } from '#domain/catalog/images.ts'
import { initialIcon } from '#domain/install/initial-icon.ts'
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
      <link rel="icon" href={`data:image/svg+xml,${encodeURIComponent(initialIcon(shop))}`} type="image/svg+xml" />
      {/* Empty: phones would take /apple-touch-icon.png, which shows another shop's mark. */}
      <link rel="apple-touch-icon" href="data:," />
    </>
  )
}
