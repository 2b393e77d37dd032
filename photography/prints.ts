/** Converts a source image to AVIF and WebP in every width that pages use. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import sharp from 'sharp'

export type Shot = { name: string; size: [width: number, height: number]; alt: string }
type Print = { width: number; path: (extension: string) => string }

const products = join(import.meta.dirname, 'pictures')
const site = join(import.meta.dirname, '..', 'web', 'pictures')

export async function developShot(shot: Shot, negative: string): Promise<void> {
  if (!existsSync(negative)) return
  for (const print of printsOf(shot)) {
    await develop(negative, shot, print, 'avif')
    await develop(negative, shot, print, 'webp')
  }
}

export function isProduct(shot: Shot): boolean {
  return /^(cubee|tubo|widee|triya|boxa|ovalin|bonsai)-/.test(shot.name)
}

export function printsOf(shot: Shot): Print[] {
  if (shot.name === 'share') return []
  return widthsOf(shot).map((width) => ({
    width,
    path: (extension) =>
      isProduct(shot)
        ? join(products, shot.name, `${width}.${extension}`)
        : join(site, `${shot.name}-${width}.${extension}`),
  }))
}

function widthsOf(shot: Shot): number[] {
  if (isProduct(shot)) return [320, 640, 960, 1280]
  if (shot.name.endsWith('-wide')) return [960, 1440, 1920, 2560]
  if (shot.name.endsWith('-tall')) return [480, 768, 1080]
  return [320, 640]
}

async function develop(negative: string, shot: Shot, print: Print, format: 'avif' | 'webp'): Promise<void> {
  const path = print.path(format)
  if (existsSync(path) && statSync(path).mtimeMs > statSync(negative).mtimeMs) return
  mkdirSync(dirname(path), { recursive: true })
  // Never enlarged: pages request every width and get the source's size where it is smaller.
  const taken = await sharp(negative).metadata()
  const width = Math.min(print.width, taken.width)
  const sized = sharp(negative).resize(width, Math.round((width * taken.height) / taken.width), { kernel: 'lanczos3' })
  const crisp = width < taken.width ? sized.sharpen({ sigma: 0.6, m1: 0.4, m2: 1.2 }) : sized
  // Large and phone-sized images are shown on dense screens, where a lower quality is enough.
  const dense = print.width > 960 || shot.name.endsWith('-tall')
  writeFileSync(path, await encode(await crisp.png().toBuffer(), FORMATS[format], dense, heaviestFor(path)))
}

/** Bytes that a file may have: those of the one it replaces. Fronts, of which cards show many, and busy pictures of people have a limit from the first. */
function heaviestFor(path: string): number {
  if (existsSync(path)) return statSync(path).size
  return (/-(front|carried|hand)/.test(path) && HEAVIEST[basename(path)]) || Number.POSITIVE_INFINITY
}

const HEAVIEST: Record<string, number> = {
  '320.avif': 9_000,
  '320.webp': 13_000,
  '640.avif': 25_000,
  '640.webp': 40_000,
  '960.avif': 44_000,
  '960.webp': 75_000,
  '1280.avif': 52_000,
  '1280.webp': 95_000,
}

type Image = ReturnType<typeof sharp>
type Format = {
  best: number
  dense: number
  halving: number
  encode: (image: Image, quality: number) => Image
}

/** AVIF at quality 50 looks like WebP at about 74. `halving`: so much less quality makes a file half as heavy. */
const FORMATS: Record<'avif' | 'webp', Format> = {
  avif: {
    best: 50,
    dense: 46,
    halving: 14,
    encode: (image, quality) => image.avif({ quality, effort: 4, chromaSubsampling: '4:2:0' }),
  },
  webp: {
    best: 74,
    dense: 66,
    halving: 28,
    encode: (image, quality) => image.webp({ quality, effort: 4, smartSubsample: true }),
  },
}
/** Below it an image looks better with fewer pixels. */
const LOWEST_QUALITY = 24

/** A new image is never heavier than the one that it replaces: a busier one gets a lower quality, then fewer pixels. */
async function encode(png: Buffer, format: Format, dense: boolean, heaviest: number): Promise<Buffer> {
  for (let quality = dense ? format.dense : format.best; ; ) {
    const encoded = await format.encode(sharp(png), quality).toBuffer()
    if (encoded.length <= heaviest) return encoded
    if (quality === LOWEST_QUALITY) return encode(await shrink(png), format, dense, heaviest)
    const step = Math.ceil(format.halving * Math.log2(encoded.length / heaviest))
    quality = Math.max(LOWEST_QUALITY, quality - step)
  }
}

async function shrink(png: Buffer): Promise<Buffer> {
  const { width } = await sharp(png).metadata()
  return sharp(png)
    .resize(Math.round(width * 0.85))
    .png()
    .toBuffer()
}

/** Writes each image's size and alternative text, which pages need before it loads. Shots that were not `rendered` keep their entries. */
export async function writeIndexes(shots: Shot[], rendered: (shot: Shot) => boolean): Promise<void> {
  await writeIndex(join(products, 'index.json'), shots.filter(isProduct), rendered)
  await writeIndex(
    join(site, 'index.json'),
    shots.filter((shot) => !isProduct(shot)),
    rendered,
  )
}

async function writeIndex(path: string, shots: Shot[], rendered: (shot: Shot) => boolean): Promise<void> {
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>) : {}
  const entries = await Promise.all(
    shots.map(async (shot) => {
      const entry = known[shot.name]
      return entry && !rendered(shot) ? ([shot.name, entry] as const) : entryOf(shot)
    }),
  )
  mkdirSync(dirname(path), { recursive: true })
  const found = Object.fromEntries(entries.filter((entry) => entry !== undefined))
  writeFileSync(path, `${JSON.stringify(found, null, 2)}\n`)
}

async function entryOf(shot: Shot) {
  const largest = printsOf(shot).at(-1)
  const path = largest ? largest.path('avif') : join(site, 'share.jpg')
  if (!existsSync(path)) return undefined
  const { width = 0, height = 0 } = await sharp(path).metadata()
  const { data } = await sharp(path)
    .resize(1, 1, { kernel: 'cubic' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const placeholder = `#${[...data.subarray(0, 3)].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  return [shot.name, { width, height, alt: shot.alt, placeholder }] as const
}
