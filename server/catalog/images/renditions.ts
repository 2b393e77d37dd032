import { IMAGE_FORMATS, IMAGE_WIDTHS } from '#domain/catalog/images.ts'
import { MEDIA, MEDIA_NAMES } from '#domain/catalog/media.ts'

export type Rendition = { name: string; bytes: Uint8Array }

/** File names in an image's folder; all exist, even for small originals. */
export function renditionNames(): string[] {
  return IMAGE_WIDTHS.flatMap((width) => IMAGE_FORMATS.map((format) => `${width}.${format}`))
}

/** File names in the folder of an upload that is no image. */
export const mediaFiles = MEDIA_NAMES.map((name) => MEDIA[name].file)
