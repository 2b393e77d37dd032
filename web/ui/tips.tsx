import type { Family, PotColour } from '#domain/sizes.ts'
import { PotDrawing } from './pot-picture.tsx'
import { Section } from './section.tsx'

/** Photographs, as soon as there are any: `web/pictures/tip-1-640.avif` and its sisters. */
const FILES = import.meta.glob<string>('/web/pictures/tip-*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
})

const WIDTHS = [320, 640]

export type Tip = {
  heading: string
  text: string
  /** Base name of its photograph in `web/pictures`. */
  picture: string
  family: Family
  colour: PotColour
}

export function Tips({ tips }: { tips: readonly Tip[] }) {
  return (
    <Section heading="Tips and guides" line="Four small things that keep a potted plant alive.">
      <ul className="tips">
        {tips.map((tip) => (
          <li key={tip.heading} className="tip">
            <div className="tip-picture">
              <TipPicture tip={tip} />
            </div>
            <h3>{tip.heading}</h3>
            <p>{tip.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function TipPicture({ tip }: { tip: Tip }) {
  const plain = FILES[`/web/pictures/${tip.picture}-640.webp`]
  if (!plain) return <PotDrawing family={tip.family} colour={tip.colour} />
  return (
    <picture>
      <source type="image/avif" srcSet={widths(tip.picture, 'avif')} sizes="(min-width: 46rem) 24vw, 50vw" />
      <img
        src={plain}
        srcSet={widths(tip.picture, 'webp')}
        sizes="(min-width: 46rem) 24vw, 50vw"
        alt=""
        width={640}
        height={480}
        loading="lazy"
        decoding="async"
      />
    </picture>
  )
}

function widths(name: string, format: string) {
  const known = WIDTHS.flatMap((width) => {
    const url = FILES[`/web/pictures/${name}-${width}.${format}`]
    return url ? [`${url} ${width}w`] : []
  })
  return known.join(', ') || undefined
}
