import { IMAGE_MAX_BYTES, imageTooLarge } from '#domain/catalog/forms/image-limits.ts'

export const IMAGE_MAX_SIDE = 12_000
/** Smaller images are tracking pixels or mistakes. */
export const IMAGE_MIN_SIDE = 10

export type Format = 'jpeg' | 'png' | 'webp' | 'avif'

/** 200 MB at 4 bytes per pixel. */
export const IMAGE_MAX_PIXELS = 50_000_000

/**
 * Decoders take 4 bytes per pixel, and up to three times as much while decoding (interlaced 16-bit PNG, progressive JPEG):
 * at most 0.57 GB was measured at this limit. AVIF takes 20 to 30 bytes per pixel, so its limit is a third.
 */
const MAX_PIXELS: Record<Format, number> = {
  jpeg: IMAGE_MAX_PIXELS,
  png: IMAGE_MAX_PIXELS,
  webp: IMAGE_MAX_PIXELS,
  avif: 16_000_000,
}

/** Why a file of this size cannot be used (message for the user), or undefined. */
export function findFileProblem(bytes: number): string | undefined {
  if (bytes === 0) return 'This file is empty.'
  if (bytes > IMAGE_MAX_BYTES) return `${imageTooLarge} Make it smaller.`
  return undefined
}

/** Why an image of these dimensions cannot be used (message for the user), or undefined. */
export function findSizeProblem(format: Format, width: number, height: number): string | undefined {
  const size = `This image is ${count.format(width)} × ${count.format(height)} pixels`
  if (width * height > MAX_PIXELS[format]) {
    const limit = `The limit is ${MAX_PIXELS[format] / 1_000_000} megapixels`
    return format === 'avif' ? `${size}. ${limit} for AVIF. Use a JPEG, or make it smaller.` : `${size}. ${limit}.`
  }
  if (Math.max(width, height) > IMAGE_MAX_SIDE) {
    return `${size}. The longest side can have ${count.format(IMAGE_MAX_SIDE)} pixels.`
  }
  if (Math.min(width, height) < IMAGE_MIN_SIDE) return `${size}. That is too small.`
  return undefined
}

const count = new Intl.NumberFormat('en-IN')
