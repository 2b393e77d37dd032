import { useCallback, useState } from 'react'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { BannerImage } from './banner-image.tsx'
import { Slider } from './slider.tsx'

export type BannerSlide = {
  heading: string
  text: string
  action: string
  to: string
  /** Base name of its images in `web/pictures`. */
  image: string
}

const DELAY_MS = 3000

export function Banner({ slides }: { slides: readonly BannerSlide[] }) {
  // Before hydration only the first image loads; after that always the next one too.
  const [lastShown, setLastShown] = useState(-1)
  const onSelect = useCallback((index: number) => setLastShown((last) => Math.max(last, index)), [])
  return (
    <Slider label="Featured collections" delayMs={DELAY_MS} variant="banner" onSelect={onSelect}>
      {slides.map((slide, index) => (
        <div key={slide.image} className="banner-slide">
          <BannerImage name={slide.image} priority={index === 0} preload={index <= lastShown + 1} />
          <div className="banner-text">
            <h2>{slide.heading}</h2>
            <p>{slide.text}</p>
            <LinkButton to={slide.to}>{slide.action}</LinkButton>
          </div>
        </div>
      ))}
    </Slider>
  )
}
