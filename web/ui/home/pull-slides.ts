/** Pixels that a pressed mouse may move without pulling. */
const STILL_PX = 5
/** A pull by this share of a slide's width moves on to the next. */
const PULLED_SHARE = 0.1

/**
 * A pressed mouse pulls the slides as a finger does, and a pull past either end goes on at the other.
 *
 * @param moveTo shows this slide; past one end it shows the other
 * @returns a function that stops it
 */
export function pullSlides(viewport: HTMLElement, moveTo: (index: number) => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let from: { x: number; left: number } | undefined

  viewport.addEventListener(
    'pointerdown',
    ({ pointerType, button, clientX }) => {
      if (pointerType === 'mouse' && button === 0) from = { x: clientX, left: viewport.scrollLeft }
    },
    { signal },
  )
  viewport.addEventListener(
    'pointermove',
    ({ buttons, clientX, pointerId }) => {
      if (buttons === 0) from = undefined
      if (!from) return
      const moved = clientX - from.x
      if (!viewport.hasPointerCapture(pointerId) && Math.abs(moved) < STILL_PX) return
      // While the pointer is captured, releasing it does not click the link below it.
      viewport.setPointerCapture(pointerId)
      viewport.style.scrollSnapType = 'none'
      viewport.scrollLeft = from.left - moved
    },
    { signal },
  )
  viewport.addEventListener(
    'lostpointercapture',
    ({ clientX }) => {
      if (!from) return
      const moved = clientX - from.x
      const width = viewport.querySelector('.slider-slide')?.getBoundingClientRect().width || 1
      const isAtEnd = viewport.scrollLeft === from.left
      const left = isAtEnd ? from.left - moved : viewport.scrollLeft
      moveTo(Math.round(left / width - Math.sign(moved) * (0.5 - PULLED_SHARE)))
      from = undefined
      viewport.style.scrollSnapType = ''
    },
    { signal },
  )
  for (const own of ['dragstart', 'selectstart'])
    viewport.addEventListener(own, (event) => from && event.preventDefault(), { signal })
  return () => listening.abort()
}
