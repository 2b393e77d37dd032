import { Icon } from '#web/ui/icons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Slider } from './slider.tsx'

export type Testimonial = { name: string; city: string; rating: number; text: string }

const DELAY_MS = 4000

export function Testimonials({ testimonials }: { testimonials: readonly Testimonial[] }) {
  return (
    <Section heading="What our customers say" className="testimonials">
      <Slider label="Testimonials" delayMs={DELAY_MS} variant="cards">
        {testimonials.map(({ name, city, rating, text }) => (
          <figure key={name} className="testimonial">
            <Stars rating={rating} />
            <blockquote>{text}</blockquote>
            <figcaption>
              {name}, <span>{city}</span>
            </figcaption>
          </figure>
        ))}
      </Slider>
    </Section>
  )
}

function Stars({ rating }: { rating: number }) {
  return (
    <div className="stars" role="img" aria-label={`${rating} of 5 stars`}>
      {[1, 2, 3, 4, 5].map((star) => (
        <span key={star} className={star <= rating ? undefined : 'empty'}>
          <Icon name="star" />
        </span>
      ))}
    </div>
  )
}
