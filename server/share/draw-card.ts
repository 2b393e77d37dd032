import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { CARD_MAX_BYTES, CARD_SIZE, type ShareCard } from '#domain/catalog/share-card.ts'
import { PAPER } from '#domain/install/web-app.ts'
import { readPicture } from '#server/catalog/images/read-picture.ts'
import type { Shop } from '#server/shop.ts'
import { type Drawing, type Lettering, openDrawing } from './outlines.ts'
import { wrapWords } from './wrap-words.ts'

type Images = Pick<Shop['images'], 'read'>
type Layer = { input: Buffer; left: number; top: number }
/** The space for the text: its width in pixels, and the x coordinate at which the picture begins. */
type Room = { width: number; hasLogo: boolean; pictureAt: number | undefined }

/** As in web/styles/tokens.css, in light mode. */
const INK = '#1c261f'
const QUIET = '#545e56'
const CLAY = '#a8492a'
const STONE = '#f0ebe3'
const LINE = '#ddd6ca'

const MARGIN = 72
/** A picture is scaled to a width in this range; a wider one is cropped at the sides. */
const PICTURE = { min: 440, max: 600 }
const LOGO = { width: 300, height: 72 }
/** The bottom of the line with the price. */
const BASE = CARD_SIZE.height - MARGIN
/** Font sizes with the number of lines, from the largest; a long heading gets a smaller one. */
const HEADINGS = [
  { size: 76, lines: 2 },
  { size: 60, lines: 3 },
]
const SHOP_NAMES = [
  { size: 104, lines: 1 },
  { size: 76, lines: 2 },
]
const NAMES = [
  { size: 38, lines: 1 },
  { size: 28, lines: 1 },
]
const DETAILS = [{ size: 30, lines: 2 }]
/** Between heading and detail, and between the two prices. */
const GAP = 14
const SPACE = 22
const PRICE: Lettering = { font: 'figtree', size: 60, weight: 'bold' }
const LIST_PRICE: Lettering = { font: 'figtree', size: 34 }
const BADGE: Lettering = { font: 'figtree', size: 30, weight: 'bold' }
/** Distance from the corner of the picture. */
const BADGE_INSET = 28
/** Line heights. Marks above and below Indian letters need more. */
const LEADING = { latin: 1.14, indian: 1.4 }
const INDIAN = /[\u0900-\u0DFF]/
/** JPEG qualities; the first with which the file is small enough is used. */
const QUALITIES = [86, 78, 68, 56, 42, 30]

let drawing: Promise<Drawing> | undefined

/** A JPEG of 1200 × 630 pixels and at most 250 KB: text on paper, and the picture beside it. */
export async function drawCard(images: Images, card: ShareCard): Promise<Buffer> {
  drawing ??= openDrawing()
  const [pen, picture, logo] = await Promise.all([drawing, preparePicture(images, card), prepareLogo(images, card)])
  const width = (picture?.left ?? CARD_SIZE.width) - MARGIN - (picture ? 56 : MARGIN)
  const text = Buffer.from(writeText(pen, card, { width, hasLogo: logo !== undefined, pictureAt: picture?.left }))
  const layers = [...(picture ? [picture] : []), { input: text, left: 0, top: 0 }, ...(logo ? [logo] : [])]
  const pixels = await sharp({ create: { ...CARD_SIZE, channels: 3, background: PAPER.light } })
    .composite(layers)
    .removeAlpha()
    .raw()
    .toBuffer()
  return compress(pixels)
}

async function preparePicture(images: Images, { picture }: ShareCard): Promise<Layer | undefined> {
  const file = picture && (await readPicture(images, picture, 960))
  if (!file) return undefined
  const { width, height } = await sharp(file).metadata()
  const shape = Math.round((CARD_SIZE.height * width) / height)
  const shown = Math.min(PICTURE.max, Math.max(PICTURE.min, shape))
  const input = await sharp(file)
    .resize(shown, CARD_SIZE.height, { fit: 'cover', position: shape > shown ? sharp.strategy.attention : 'centre' })
    .flatten({ background: PAPER.light })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return { input, left: CARD_SIZE.width - shown, top: 0 }
}

/** Undefined: without a logo, the shop's name is written instead. */
async function prepareLogo(images: Images, { logo, isRenamed, price }: ShareCard): Promise<Layer | undefined> {
  const file = logo ? await readPicture(images, logo, 640) : isRenamed ? undefined : await readOwnLogo()
  if (!file) return undefined
  const { data: input, info } = await sharp(file)
    .resize(LOGO.width, LOGO.height, { fit: 'inside' })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  if (price !== undefined) return { input, left: MARGIN, top: MARGIN - 8 }
  return { input, left: Math.round((CARD_SIZE.width - info.width) / 2), top: 2 * MARGIN }
}

async function readOwnLogo(): Promise<Buffer> {
  const drawing = (await readFile('web/pictures/logo.svg', 'utf8')).replace('currentColor', INK)
  return sharp(Buffer.from(drawing), { density: 200 }).trim().png().toBuffer()
}

function writeText(pen: Drawing, card: ShareCard, room: Room): string {
  const parts = card.price === undefined ? writeShop(pen, card, room) : writeProduct(pen, card, room)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_SIZE.width}" height="${CARD_SIZE.height}">${parts.join('')}</svg>`
}

/** The heading is centred vertically between the name above and the price below. */
function writeProduct(pen: Drawing, card: ShareCard, { width, hasLogo, pictureAt }: Room): string[] {
  const parts: string[] = []
  if (!hasLogo) {
    const { lines, size } = fit(pen, card.shopName, NAMES, width)
    parts.push(write(pen, lines[0] ?? '', { font: 'fraunces', size }, { x: MARGIN, y: MARGIN + size }))
  }

  const heading = fit(pen, card.heading, HEADINGS, width)
  const detail = fit(pen, card.detail, DETAILS, width, 'figtree')
  const height = heading.height + GAP + detail.height
  const [top, bottom] = [MARGIN + LOGO.height, BASE - PRICE.size]
  const y = top + (bottom - top - height) / 2
  parts.push(...writeLines(pen, heading, 'fraunces', y, INK))
  parts.push(...writeLines(pen, detail, 'figtree', y + heading.height + GAP, QUIET))

  const { price = '', listPrice } = card
  const priceWidth = pen.outline(price, PRICE).width
  const listWidth = listPrice === undefined ? 0 : SPACE + pen.outline(listPrice, LIST_PRICE).width
  const scale = Math.min(1, width / (priceWidth + listWidth))
  parts.push(`<g transform="translate(${MARGIN} ${BASE}) scale(${scale})">`, write(pen, price, PRICE))
  if (listPrice !== undefined) {
    const x = priceWidth + SPACE
    parts.push(write(pen, listPrice, LIST_PRICE, { x, color: QUIET }))
    parts.push(`<path d="M${x - 3} -12h${listWidth - SPACE + 6}" stroke="${QUIET}" stroke-width="2.5"/>`)
  }
  parts.push('</g>')

  let x = (pictureAt ?? CARD_SIZE.width - 2 * MARGIN - PICTURE.min / 2) + BADGE_INSET
  for (const badge of card.badges) {
    const [ground, color] = badge === 'Sold' ? [STONE, INK] : [CLAY, '#ffffff']
    const { width } = pen.outline(badge, BADGE)
    parts.push(
      `<rect x="${x}" y="${BADGE_INSET}" width="${width + 36}" height="52" rx="10" fill="${ground}"/>`,
      write(pen, badge, BADGE, { x: x + 18, y: BADGE_INSET + 36, color }),
    )
    x += width + 50
  }
  return parts
}

/** The shop's own card: its name in the middle, in a frame. */
function writeShop(pen: Drawing, card: ShareCard, { hasLogo }: Room): string[] {
  const width = CARD_SIZE.width - 4 * MARGIN
  const heading = fit(pen, card.heading, SHOP_NAMES, width)
  const detail = fit(pen, card.detail, DETAILS, width, 'figtree')
  const y = (CARD_SIZE.height - heading.height - GAP - detail.height) / 2 + (hasLogo ? LOGO.height / 2 : 0)
  const [frameWidth, frameHeight] = [CARD_SIZE.width - MARGIN, CARD_SIZE.height - MARGIN]
  return [
    `<rect x="${MARGIN / 2}" y="${MARGIN / 2}" width="${frameWidth}" height="${frameHeight}" fill="none" stroke="${LINE}" stroke-width="2"/>`,
    ...writeLines(pen, heading, 'fraunces', y, INK, 'middle'),
    ...writeLines(pen, detail, 'figtree', y + heading.height + GAP, QUIET, 'middle'),
  ]
}

type Place = { x?: number; y?: number; color?: string }

function write(pen: Drawing, text: string, lettering: Lettering, { x = 0, y = 0, color = INK }: Place = {}): string {
  // The pages' text font comes in one weight here, so bold letters get an outline.
  const stroke = lettering.weight === 'bold' ? ` stroke="${color}" stroke-width="${lettering.size * 0.035}"` : ''
  const { path } = pen.outline(text, lettering)
  return `<path transform="translate(${x} ${y})" d="${path}" fill="${color}"${stroke} stroke-linejoin="round"/>`
}

function writeLines(
  pen: Drawing,
  { lines, size, leading }: Fitted,
  font: Lettering['font'],
  top: number,
  color: string,
  place: 'left' | 'middle' = 'left',
): string[] {
  return lines.map((line, index) => {
    const x = place === 'left' ? MARGIN : (CARD_SIZE.width - pen.outline(line, { font, size }).width) / 2
    return write(pen, line, { font, size }, { x, y: top + leading * index + leading * 0.78, color })
  })
}

type Fitted = { lines: string[]; size: number; leading: number; height: number }

/** Writes the text in the first of these sizes that holds all of it, or as much of it as the last size holds. */
function fit(
  pen: Drawing,
  text: string,
  sizes: readonly { size: number; lines: number }[],
  width: number,
  font: Lettering['font'] = 'fraunces',
): Fitted {
  const shown = pen.drawable(text, font)
  let fitted: Fitted | undefined
  for (const { size, lines: most } of sizes) {
    const lines = wrapWords(shown, most, (line) => pen.outline(line, { font, size }).width <= width)
    const leading = size * (INDIAN.test(shown) ? LEADING.indian : LEADING.latin)
    fitted = { lines, size, leading, height: lines.length * leading }
    if (lines.join('').replaceAll(' ', '') === shown.replace(/\s/g, '')) break
  }
  return fitted as Fitted
}

async function compress(pixels: Buffer): Promise<Buffer> {
  let jpeg: Buffer | undefined
  for (const quality of QUALITIES) {
    jpeg = await sharp(pixels, { raw: { ...CARD_SIZE, channels: 3 } })
      .jpeg({ quality, mozjpeg: true, chromaSubsampling: '4:4:4' })
      .toBuffer()
    if (jpeg.byteLength <= CARD_MAX_BYTES) break
  }
  return jpeg as Buffer
}
