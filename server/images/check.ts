import sharp from 'sharp'

export const PICTURE_MAX_BYTES = 15 * 1024 * 1024
export const PICTURE_MAX_PIXELS = 50_000_000
/** Smaller is a tracking dot or a mistake. */
const PICTURE_MIN_SIDE = 10

const USE = 'use a JPEG, PNG, WebP or AVIF picture'

/**
 * What is wrong with a file as a picture, as a sentence; undefined: nothing.
 * Its contents decide, whatever its name and declared type say. Only its head is read, so a bomb does not go off.
 */
export async function pictureProblem(bytes: Uint8Array): Promise<string | undefined> {
  if (bytes.byteLength === 0) return 'This file is empty.'
  if (bytes.byteLength > PICTURE_MAX_BYTES) return 'This picture is larger than 15 MB: make it smaller.'
  const format = sniff(bytes)
  if (!format)
    return describesSvg(bytes) ? `This is an SVG drawing: ${USE}.` : `This is not a picture that we can use: ${USE}.`

  const head = await readHead(bytes)
  if (head?.format !== format) return `This file begins like a picture, but cannot be read: ${USE}.`
  const { width, height } = head
  if (width * height > PICTURE_MAX_PIXELS) {
    return `This picture is ${sides(width, height)}: 50 megapixels are the most that we can use.`
  }
  if (Math.min(width, height) < PICTURE_MIN_SIDE) {
    return `This picture is ${sides(width, height)}: that is too small to show anything.`
  }
  return undefined
}

type Format = 'jpeg' | 'png' | 'webp' | 'avif'

/** By the first bytes, so that no decoder but these four ever sees what a stranger sent. */
function sniff(bytes: Uint8Array): Format | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 64))
  const ascii = head.toString('latin1')
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg'
  if (ascii.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (ascii.startsWith('RIFF') && ascii.slice(8, 12) === 'WEBP') return 'webp'
  if (ascii.slice(4, 8) === 'ftyp' && /avi[fs]/.test(ascii.slice(8))) return 'avif'
  return undefined
}

function describesSvg(bytes: Uint8Array): boolean {
  return /<svg[\s>]/i.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096)).toString('latin1'),
  )
}

async function readHead(bytes: Uint8Array): Promise<{ format: string; width: number; height: number } | undefined> {
  try {
    // Dimensions are ours to judge: sharp's own limit would only say that it could not.
    const { format, compression, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    const isAvif = format === 'heif' && compression === 'av1'
    return { format: isAvif ? 'avif' : format, width, height }
  } catch {
    return undefined
  }
}

function sides(width: number, height: number): string {
  const count = new Intl.NumberFormat('en-IN')
  return `${count.format(width)} × ${count.format(height)} pixels`
}
