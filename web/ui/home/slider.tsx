import { Children, type FocusEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconButton } from '#web/ui/forms/icon-button.tsx'
import { useLate } from '#web/ui/use-late.ts'
import { usePageHidden, useReducedMotion } from '#web/ui/use-media.ts'

const FADE_MS = 400

const loadPull = () => import('./pull-slides.ts')

type SliderProps = {
  label: string
  delayMs: number
  /** `banner`: one full-width slide; `cards`: one to three, depending on the width. */
  variant: 'banner' | 'cards'
  onSelect?: (index: number) => void
  children: ReactNode
}

/** A slider's position: `selected` is the first slide in view, `last` the last one that can be the first. */
type Place = { selected: number; last: number }

/**
 * A carousel with autoplay, which stops on hover and focus, in hidden tabs, by its pause button and under reduced motion.
 * The browser itself scrolls it: a library would be the largest script of the home page after React.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/carousel/
 */
export function Slider({ label, delayMs, variant, onSelect, children }: SliderProps) {
  const slides = Children.toArray(children)
  const reduced = useReducedMotion()
  const viewport = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<Place>()
  const [userChoice, setUserChoice] = useState<boolean>()
  const { isInteracting, clearFocus, handlers } = useInteraction()
  const hidden = usePageHidden()
  const playing = userChoice ?? !reduced
  const moving = playing && !isInteracting && !hidden
  const selected = place?.selected ?? 0
  const inView = place ? slides.length - place.last : slides.length

  function measure() {
    const { current } = viewport
    const now = current && placeOf(current)
    if (!now || (now.selected === place?.selected && now.last === place.last)) return
    setPlace(now)
    onSelect?.(now.selected)
  }

  // Measuring lays the slides out, which would slow down hydration.
  const open = useEffectEvent(measure)
  useEffect(() => {
    if (viewport.current) return onNearViewport(viewport.current, open)
  }, [])

  /** Past one end it goes on at the other. */
  function moveTo(index: number) {
    const { current } = viewport
    if (!current) return
    const { last } = placeOf(current)
    const goal = index < 0 ? last : index > last ? 0 : index
    const isAround = goal !== index
    const left = goal * slideWidth(current)
    current.scrollTo({ left, behavior: reduced || isAround ? 'instant' : 'smooth' })
    if (isAround && !reduced) current.animate({ opacity: [0, 1] }, FADE_MS)
  }

  // One timer per slide, so that choosing a slide by hand restarts it.
  const move = useEffectEvent(moveTo)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `selected` is what restarts it
  useEffect(() => {
    if (!place || !moving) return
    const timer = setTimeout(() => move(selected + 1), delayMs)
    return () => clearTimeout(timer)
  }, [place !== undefined, moving, delayMs, selected])

  const pull = useLate(loadPull, isInteracting)
  useEffect(() => (viewport.current ? pull?.pullSlides(viewport.current, (index) => move(index)) : undefined), [pull])

  function playOrPause() {
    setUserChoice(!playing)
    clearFocus()
  }

  return (
    <section className={`slider ${variant}`} aria-roledescription="carousel" aria-label={label} {...handlers}>
      <div className="row center gap-1 slider-controls">
        <IconButton icon={playing ? 'pause' : 'play'} label={playing ? 'Pause' : 'Play'} onClick={playOrPause} />
        <IconButton icon="left" label="Previous slide" onClick={() => moveTo(selected - 1)} />
        <div className="row slider-dots">
          {slides.map((_, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: dots have no other identity
              key={index}
              type="button"
              className="slider-dot"
              aria-label={`Slide ${index + 1}`}
              aria-current={index === selected ? 'true' : undefined}
              onClick={() => moveTo(index)}
            />
          ))}
        </div>
        <IconButton icon="right" label="Next slide" onClick={() => moveTo(selected + 1)} />
      </div>
      <div
        className="slider-viewport"
        ref={viewport}
        onScroll={measure}
        data-ready={place ? '' : undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the arrow keys
        tabIndex={0}
      >
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
              inert={index < selected || index >= selected + inView}
            >
              {slide}
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

function placeOf(viewport: HTMLElement): Place {
  const width = slideWidth(viewport)
  return {
    selected: Math.round(viewport.scrollLeft / width),
    last: Math.round((viewport.scrollWidth - viewport.clientWidth) / width),
  }
}

/** In pixels; a phone's slide may have a fraction of one. */
function slideWidth(viewport: HTMLElement): number {
  return viewport.querySelector('.slider-slide')?.getBoundingClientRect().width || 1
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
    // A click on a slide focuses the viewport, which must not pause the slides for good.
    onFocus: ({ target }: FocusEvent) => setFocus(!target.matches('.slider-viewport:not(:focus-visible)')),
    onBlur: () => setFocus(false),
  }
  return { isInteracting: pointer || focus, clearFocus: () => setFocus(false), handlers }
}

/** Calls back once, in its own task, when the element is within half a screen of the viewport. */
function onNearViewport(element: Element, callBack: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      callBack()
    },
    { rootMargin: '50%' },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
