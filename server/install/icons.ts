import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { APP_ICONS, type AppIcon, initialIcon, PAPER } from '#domain/install/web-app.ts'
import type { ShopInfo } from '#domain/shop/shop-info.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { readPicture } from '#server/catalog/images/read-picture.ts'
import type { Shop } from '#server/shop.ts'

/** Size of the mark as a fraction of the icon's side. Phones may cut a maskable icon to a circle of 80 %. */
const SHARE = { any: 0.72, maskable: 0.56 }

/** The shop's logo, the specified shop's mark, or the initial of the name, on the pages' background colour. */
export async function drawIcon(images: Pick<Shop['images'], 'read'>, shop: ShopInfo, icon: AppIcon): Promise<Buffer> {
  const { size, purpose } = APP_ICONS[icon]
  const side = Math.round(size * SHARE[purpose])
  const mark = await sharp((shop.logo && (await readPicture(images, shop.logo, 640))) || (await drawMark(shop)), {
    density: 600,
  })
    .resize(side, side, { fit: 'contain', background: 'transparent' })
    .png()
    .toBuffer()
  return sharp({ create: { width: size, height: size, channels: 3, background: PAPER.light } })
    .composite([{ input: mark, gravity: 'centre' }])
    .png({ palette: true })
    .toBuffer()
}

async function drawMark(shop: ShopInfo): Promise<Buffer> {
  return wordsOf(shop).isRenamed
    ? Buffer.from(initialIcon(shop.shopName, shop.accentColour))
    : readFile('web/pictures/mark.svg')
}
