import sharp from 'sharp'
import { IMAGE_WIDTHS } from '#domain/catalog/images.ts'
import { IMAGE_MAX_PIXELS } from './limits.ts'
import type { Rendition } from './renditions.ts'

/** No cache, because images rarely repeat; one thread, so that a core is left for requests. */
sharp.cache(false)
sharp.concurrency(1)

/** Pages show nothing taller, and 1,280 × 12,000 pixels would take 9 s and 1.2 GB to encode. */
const MAX_HEIGHT_RATIO = 2

/**
 * Encodes a checked image in every width and format: rotated upright, in sRGB, without metadata (place, time, owner). Images
 * are never enlarged, and those taller than twice their width become narrower. Runs in the decoder process only.
 *
 * @returns undefined when the file turns out to be damaged
 */
export async function makeRenditions(bytes: Uint8Array): Promise<Rendition[] | undefined> {
  try {
    // Decoded once; all sizes are made from the largest.
    const { data, info } = await sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' })
      .rotate()
      .resize(within(IMAGE_WIDTHS.at(-1) as number))
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const renditions: Rendition[] = []
    // AVIF effort 3 takes ten times as long for 7 per cent fewer bytes, and the seller waits for this.
    for (const target of IMAGE_WIDTHS) {
      const resized = sharp(data, { raw: { width, height, channels } }).resize(within(target))
      renditions.push(
        { name: `${target}.avif`, bytes: await resized.clone().avif({ quality: 55, effort: 0 }).toBuffer() },
        { name: `${target}.webp`, bytes: await resized.clone().webp({ quality: 80, effort: 3 }).toBuffer() },
      )
    }
    return renditions
  } catch {
    return undefined
  }
}

function within(width: number) {
  return { width, height: MAX_HEIGHT_RATIO * width, fit: 'inside', withoutEnlargement: true } as const
}
