import type { CSSProperties } from 'react'
import { imageFile, imageFiles, isFile } from '#domain/catalog/images.ts'

type ProductImageProps = {
  /** A folder of widths such as `/productImages/123-cubee-grey-stone-front`, or a single file. */
  src: string
  alt: string
  sizes: string
  /** Fetched first, for the LCP image. */
  priority?: boolean
  className?: string
  style?: CSSProperties
}

export function ProductImage({ src, alt, sizes, priority = false, className, style }: ProductImageProps) {
  const single = isFile(src)
  const image = (
    <img
      className="product-image"
      src={imageFile(src, 640)}
      srcSet={single ? undefined : imageFiles(src, 'webp')}
      sizes={single ? undefined : sizes}
      alt={alt}
      width={1280}
      height={1600}
      decoding="async"
      loading={priority ? undefined : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      style={style}
    />
  )
  if (single) return <span className={classes(className)}>{image}</span>
  return (
    <picture className={classes(className)}>
      <source type="image/avif" srcSet={imageFiles(src, 'avif')} sizes={sizes} />
      {image}
    </picture>
  )
}

function classes(className?: string) {
  return className ? `image-frame ${className}` : 'image-frame'
}
