const WIDE = [960, 1440, 1920, 2560]
const TALL = [480, 768, 1080]

type BannerImageProps = {
  name: string
  /** The first slide, which is the LCP image. */
  priority: boolean
  /** The next slide: load it now. */
  preload: boolean
}

export function BannerImage({ name, priority, preload }: BannerImageProps) {
  return (
    <picture className="banner-image" data-deferred={priority || preload ? undefined : ''}>
      <source media="(min-width: 46rem)" type="image/avif" srcSet={widths(name, 'wide', WIDE, 'avif')} sizes="100vw" />
      <source media="(min-width: 46rem)" type="image/webp" srcSet={widths(name, 'wide', WIDE, 'webp')} sizes="100vw" />
      <source type="image/avif" srcSet={widths(name, 'tall', TALL, 'avif')} sizes="100vw" />
      <source type="image/webp" srcSet={widths(name, 'tall', TALL, 'webp')} sizes="100vw" />
      <img
        src={path(name, 'wide', 960, 'webp')}
        alt=""
        width={2560}
        height={1120}
        decoding="async"
        loading={priority || preload ? undefined : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
      />
    </picture>
  )
}

function widths(name: string, shape: string, sizes: number[], format: string) {
  return sizes.map((width) => `${path(name, shape, width, format)} ${width}w`).join(', ')
}

/** Unhashed paths: hashed names of seven banners would add 2 KB of script to every first visit. */
function path(name: string, shape: string, width: number, format: string) {
  return `/pictures/${name}-${shape}-${width}.${format}`
}
