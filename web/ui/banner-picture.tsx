import type { Family, PotColour } from '#domain/sizes.ts'
import { PotDrawing } from './pot-picture.tsx'

/** Photographs, as soon as there are any: `web/pictures/banner-1-wide-960.avif` and its sisters. */
const FILES = import.meta.glob<string>('/web/pictures/banner-*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
})

const WIDE = [960, 1440, 1920]
const TALL = [480, 768, 1080]

export type BannerArrangement = readonly { family: Family; colour: PotColour }[]

type BannerPictureProps = {
  name: string
  /** Drawn in its place until the photograph exists. */
  arrangement: BannerArrangement
  /** First slide, first picture of the page. */
  priority: boolean
  /** Its turn is near. */
  soon: boolean
}

export function BannerPicture({ name, arrangement, priority, soon }: BannerPictureProps) {
  const plain = FILES[path(name, 'wide', 960, 'webp')]
  if (!plain) return <Arrangement pots={arrangement} eager={priority || soon} />
  return (
    <picture className="banner-picture">
      <source media="(min-width: 46rem)" type="image/avif" srcSet={widths(name, 'wide', WIDE, 'avif')} sizes="100vw" />
      <source media="(min-width: 46rem)" type="image/webp" srcSet={widths(name, 'wide', WIDE, 'webp')} sizes="100vw" />
      <source type="image/avif" srcSet={widths(name, 'tall', TALL, 'avif')} sizes="100vw" />
      <source type="image/webp" srcSet={widths(name, 'tall', TALL, 'webp')} sizes="100vw" />
      <img
        src={plain}
        alt=""
        width={1920}
        height={840}
        decoding="async"
        loading={priority || soon ? undefined : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
      />
    </picture>
  )
}

function Arrangement({ pots, eager }: { pots: BannerArrangement; eager: boolean }) {
  return (
    <span className="banner-picture banner-arrangement" aria-hidden="true">
      {pots.map(({ family, colour }) => (
        <PotDrawing key={family} family={family} colour={colour} eager={eager} />
      ))}
    </span>
  )
}

function widths(name: string, shape: string, sizes: number[], format: string) {
  const known = sizes.flatMap((width) => {
    const url = FILES[path(name, shape, width, format)]
    return url ? [`${url} ${width}w`] : []
  })
  return known.join(', ') || undefined
}

function path(name: string, shape: string, width: number, format: string) {
  return `/web/pictures/${name}-${shape}-${width}.${format}`
}
