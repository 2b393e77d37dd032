import { ownPicture } from '#domain/catalog/own-pictures.ts'

type SiteImageProps = {
  /** Base name of a 4:3 image in `web/pictures`. */
  name: string
  alt?: string
  sizes: string
}

const WIDTHS = [320, 640]

/** One of the site's own images, not of a product. */
export function SiteImage({ name, alt = '', sizes }: SiteImageProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={widths(name, 'avif')} sizes={sizes} />
      <img
        src={ownPicture(`${name}-640.webp`)}
        srcSet={widths(name, 'webp')}
        sizes={sizes}
        alt={alt}
        width={640}
        height={480}
        loading="lazy"
        decoding="async"
      />
    </picture>
  )
}

function widths(name: string, format: string) {
  return WIDTHS.map((width) => `${ownPicture(`${name}-${width}.${format}`)} ${width}w`).join(', ')
}
