import sharp from 'sharp'
import { PICTURE_MAX_PIXELS } from './limits.ts'
import { type Variant, WIDTHS } from './variants.ts'

/** Pictures are large and rarely the same twice; one core is left to the shoppers. */
sharp.cache(false)
sharp.concurrency(1)

/** Nothing taller is shown; without it a strip of 1,280 × 12,000 pixels would take 9 s and 1.2 GB to encode. */
const TALLEST = 2

/**
 * A checked picture in every width and format: turned upright, its colours those of the web, and nothing else kept of
 * what the camera wrote (place, time, owner). A width beyond the original's holds the original's size,
 * and what is taller than twice its width becomes narrower.
 * Runs in the decoder's process only.
 *
 * @returns undefined when the file turns out to be damaged
 */
export async function makeVariants(bytes: Uint8Array): Promise<Variant[] | undefined> {
  try {
    // Decoded once; the smaller ones are made from the largest.
    const { data, info } = await sharp(bytes, { limitInputPixels: PICTURE_MAX_PIXELS, failOn: 'error' })
      .rotate()
      .resize(within(WIDTHS.at(-1) as number))
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const variants: Variant[] = []
    // AVIF's effort 3 takes ten times as long for 7 per cent fewer bytes, and a person waits for this.
    for (const wanted of WIDTHS) {
      const resized = sharp(data, { raw: { width, height, channels } }).resize(within(wanted))
      variants.push(
        { name: `${wanted}.avif`, bytes: await resized.clone().avif({ quality: 55, effort: 0 }).toBuffer() },
        { name: `${wanted}.webp`, bytes: await resized.clone().webp({ quality: 80, effort: 3 }).toBuffer() },
      )
    }
    return variants
  } catch {
    return undefined
  }
}

function within(width: number) {
  return { width, height: TALLEST * width, fit: 'inside', withoutEnlargement: true } as const
}
