import { IMAGE_FORMATS, IMAGE_WIDTHS } from '#domain/catalog/images.ts'

export type Variant = { name: string; bytes: Uint8Array }

/** File names in an image's folder; all exist, even for small originals. */
export function variantNames(): string[] {
  return IMAGE_WIDTHS.flatMap((width) => IMAGE_FORMATS.map((format) => `${width}.${format}`))
}
