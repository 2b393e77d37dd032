import { useCallback, useState } from 'react'
import { ownPicture } from '#domain/catalog/own-pictures.ts'
import type { TextContents } from '#domain/texts/contents.ts'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { Html } from '#web/ui/layout/html.tsx'
import { Slider } from './slider.tsx'
import { UploadedPicture } from './uploaded-picture.tsx'

const DELAY_MS = 3000

export function Banner({ banner: { heading, slides } }: { banner: TextContents['banner'] }) {
  // Before hydration only the first image loads; after that always the next one too.
  const [lastShown, setLastShown] = useState(-1)
  const onSelect = useCallback((index: number) => setLastShown((last) => Math.max(last, index)), [])
  if (slides.length === 0) return null
  return (
    <Slider label={heading} delayMs={DELAY_MS} variant="banner" onSelect={onSelect}>
      {slides.map((slide, index) => (
        <div key={`${slide.image} ${slide.heading}`} className="banner-slide">
          <BannerImage name={slide.image} alt={slide.alt} priority={index === 0} preload={index <= lastShown + 1} />
          <div className="banner-text">
            <h2>{slide.heading}</h2>
            <Html as="p" of={slide.text} />
            <LinkButton to={slide.to}>{slide.action}</LinkButton>
          </div>
        </div>
      ))}
    </Slider>
  )
}

const WIDE = [960, 1440, 1920, 2560]
const TALL = [480, 768, 1080]

type BannerImageProps = {
  /** The name of one of the shop's own banners, or the folder of an uploaded picture. */
  name: string
  alt: string
  /** The first slide, which is the LCP image. */
  priority: boolean
  /** The next slide: load it now. */
  preload: boolean
}

function BannerImage({ name, alt, priority, preload }: BannerImageProps) {
  const deferred = priority || preload ? undefined : ''
  const loading = deferred === '' ? 'lazy' : undefined
  const fetchPriority = priority ? 'high' : undefined
  if (name.startsWith('/'))
    return (
      <picture className="banner-image" data-deferred={deferred}>
        <UploadedPicture src={name} alt={alt} sizes="100vw" loading={loading} fetchPriority={fetchPriority} />
      </picture>
    )
  return (
    <picture className="banner-image" data-deferred={deferred}>
      <source media="(min-width: 46rem)" type="image/avif" srcSet={widths(name, 'wide', WIDE, 'avif')} sizes="100vw" />
      <source media="(min-width: 46rem)" type="image/webp" srcSet={widths(name, 'wide', WIDE, 'webp')} sizes="100vw" />
      <source type="image/avif" srcSet={widths(name, 'tall', TALL, 'avif')} sizes="100vw" />
      <source type="image/webp" srcSet={widths(name, 'tall', TALL, 'webp')} sizes="100vw" />
      <img
        src={path(name, 'wide', 960, 'webp')}
        alt={alt}
        width={2560}
        height={1120}
        decoding="async"
        loading={loading}
        fetchPriority={fetchPriority}
      />
    </picture>
  )
}

function widths(name: string, shape: string, sizes: number[], format: string) {
  return sizes.map((width) => `${path(name, shape, width, format)} ${width}w`).join(', ')
}

function path(name: string, shape: string, width: number, format: string) {
  return ownPicture(`${name}-${shape}-${width}.${format}`)
}
