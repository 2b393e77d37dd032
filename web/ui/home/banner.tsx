import { useCallback, useState } from 'react'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { BannerPicture } from './banner-picture.tsx'
import { Slider } from './slider.tsx'

export type BannerSlide = {
  heading: string
  line: string
  action: string
  to: string
  /** Base name of its photographs in `web/pictures`. */
  picture: string
}

const DELAY_MS = 3000

type BannerProps = {
  slides: readonly BannerSlide[]
  /** The page's heading, which no single slide can be. */
  title?: string
}

export function Banner({ slides, title = 'Gamla, stone-finish pots and planters' }: BannerProps) {
  // Before scripts run only the first slide's picture is fetched, then always the next one too.
  const [reached, setReached] = useState(-1)
  const reach = useCallback((index: number) => setReached((before) => Math.max(before, index)), [])
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      <Slider label="What the shop has" delayMs={DELAY_MS} look="banner" onSelect={reach}>
        {slides.map((slide, index) => (
          <div key={slide.picture} className="banner-slide">
            <BannerPicture name={slide.picture} priority={index === 0} soon={index <= reached + 1} />
            <div className="banner-words">
              <h2>{slide.heading}</h2>
              <p>{slide.line}</p>
              <LinkButton to={slide.to}>{slide.action}</LinkButton>
            </div>
          </div>
        ))}
      </Slider>
    </>
  )
}
