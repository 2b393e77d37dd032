import { IMAGE_MAX_BYTES } from '#domain/catalog/product.ts'

/** What a picture may be before it is decoded, and what decoding it may take. */
export const PICTURE_MAX_BYTES = IMAGE_MAX_BYTES
export const PICTURE_MAX_SIDE = 12_000
/** Smaller is a tracking dot or a mistake. */
export const PICTURE_MIN_SIDE = 10

export type Format = 'jpeg' | 'png' | 'webp' | 'avif'

/** 4 bytes of memory for each pixel: 200 MB. */
export const PICTURE_MAX_PIXELS = 50_000_000

/**
 * Decoders take 4 bytes per pixel and up to three times as much on the way (PNG of 16 bits, interlaced; progressive JPEG):
 * 0.57 GB at the most was measured at this limit. AVIF's takes 20 to 30 bytes per pixel, so it gets a third.
 */
const MAX_PIXELS: Record<Format, number> = {
  jpeg: PICTURE_MAX_PIXELS,
  png: PICTURE_MAX_PIXELS,
  webp: PICTURE_MAX_PIXELS,
  avif: 16_000_000,
}

/** What is wrong with the size of a file, as a sentence; undefined: nothing. */
export function findFileProblem(bytes: number): string | undefined {
  if (bytes === 0) return 'This file is empty.'
  if (bytes > PICTURE_MAX_BYTES) return 'This picture is larger than 15 MB: make it smaller.'
  return undefined
}

/** What is wrong with the size of a picture, as a sentence; undefined: nothing. */
export function findSizeProblem(format: Format, width: number, height: number): string | undefined {
  const size = `This picture is ${count.format(width)} × ${count.format(height)} pixels`
  if (width * height > MAX_PIXELS[format]) {
    const limit = `${MAX_PIXELS[format] / 1_000_000} megapixels are the most that we can use`
    return format === 'avif' ? `${size}: ${limit} of an AVIF. Use a JPEG, or make it smaller.` : `${size}: ${limit}.`
  }
  if (Math.max(width, height) > PICTURE_MAX_SIDE) {
    return `${size}: ${count.format(PICTURE_MAX_SIDE)} pixels is the longest side that we can use.`
  }
  if (Math.min(width, height) < PICTURE_MIN_SIDE) return `${size}: that is too small to show anything.`
  return undefined
}

const count = new Intl.NumberFormat('en-IN')
