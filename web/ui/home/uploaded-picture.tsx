import type { ComponentProps } from 'react'
import { imageFile, imageFiles } from '#domain/catalog/images.ts'

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
      <source type="image/avif" srcSet={imageFiles(src, 'avif')} sizes={sizes} />
      {/* biome-ignore lint/a11y/useAltText: `image` contains the alt text */}
      <img {...image} src={imageFile(src)} srcSet={imageFiles(src, 'webp')} sizes={sizes} decoding="async" />
    </>
  )
}
