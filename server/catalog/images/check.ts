import sharp from 'sharp'
import { type Format, findSizeProblem } from './limits.ts'

const USE = 'use a JPEG, PNG, WebP or AVIF picture'

/**
 * What is wrong with a file as a picture, as a sentence; undefined: nothing.
 * Its contents decide, whatever its name and declared type say. Only its head is read, so a bomb does not go off.
 * Runs in the decoder's process only.
 */
export async function imageProblem(bytes: Uint8Array): Promise<string | undefined> {
  const format = sniff(bytes)
  if (!format)
    return describesSvg(bytes) ? `This is an SVG drawing: ${USE}.` : `This is not a picture that we can use: ${USE}.`

  const head = await readHead(bytes)
  if (head?.format !== format) return `This file begins like a picture, but cannot be read: ${USE}.`
  return findSizeProblem(format, head.width, head.height)
}

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
