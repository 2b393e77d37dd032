import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { CARD_MAX_BYTES, CARD_SIZE, type ShareCard } from '#domain/catalog/share-card.ts'
import { PAPER } from '#domain/install/web-app.ts'
import { readPicture } from '#server/catalog/images/read-picture.ts'
import {
  type Lettering,
  NOTO_SANS,
  outline,
  setLine,
  shorten,
  withoutMissing,
  wrap,
} from '#server/documents/typeset.ts'
import type { Shop } from '#server/shop.ts'

type Images = Pick<Shop['images'], 'read'>
type Layer = { input: Buffer; left: number; top: number }
/** Sizes of a text with the number of lines that it may have, from the largest. */
type Sizes = readonly { size: number; lines: number }[]

/** As in web/styles/tokens.css, in light mode. */
const INK = '#1c261f'
const QUIET = '#545e56'
const CLAY = '#a8492a'
const STONE = '#f0ebe3'
const LINE = '#ddd6ca'

/** The pages' fonts, with the documents' fonts for characters that they lack. */
const HEADING = ['web/styles/fonts/fraunces.woff2', ...NOTO_SANS.bold]
const TEXT = ['web/styles/fonts/figtree.woff2', ...NOTO_SANS.regular]
const BOLD = ['web/styles/fonts/figtree.woff2', ...NOTO_SANS.bold]

const MARGIN = 72
/** A picture is scaled to a width in this range; a wider one is cropped at the sides. */
const PICTURE = { min: 440, max: 600 }
const LOGO = { width: 300, height: 72 }
/** The bottom of the line with the price. */
const BASE = CARD_SIZE.height - MARGIN
const HEADINGS: Sizes = [
  { size: 76, lines: 2 },
  { size: 60, lines: 3 },
]
const SHOP_NAMES: Sizes = [
  { size: 104, lines: 1 },
  { size: 76, lines: 2 },
]
const NAMES: Sizes = [
  { size: 38, lines: 1 },
  { size: 28, lines: 1 },
]
const DETAILS: Sizes = [{ size: 30, lines: 2 }]
/** Between heading and detail, and between the two prices. */
const GAP = 14
const SPACE = 22
const PRICE: Lettering = { fonts: BOLD, size: 60 }
const LIST_PRICE: Lettering = { fonts: TEXT, size: 34 }
const BADGE: Lettering = { fonts: BOLD, size: 30 }
/** Distance from the corner of the picture. */
const BADGE_INSET = 28
/** Line heights. Marks above and below Indian letters need more. */
const LEADING = { latin: 1.14, indian: 1.4 }
const INDIAN = /[\u0900-\u0DFF]/
/** JPEG qualities; the first with which the file is small enough is used. */
const QUALITIES = [86, 78, 68, 56, 42, 30]

/** A JPEG of 1200 × 630 pixels and at most 250 KB: text on paper, and the picture beside it. */
export async function drawCard(images: Images, card: ShareCard): Promise<Buffer> {
  const [picture, logo] = await Promise.all([preparePicture(images, card), prepareLogo(images, card)])
  const parts = card.price === undefined ? writeShop(card, logo) : writeProduct(card, logo, picture)
  const { width, height } = CARD_SIZE
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`
  const layers = [picture, { input: Buffer.from(svg), left: 0, top: 0 }, logo].filter((layer) => layer !== undefined)
  const drawn = sharp({ create: { ...CARD_SIZE, channels: 3, background: PAPER.light } }).composite(layers)
  let jpeg = Buffer.alloc(0)
  for (const quality of QUALITIES) {
    jpeg = await drawn.clone().jpeg({ quality, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer()
    if (jpeg.byteLength <= CARD_MAX_BYTES) break
  }
  return jpeg
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

/** The heading is centred vertically between the name above and the price below. */
function writeProduct(card: ShareCard, logo: Layer | undefined, picture: Layer | undefined): string[] {
  const width = picture ? picture.left - MARGIN - 56 : CARD_SIZE.width - 2 * MARGIN
  const name = logo ? [] : fit(card.shopName, HEADING, NAMES, width).write(MARGIN + 4, INK)
  const heading = fit(card.heading, HEADING, HEADINGS, width)
  const detail = fit(card.detail, TEXT, DETAILS, width)
  const top = MARGIN + LOGO.height
  const bottom = BASE - PRICE.size
  const y = top + (bottom - top - heading.height - GAP - detail.height) / 2
  return [
    ...name,
    ...heading.write(y, INK),
    ...detail.write(y + heading.height + GAP, QUIET),
    ...writePrices(card, width),
    ...writeBadges(card, picture?.left ?? CARD_SIZE.width - 2 * MARGIN - PICTURE.min / 2),
  ]
}

function writePrices({ price = '', listPrice }: ShareCard, width: number): string[] {
  const priceWidth = setLine(price, PRICE).width
  const listWidth = listPrice === undefined ? 0 : SPACE + setLine(listPrice, LIST_PRICE).width
  const scale = Math.min(1, width / (priceWidth + listWidth))
  const parts = [`<g transform="translate(${MARGIN} ${BASE}) scale(${scale})">`, write(price, PRICE)]
  if (listPrice !== undefined) {
    const x = priceWidth + SPACE
    parts.push(write(listPrice, LIST_PRICE, { x, color: QUIET }))
    parts.push(`<path d="M${x - 3} -12h${listWidth - SPACE + 6}" stroke="${QUIET}" stroke-width="2.5"/>`)
  }
  return [...parts, '</g>']
}

function writeBadges({ badges }: ShareCard, left: number): string[] {
  const parts: string[] = []
  let x = left + BADGE_INSET
  for (const badge of badges) {
    const [ground, color] = badge === 'Sold' ? [STONE, INK] : [CLAY, '#ffffff']
    const { width } = setLine(badge, BADGE)
    parts.push(
      `<rect x="${x}" y="${BADGE_INSET}" width="${width + 36}" height="52" rx="10" fill="${ground}"/>`,
      write(badge, BADGE, { x: x + 18, y: BADGE_INSET + 36, color }),
    )
    x += width + 50
  }
  return parts
}

/** The shop's own card: its name in the middle, in a frame. */
function writeShop(card: ShareCard, logo: Layer | undefined): string[] {
  const width = CARD_SIZE.width - 4 * MARGIN
  const heading = fit(card.heading, HEADING, SHOP_NAMES, width)
  const detail = fit(card.detail, TEXT, DETAILS, width)
  const y = (CARD_SIZE.height - heading.height - GAP - detail.height) / 2 + (logo ? LOGO.height / 2 : 0)
  const frameWidth = CARD_SIZE.width - MARGIN
  const frameHeight = CARD_SIZE.height - MARGIN
  return [
    `<rect x="${MARGIN / 2}" y="${MARGIN / 2}" width="${frameWidth}" height="${frameHeight}" fill="none" stroke="${LINE}" stroke-width="2"/>`,
    ...heading.write(y, INK, { isCentred: true }),
    ...detail.write(y + heading.height + GAP, QUIET, { isCentred: true }),
  ]
}

type Place = { x?: number; y?: number; color?: string }

function write(text: string, lettering: Lettering, { x = 0, y = 0, color = INK }: Place = {}): string {
  // The pages' text font comes in one weight here, so bold letters get an outline.
  const stroke = lettering.fonts === BOLD ? ` stroke="${color}" stroke-width="${lettering.size * 0.035}"` : ''
  return `<path transform="translate(${x} ${y})" d="${outline(text, lettering)}" fill="${color}"${stroke} stroke-linejoin="round"/>`
}

/** Sets a text in the first of these sizes that holds all of it, or as much of it as the last size holds. */
function fit(text: string, fonts: readonly string[], sizes: Sizes, width: number) {
  const shown = withoutMissing(text, fonts)
  const attempts = sizes.map(({ size, lines: most }) => {
    const fits = (line: string) => setLine(line, { fonts, size }).width <= width
    const lines = shown ? wrap(shown, fits) : []
    return { size, lines: shorten(lines, most, fits), isWhole: lines.length <= most }
  })
  const { size = 0, lines = [] } = attempts.find(({ isWhole }) => isWhole) ?? attempts.at(-1) ?? {}
  const leading = size * (INDIAN.test(shown) ? LEADING.indian : LEADING.latin)
  return {
    height: lines.length * leading,
    write: (top: number, color: string, { isCentred = false } = {}): string[] =>
      lines.map((line, index) => {
        const x = isCentred ? (CARD_SIZE.width - setLine(line, { fonts, size }).width) / 2 : MARGIN
        return write(line, { fonts, size }, { x, y: top + leading * (index + 0.78), color })
      }),
  }
}
