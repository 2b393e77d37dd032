type SitePictureProps = {
  /** Base name of a photograph in `web/pictures`, 4:3. */
  name: `tip-${1 | 2 | 3 | 4}` | 'empty-cart' | 'empty-search'
  /** Empty where the words beside it say it all. */
  alt?: string
  sizes: string
}

const WIDTHS = [320, 640]

/** A photograph of the shop's own, not of a product. */
export function SitePicture({ name, alt = '', sizes }: SitePictureProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={widths(name, 'avif')} sizes={sizes} />
      <img
        src={`/pictures/${name}-640.webp`}
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
  return WIDTHS.map((width) => `/pictures/${name}-${width}.${format} ${width}w`).join(', ')
}
