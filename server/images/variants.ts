import sharp from 'sharp'
import { PICTURE_MAX_PIXELS } from './check.ts'

/** The widths and formats that pages ask for (web/ui/product-picture.tsx). */
export const WIDTHS = [320, 640, 960, 1280] as const
export const FORMATS = ['avif', 'webp'] as const

export type Variant = { name: string; bytes: Uint8Array }

/** Pictures are large and rarely the same twice; one core is left to the shoppers. */
sharp.cache(false)
sharp.concurrency(1)

/** The names under a picture's folder, whether it is wide enough for them or not: pages ask for all. */
export function variantNames(): string[] {
  return WIDTHS.flatMap((width) => FORMATS.map((format) => `${width}.${format}`))
}

/**
 * A checked picture in every width and format: turned upright, its colours those of the web, and nothing else kept of
 * what the camera wrote (place, time, owner). A width beyond the original's holds the original's size.
 *
 * @returns undefined when the file turns out to be damaged
 */
export async function makeVariants(bytes: Uint8Array): Promise<Variant[] | undefined> {
  try {
    const options = { limitInputPixels: PICTURE_MAX_PIXELS, failOn: 'error' } as const
    // Decoded once; the smaller ones are made from the largest.
    const { data, info } = await sharp(bytes, options)
      .rotate()
      .resize({ width: WIDTHS.at(-1), withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const variants: Variant[] = []
    // AVIF's effort 3 takes ten times as long for 7 per cent fewer bytes, and a person waits for this.
    for (const wanted of WIDTHS) {
      const resized = sharp(data, { raw: { width, height, channels } }).resize({
        width: wanted,
        withoutEnlargement: true,
      })
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
