import { imageFile } from '#domain/catalog/images.ts'
import type { APP_ICONS } from '#domain/install/web-app.ts'
import mark from '#web/pictures/mark.svg'
import { useShopInfo, useWords } from '#web/ui/shop-info.ts'

/** Drawn by the shop, for one that has another name and no logo. */
const DRAWN = `/icons/${'192.png' satisfies keyof typeof APP_ICONS}`

/** The icons for tabs and home screens. */
export function SiteIcons() {
  const { logo } = useShopInfo()
  const { isRenamed } = useWords()
  if (!logo && !isRenamed) return <link rel="icon" href={mark} type="image/svg+xml" />
  const icon = logo ? imageFile(logo, 320) : DRAWN
  return (
    <>
      <link rel="icon" href={icon} />
      <link rel="apple-touch-icon" href={icon} />
    </>
  )
}
