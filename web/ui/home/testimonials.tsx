import type { TextContents } from '#domain/texts/contents.ts'
import { Html } from '#web/ui/layout/html.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Slider } from './slider.tsx'
import { Stars } from './stars.tsx'

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
