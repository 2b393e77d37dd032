/** Limits of a product's images. The decoder's own limits are in `server/catalog/images/limits.ts`. */
export const MAX_IMAGES = 5
export const IMAGE_MAX_MEGABYTES = 15
export const IMAGE_MAX_BYTES = IMAGE_MAX_MEGABYTES * 1024 * 1024
/** The types that the file dialog offers; the server checks the contents. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
/** Each image is stored in these widths, and pages ask for them. */
export const IMAGE_WIDTHS = [320, 640, 960, 1280] as const
export const IMAGE_FORMATS = ['avif', 'webp'] as const

export const tooManyImages = `A product can have at most ${MAX_IMAGES} images.`
export const imageTooLarge = `This image is larger than ${IMAGE_MAX_MEGABYTES} MB.`

/** Old records hold a single image as a string, or an empty string for none. */
export function imagesOf(productImageUrl: string | readonly string[]): string[] {
  return [productImageUrl].flat().filter((image) => image !== '')
}

/** One file of an image, for search engines, link previews and icons. @param src a folder of widths, or a single file */
export function imageFile(src: string, width: (typeof IMAGE_WIDTHS)[number] = 960): string {
  return isFile(src) ? src : `${src}/${width}.webp`
}

export function isFile(src: string): boolean {
  return /\.[a-z0-9]{2,5}$/i.test(src.split('?')[0] ?? '')
}
