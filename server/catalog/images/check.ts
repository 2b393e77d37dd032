import sharp from 'sharp'
import { type Format, findSizeProblem } from './limits.ts'

const USE_SUPPORTED_FORMAT = 'Use a JPEG, PNG, WebP or AVIF image.'

/**
 * Why this file cannot be used as an image (message for the user), or undefined. The contents decide, not the name or the declared type.
 * Only the header is read, so a decompression bomb does no harm. Runs in the decoder process only.
 */
export async function findImageProblem(bytes: Uint8Array): Promise<string | undefined> {
  const format = sniff(bytes)
  if (!format)
    return isSvg(bytes)
      ? `SVG is not supported. ${USE_SUPPORTED_FORMAT}`
      : `This is not a supported image. ${USE_SUPPORTED_FORMAT}`

  const head = await readHead(bytes)
  if (head?.format !== format) return `This image cannot be read. ${USE_SUPPORTED_FORMAT}`
  return findSizeProblem(format, head.width, head.height)
}

/** Detects the format by the first bytes, so that only these four decoders ever see uploaded data. */
function sniff(bytes: Uint8Array): Format | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 64))
  const ascii = head.toString('latin1')
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg'
  if (ascii.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (ascii.startsWith('RIFF') && ascii.slice(8, 12) === 'WEBP') return 'webp'
  if (ascii.slice(4, 8) === 'ftyp' && /avi[fs]/.test(ascii.slice(8))) return 'avif'
  return undefined
}

function isSvg(bytes: Uint8Array): boolean {
  return /<svg[\s>]/i.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096)).toString('latin1'),
  )
}

async function readHead(bytes: Uint8Array): Promise<{ format: string; width: number; height: number } | undefined> {
  try {
    // Without sharp's own limit, which would give no dimensions for the message.
    const { format, compression, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    const isAvif = format === 'heif' && compression === 'av1'
    return { format: isAvif ? 'avif' : format, width, height }
  } catch {
    return undefined
  }
}
