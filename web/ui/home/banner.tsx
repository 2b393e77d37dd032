import { useCallback, useState } from 'react'
import type { TextContents } from '#domain/texts/contents.ts'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { Html } from '#web/ui/layout/html.tsx'
import { BannerImage } from './banner-image.tsx'
import { Slider } from './slider.tsx'

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
