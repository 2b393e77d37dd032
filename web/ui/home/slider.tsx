import type { EmblaCarouselType } from 'embla-carousel'
import { Children, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { IconButton } from '#web/ui/forms/icon-button.tsx'
import { onNearViewport } from '#web/ui/on-near-viewport.ts'
import { usePageHidden, useReducedMotion } from '#web/ui/use-media.ts'

type SliderProps = {
  /** Accessible name. */
  label: string
  delayMs: number
  /** `banner`: one full-width slide; `cards`: one to three, depending on the width. */
  variant: 'banner' | 'cards'
  onSelect?: (index: number) => void
  children: ReactNode
}

/**
 * A carousel with autoplay, which stops on hover and focus, in hidden tabs, by its pause button and under reduced motion.
 * Embla's autoplay plugin restarts after a drag even when paused by the button, so the timer is our own.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/carousel/
 */
export function Slider({ label, delayMs, variant, onSelect, children }: SliderProps) {
  const slides = Children.toArray(children)
  const reduced = useReducedMotion()
  const frame = useRef<HTMLDivElement>(null)
  const { embla, move } = useEmbla(frame)
  const [selected, setSelected] = useState(0)
  const [inView, setInView] = useState<number[]>()
  const [userChoice, setUserChoice] = useState<boolean>()
  const { isInteracting, clearFocus, handlers } = useInteraction()
  const hidden = usePageHidden()
  const playing = userChoice ?? !reduced
  const moving = playing && !isInteracting && !hidden

  useEffect(() => {
    if (!embla) return
    const updateInView = () => setInView(embla.slidesInView())
    const select = () => {
      setSelected(embla.selectedScrollSnap())
      onSelect?.(embla.selectedScrollSnap())
    }
    updateInView()
    select()
    embla.on('slidesInView', updateInView).on('select', select).on('reInit', select)
    return () => {
      embla.off('slidesInView', updateInView).off('select', select).off('reInit', select)
    }
  }, [embla, onSelect])

  // One timer per slide, so that choosing a slide by hand restarts it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `selected` is what restarts it
  useEffect(() => {
    if (!embla || !moving) return
    const timer = setTimeout(() => embla.scrollNext(reduced), delayMs)
    return () => clearTimeout(timer)
  }, [embla, moving, delayMs, reduced, selected])

  function playOrPause() {
    setUserChoice(!playing)
    clearFocus()
  }

  return (
    <section className={`slider ${variant}`} aria-roledescription="carousel" aria-label={label} {...handlers}>
      <div className="slider-controls">
        <IconButton icon={playing ? 'pause' : 'play'} label={playing ? 'Pause' : 'Play'} onClick={playOrPause} />
        <IconButton icon="left" label="Previous slide" onClick={() => move((it) => it.scrollPrev(reduced))} />
        <div className="slider-dots">
          {slides.map((_, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: dots have no other identity
              key={index}
              type="button"
              className="slider-dot"
              aria-label={`Slide ${index + 1}`}
              aria-current={index === selected ? 'true' : undefined}
              onClick={() => move((it) => it.scrollTo(index, reduced))}
            />
          ))}
        </div>
        <IconButton icon="right" label="Next slide" onClick={() => move((it) => it.scrollNext(reduced))} />
      </div>
      <div className="slider-viewport" ref={frame} data-ready={embla ? '' : undefined}>
        <div className="slider-slides" aria-live={moving ? 'off' : 'polite'}>
          {slides.map((slide, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is a group by the carousel pattern
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: slides have no other identity
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

type Move = (embla: EmblaCarouselType) => void

/**
 * Embla, fetched when the slider is near the viewport: it is a quarter of our own script, and it measures all slides at
 * once, which would slow down hydration. A press in the meantime moves the slider as soon as Embla is there.
 */
function useEmbla(frame: RefObject<HTMLElement | null>) {
  const [embla, setEmbla] = useState<EmblaCarouselType>()
  const waiting = useRef<Move>(undefined)

  useEffect(() => {
    const { current } = frame
    if (!current) return
    let opened: EmblaCarouselType | undefined
    let isGone = false
    async function open(viewport: HTMLElement) {
      const { default: EmblaCarousel } = await import('embla-carousel')
      if (isGone) return
      opened = EmblaCarousel(viewport, { loop: true, align: 'start', duration: 32, inViewThreshold: 0.5 })
      setEmbla(opened)
      waiting.current?.(opened)
    }
    const stop = onNearViewport(current, () => {
      // On a broken connection the first slide stays, as without scripts.
      open(current).catch(() => console.info('The slider could not be loaded.'))
    })
    return () => {
      isGone = true
      stop()
      opened?.destroy()
    }
  }, [frame])

  function move(how: Move) {
    if (embla) how(embla)
    else waiting.current = how
  }

  return { embla, move }
}

/** Pointer or focus on the slider pauses it. `clearFocus` lets it play while the play button still has the focus. */
function useInteraction() {
  const [pointer, setPointer] = useState(false)
  const [focus, setFocus] = useState(false)
  const handlers = {
    onPointerEnter: () => setPointer(true),
    // A touch leaves when the finger lifts, so it pauses only while touching.
    onPointerLeave: () => setPointer(false),
    onPointerCancel: () => setPointer(false),
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
  }
  return { isInteracting: pointer || focus, clearFocus: () => setFocus(false), handlers }
}
