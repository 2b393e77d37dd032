/** Favicons and the social media image, made from icon and word mark. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const site = join(import.meta.dirname, '..', 'web', 'pictures')
/** Browsers request these files by default. */
const root = join(import.meta.dirname, '..', 'public')
const paper = '#f6f0e6'
const ink = '#2f3b33'

export async function developBrand(shareNegative: string): Promise<void> {
  const mark = Buffer.from(readFileSync(join(site, 'mark.svg'), 'utf8'))
  writeFileSync(
    join(root, 'favicon.ico'),
    iconFile(await sharp(mark, { density: 300 }).resize(32, 32).png().toBuffer()),
  )
  const inner = await sharp(mark, { density: 300 }).resize(128, 128).png().toBuffer()
  await sharp({ create: { width: 180, height: 180, channels: 3, background: paper } })
    .composite([{ input: inner, gravity: 'centre' }])
    .png({ palette: true })
    .toFile(join(root, 'apple-touch-icon.png'))
  if (existsSync(shareNegative)) await share(shareNegative)
}

async function share(negative: string): Promise<void> {
  const logo = readFileSync(join(site, 'logo.svg'), 'utf8').replace('currentColor', ink)
  const word = await sharp(Buffer.from(logo), { density: 200 }).resize({ width: 370 }).png().toBuffer()
  await sharp(negative)
    .resize(1200, 630)
    .composite([{ input: word, left: 76, top: 280 }])
    .jpeg({ quality: 84, mozjpeg: true })
    .toFile(join(site, 'share.jpg'))
}

/** An .ico file holding one 32-pixel PNG. */
function iconFile(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(32, 6)
  head.writeUInt8(32, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, png])
}
