/** The widths and formats that pages ask for (web/ui/product/product-picture.tsx). */
export const WIDTHS = [320, 640, 960, 1280] as const
const FORMATS = ['avif', 'webp'] as const

export type Variant = { name: string; bytes: Uint8Array }

/** The names under a picture's folder, whether it is wide enough for them or not: pages ask for all. */
export function variantNames(): string[] {
  return WIDTHS.flatMap((width) => FORMATS.map((format) => `${width}.${format}`))
}
