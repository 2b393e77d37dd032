import useEmblaCarousel from 'embla-carousel-react'
import { Children, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '#web/ui/icons.tsx'
import { onNearViewport } from '#web/ui/on-near-viewport.ts'
import { usePageHidden, useReducedMotion } from '#web/ui/use-media.ts'

type SliderProps = {
  /** Its name, for people who hear it. */
  label: string
  delayMs: number
  /** `banner` one at a time over the whole width; `cards` one, two or three by width. */
  look: 'banner' | 'cards'
  onSelect?: (index: number) => void
  children: ReactNode
}

/**
 * Slides that move by themselves, until somebody looks closer: with the pointer or the focus on them, in a hidden tab,
 * after a press on pause, or under reduced motion they stand still. Embla's own autoplay plugin starts again after a
 * drag even when paused by its button, so the timer is here.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/carousel/
 */
export function Slider({ label, delayMs, look, onSelect, children }: SliderProps) {
  const slides = Children.toArray(children)
  const reduced = useReducedMotion()
  const frame = useRef<HTMLDivElement>(null)
  const [attach, embla] = useEmblaCarousel({ loop: true, align: 'start', duration: 32, inViewThreshold: 0.5 })
  const [selected, setSelected] = useState(0)
  const [inView, setInView] = useState<number[]>()
  const [wanted, setWanted] = useState<boolean>()
  const { held, release, holders } = useHeld()
  const hidden = usePageHidden()
  const playing = wanted ?? !reduced
  const moving = playing && !held && !hidden

  // Embla measures all its slides at once: that is not for the moment in which a page comes alive.
  useEffect(() => {
    const { current } = frame
    if (current) return onNearViewport(current, () => attach(current))
  }, [attach])

  useEffect(() => {
    if (!embla) return
    const look = () => setInView(embla.slidesInView())
    const select = () => {
      setSelected(embla.selectedScrollSnap())
      onSelect?.(embla.selectedScrollSnap())
    }
    look()
    select()
    embla.on('slidesInView', look).on('select', select).on('reInit', select)
    return () => {
      embla.off('slidesInView', look).off('select', select).off('reInit', select)
    }
  }, [embla, onSelect])

  // One timer a slide: choosing another slide by hand starts its time anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `selected` is what restarts it
  useEffect(() => {
    if (!embla || !moving) return
    const timer = setTimeout(() => embla.scrollNext(reduced), delayMs)
    return () => clearTimeout(timer)
  }, [embla, moving, delayMs, reduced, selected])

  function playOrPause() {
    setWanted(!playing)
    release()
  }

  return (
    <section className={`slider ${look}`} aria-roledescription="carousel" aria-label={label} {...holders}>
      <div className="slider-controls">
        <button type="button" className="icon-button" aria-label={playing ? 'Pause' : 'Play'} onClick={playOrPause}>
          <Icon name={playing ? 'pause' : 'play'} />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Previous slide"
          onClick={() => embla?.scrollPrev(reduced)}
        >
          <Icon name="left" />
        </button>
        <div className="slider-dots">
          {slides.map((_, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place
              key={index}
              type="button"
              className="slider-dot"
              aria-label={`Slide ${index + 1}`}
              aria-current={index === selected ? 'true' : undefined}
              onClick={() => embla?.scrollTo(index, reduced)}
            />
          ))}
        </div>
        <button
          type="button"
          className="icon-button"
          aria-label="Next slide"
          onClick={() => embla?.scrollNext(reduced)}
        >
          <Icon name="right" />
        </button>
      </div>
      <div className="slider-viewport" ref={frame} data-ready={embla ? '' : undefined}>
        <div className="slider-slides" aria-live={moving ? 'off' : 'polite'}>
          {slides.map((slide, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is a group by the carousel pattern
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a slide is its place
              key={index}
              className="slider-slide"
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${slides.length}`}
              inert={inView !== undefined && inView.length > 0 && !inView.includes(index)}
            >
              {slide}
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

/** Pointer or focus on the slider holds it; `release` lets it go although the focus is still there. */
function useHeld() {
  const [pointer, setPointer] = useState(false)
  const [focus, setFocus] = useState(false)
  const holders = {
    onPointerEnter: () => setPointer(true),
    // A finger that drags leaves when it lifts, so touch holds only as long as it touches.
    onPointerLeave: () => setPointer(false),
    onPointerCancel: () => setPointer(false),
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
  }
  return { held: pointer || focus, release: () => setFocus(false), holders }
}
