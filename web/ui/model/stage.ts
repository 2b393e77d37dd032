import { readModel } from './bake-glb.ts'
import { describePose, limit, type Pose, START } from './camera.ts'
import { watchGestures } from './gestures.ts'
import { FIRST_MEAN, openStudio } from './studio.ts'

export type Stage = {
  /** Loads a model and shows it in the pose of the one before. */
  show(address: string): Promise<void>
  /** With what stands in the pot, or without. */
  plant(isPlanted: boolean): void
  move(change: Partial<Pose>): void
  reset(): void
  free(): void
}

type Options = {
  /** Called when the pot comes to rest, with the view in words. */
  onRest(description: string): void
  /** The WebGL context was lost, and with it everything on the graphics card. */
  onLost(): void
  /** Turns at once instead of gliding, for reduced motion. */
  isCalm: boolean
}

/** When an image takes longer while the pot moves, the next ones are drawn smaller. */
const SLOW_MS = 50
const SMALLEST_SHARE = 0.4
/**
 * While the pot rests, the mean of several images is shown, which softens shadows and edges. Slow devices draw fewer; very slow
 * ones only `FIRST_MEAN`, with shadows that are blurred in each image.
 */
const SAMPLES = 32
const SAMPLES_SLOW = 12
const VERY_SLOW_MS = 200
/** More pixels would make no visible difference. */
const MAX_PIXELS = 2_400_000

/** Undefined: this browser has no WebGL 2. Draws only when something has changed. */
export function openStage(canvas: HTMLCanvasElement, { onRest, onLost, isCalm }: Options): Stage | undefined {
  const context = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false })
  if (!context) return undefined
  const gl: WebGL2RenderingContext = context
  const studio = openStudio(gl)
  const life = new AbortController()
  let loading = new AbortController()
  let [pose, goal] = [START, START]
  let isHeld = false
  let isChanged = false
  let isShown = false
  /** True once the resting pot is drawn in full size; then `sample` of `samples` images are drawn for the mean. */
  let isSharp = false
  let sample = 0
  let samples = SAMPLES
  let asked = 0
  /** Signalled when the graphics card has drawn the last image. */
  let fence: WebGLSync | null = null
  /** The time of the previous image; undefined after a break in drawing. */
  let before: number | undefined
  /** The share of the width and height that is drawn while the pot moves. */
  let share = 1

  const sizes = new ResizeObserver(change)
  sizes.observe(canvas)
  canvas.addEventListener('webglcontextlost', onLost, { signal: life.signal })
  watchGestures(
    canvas,
    {
      onMove: (by) => move(by, { isAtOnce: isHeld }),
      onReset: reset,
      onHold(held) {
        isHeld = held
        if (!held) ask()
      },
      mayZoom: (factor) => limit({ ...goal, zoom: goal.zoom * factor }).zoom !== goal.zoom,
    },
    life.signal,
  )

  function move({ angle = 0, rise = 0, zoom = 1 }: Partial<Pose>, { isAtOnce = false } = {}) {
    goal = limit({ angle: goal.angle + angle, rise: goal.rise + rise, zoom: goal.zoom * zoom })
    if (isAtOnce || isCalm) pose = goal
    change()
  }

  function reset() {
    // Turns back by the shortest way.
    const rounds = Math.round((goal.angle - START.angle) / (2 * Math.PI))
    goal = { ...START, angle: START.angle + rounds * 2 * Math.PI }
    if (isCalm) pose = goal
    change()
  }

  function change() {
    isChanged = true
    ask()
  }

  function ask() {
    asked ||= requestAnimationFrame(paint)
  }

  function paint(now: number) {
    asked = 0
    // A slow device gets frames faster than it can draw them, so wait until the last one is drawn.
    if (fence && gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.UNSIGNALED) return ask()
    const took = before === undefined ? 0 : now - before
    before = now
    if (!isShown || !fitCanvas()) return
    if (isChanged) {
      if (took > SLOW_MS) share = Math.max(SMALLEST_SHARE, share * 0.75)
      sample = 0
      isSharp = false
      isChanged = glide()
      paintImage(share)
      ask()
    } else if (isHeld) before = undefined
    else if (!isSharp) {
      isSharp = true
      paintImage(1)
      onRest(describePose(pose))
      samples = studio.canRefine ? SAMPLES : 0
      ask()
    } else if (sample < samples) {
      if (sample === 0) samples = took > VERY_SLOW_MS ? FIRST_MEAN : took > SLOW_MS ? SAMPLES_SLOW : SAMPLES
      sample++
      paintImage(1)
      ask()
    } else before = undefined
  }

  function paintImage(part: number) {
    const width = Math.ceil(canvas.width * part)
    const height = Math.ceil(canvas.height * part)
    studio.draw({ pose, sample, isSoft: samples === FIRST_MEAN, width, height })
    gl.deleteSync(fence)
    fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
    gl.flush()
  }

  /** One step towards the goal. @returns whether there is more to go */
  function glide(): boolean {
    const step = (from: number, to: number) => (Math.abs(to - from) < 0.002 ? to : from + (to - from) * 0.3)
    pose = {
      angle: step(pose.angle, goal.angle),
      rise: step(pose.rise, goal.rise),
      zoom: step(pose.zoom, goal.zoom),
    }
    return pose.angle !== goal.angle || pose.rise !== goal.rise || pose.zoom !== goal.zoom
  }

  /** Sets the canvas's pixels to its size on the page. @returns false while it has none */
  function fitCanvas(): boolean {
    const { clientWidth, clientHeight } = canvas
    const density = Math.min(2, devicePixelRatio, Math.sqrt(MAX_PIXELS / Math.max(1, clientWidth * clientHeight)))
    const width = Math.round(clientWidth * density)
    const height = Math.round(clientHeight * density)
    if (width === 0 || height === 0) return false
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    return true
  }

  return {
    move,
    reset,

    plant(isPlanted) {
      studio.plant(isPlanted)
      change()
    },

    async show(address) {
      loading.abort()
      loading = new AbortController()
      const { signal } = loading
      const answer = await fetch(address, { signal })
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
      const model = readModel(await answer.arrayBuffer())
      // Decoded from a Blob, not a `blob:` URL, which the page's content security policy would have to allow.
      const pictures = await Promise.all(
        model.images.map(({ bytes, mimeType: type }) =>
          createImageBitmap(new Blob([bytes], { type }), { colorSpaceConversion: 'none' }),
        ),
      )
      if (!signal.aborted) studio.show(model, pictures)
      for (const picture of pictures) picture.close()
      signal.throwIfAborted()
      isShown = true
      change()
    },

    free() {
      life.abort()
      loading.abort()
      sizes.disconnect()
      cancelAnimationFrame(asked)
      gl.deleteSync(fence)
      studio.free()
      gl.getExtension('WEBGL_lose_context')?.loseContext()
    },
  }
}
