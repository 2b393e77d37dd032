/** Movements asked for by hand, wheel or key: turns in radians, and a factor of the distance. */
export type Gestures = {
  onMove(change: { angle?: number; rise?: number; zoom?: number }): void
  onReset(): void
  /** A finger or the mouse holds the pot. */
  onHold(isHeld: boolean): void
  /** Can a wheel still bring it nearer or farther? Otherwise it scrolls the page. */
  mayZoom(factor: number): boolean
}

type Point = { x: number; y: number }

/** Radians for a pixel, from left to right and from top to bottom. */
const BY_PIXEL = { angle: 1 / 120, rise: 1 / 200 }
const BY_KEY = { angle: Math.PI / 12, rise: Math.PI / 18, zoom: 1.15 }

/** The steps of keys and of the buttons beside them. */
export const STEPS = {
  left: { angle: -BY_KEY.angle },
  right: { angle: BY_KEY.angle },
  up: { rise: BY_KEY.rise },
  down: { rise: -BY_KEY.rise },
  nearer: { zoom: 1 / BY_KEY.zoom },
  farther: { zoom: BY_KEY.zoom },
}

const KEYS: Readonly<Record<string, keyof typeof STEPS>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  '+': 'nearer',
  '=': 'nearer',
  '-': 'farther',
}

/** Listens until `signal` is aborted. Fingers that move up or down scroll the page: the canvas has `touch-action: pan-y`. */
export function watchGestures(canvas: HTMLElement, gestures: Gestures, signal: AbortSignal): void {
  const held = new Map<number, Point>()
  // The wheel zooms only after a press on the pot and until the pointer leaves it, so that it does not stop people who scroll past.
  let ownsWheel = false

  function on<Name extends keyof HTMLElementEventMap>(
    name: Name,
    listen: (event: HTMLElementEventMap[Name]) => void,
    options: AddEventListenerOptions = {},
  ) {
    canvas.addEventListener(name, listen, { ...options, signal })
  }

  function release({ pointerId }: PointerEvent) {
    if (held.delete(pointerId) && held.size === 0) gestures.onHold(false)
  }

  on('pointerdown', (event) => {
    if (event.button !== 0) return
    ownsWheel = true
    held.set(event.pointerId, { x: event.clientX, y: event.clientY })
    canvas.setPointerCapture(event.pointerId)
    gestures.onHold(true)
  })
  on('pointermove', (event) => {
    const before = held.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...held].find(([id]) => id !== event.pointerId)?.[1]
    held.set(event.pointerId, now)
    if (other) gestures.onMove({ zoom: distance(before, other) / Math.max(1, distance(now, other)) })
    else gestures.onMove({ angle: (now.x - before.x) * BY_PIXEL.angle, rise: (now.y - before.y) * BY_PIXEL.rise })
  })
  on('pointerup', release)
  on('pointercancel', release)
  on('pointerleave', () => {
    ownsWheel = false
  })
  // Two fingers are a pinch, which neither scrolls nor enlarges the page.
  on('touchmove', (event) => event.touches.length > 1 && event.preventDefault(), { passive: false })
  on(
    'wheel',
    (event) => {
      // Trackpads send pinches as a wheel with Ctrl.
      if (!ownsWheel && !event.ctrlKey) return
      const lines = event.deltaMode ? 16 : 1
      const factor = Math.exp((event.deltaY * lines) / (event.ctrlKey ? 200 : 700))
      if (!event.ctrlKey && !gestures.mayZoom(factor)) return
      event.preventDefault()
      gestures.onMove({ zoom: factor })
    },
    { passive: false },
  )
  on('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const step = KEYS[event.key]
    if (!step && event.key !== 'Home') return
    event.preventDefault()
    if (step) gestures.onMove(STEPS[step])
    else gestures.onReset()
  })
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
