import { fetchedFrom } from './own-pictures.ts'

/** Each image is stored in these widths, and pages ask for them. */
export const IMAGE_WIDTHS = [320, 640, 960, 1280] as const
export const IMAGE_FORMATS = ['avif', 'webp'] as const

/** Old records hold a single image as a string, or an empty string for none. */
export function imagesOf(productImageUrl: string | readonly string[]): string[] {
  return [productImageUrl].flat().filter((image) => image !== '')
}

/** One file of an image, for search engines, link previews and icons. @param src a folder of widths, or a single file */
export function imageFile(src: string, width: (typeof IMAGE_WIDTHS)[number] = 960): string {
  return fetchedFrom(isFile(src) ? src : `${src}/${width}.webp`)
}

/** The address of an image as a JPEG, for programs that take no WebP. @param src a folder of widths, or a single file */
export function jpegFile(src: string): string {
  return isFile(src) ? fetchedFrom(src) : `/feed/pictures${fetchedFrom(src)}.jpg`
}

/** All files of an image in this format, as `srcset` names them. @param src a folder of widths */
export function imageFiles(src: string, format: (typeof IMAGE_FORMATS)[number]): string {
  return IMAGE_WIDTHS.map((width) => `${fetchedFrom(src)}/${width}.${format} ${width}w`).join(', ')
}

export function isFile(src: string): boolean {
  return /\.[a-z0-9]{2,5}$/i.test(src.split('?')[0] ?? '')
}
