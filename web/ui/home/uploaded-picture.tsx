import type { ComponentProps } from 'react'
import { type IMAGE_FORMATS, IMAGE_WIDTHS } from '#domain/catalog/images.ts'

type UploadedPictureProps = ComponentProps<'img'> & {
  /** The folder of its widths. */
  src: string
  alt: string
  sizes: string
}

/** A picture that an admin has uploaded for a text; `children` of a `picture`. */
export function UploadedPicture({ src, sizes, ...image }: UploadedPictureProps) {
  return (
    <>
      <source type="image/avif" srcSet={widths(src, 'avif')} sizes={sizes} />
      {/* biome-ignore lint/a11y/useAltText: `image` contains the alt text */}
      <img {...image} src={`${src}/960.webp`} srcSet={widths(src, 'webp')} sizes={sizes} decoding="async" />
    </>
  )
}

function widths(src: string, format: (typeof IMAGE_FORMATS)[number]) {
  return IMAGE_WIDTHS.map((width) => `${src}/${width}.${format} ${width}w`).join(', ')
}
