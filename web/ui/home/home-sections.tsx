import type { TextContents } from '#domain/texts/contents.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Html } from '#web/ui/layout/html.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SiteImage } from '#web/ui/layout/site-image.tsx'
import { Slider } from './slider.tsx'
import { Stars } from './stars.tsx'
import { UploadedPicture } from './uploaded-picture.tsx'

const DELAY_MS = 4000

export function Testimonials({ of: { heading, intro, testimonials } }: { of: TextContents['testimonials'] }) {
  if (testimonials.length === 0) return null
  return (
    <Section heading={heading} intro={intro}>
      <Slider label="Testimonials" delayMs={DELAY_MS} variant="cards">
        {testimonials.map(({ name, city, rating, text }) => (
          <figure key={`${name} ${city}`} className="box stack gap-3 testimonial">
            <Stars rating={rating} />
            <Html as="blockquote" of={text} />
            <figcaption>
              <strong>{name},</strong> <span className="quiet">{city}</span>
            </figcaption>
          </figure>
        ))}
      </Slider>
    </Section>
  )
}

export function Tips({ tips: { heading, intro, tips } }: { tips: TextContents['tips'] }) {
  if (tips.length === 0) return null
  return (
    <Section heading={heading} intro={intro}>
      <ul className="grid tips">
        {tips.map((tip) => (
          <li key={tip.heading} className="stack gap-2">
            <div className="tip-image">
              <TipImage name={tip.image} alt={tip.alt} />
            </div>
            <h3>{tip.heading}</h3>
            <Html as="p" className="quiet" of={tip.text} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

const SIZES = '(min-width: 46rem) 24vw, 50vw'

/** @param name one of the shop's own pictures, or the folder of an uploaded one */
function TipImage({ name, alt }: { name: string; alt: string }) {
  if (!name.startsWith('/')) return <SiteImage name={name} alt={alt} sizes={SIZES} />
  return (
    <picture>
      <UploadedPicture src={name} alt={alt} sizes={SIZES} loading="lazy" />
    </picture>
  )
}

export function WhyChoose({ reasons: { heading, intro, points } }: { reasons: TextContents['reasons'] }) {
  if (points.length === 0) return null
  return (
    <Section heading={heading} intro={intro} className="why-choose">
      <ul className="grid reasons">
        {points.map(({ icon, heading, text }) => (
          <li key={heading} className="stack gap-2">
            <Icon name={icon} />
            <h3>{heading}</h3>
            <Html as="p" className="quiet" of={text} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
