/** The widths and formats that pages ask for (web/ui/product/product-picture.tsx). */
export const WIDTHS = [320, 640, 960, 1280] as const
const FORMATS = ['avif', 'webp'] as const

export type Variant = { name: string; bytes: Uint8Array }

/** File names in an image's folder; all exist, even for small originals. */
export function variantNames(): string[] {
  return WIDTHS.flatMap((width) => FORMATS.map((format) => `${width}.${format}`))
}
