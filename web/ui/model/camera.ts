import { cross, lookAt, multiply, normalize, perspective, project, subtract, type Vector } from './matrix.ts'

/** Radians; `zoom` 1 is the distance of the photographs, less is nearer. */
export type Pose = { angle: number; rise: number; zoom: number }

/** The view of most photographs. */
export const START: Pose = { angle: rad(27), rise: rad(11), zoom: 1 }

const STEEPEST = rad(78)
const FLATTEST = rad(1)
const NEAREST = 0.4
const FARTHEST = 1.5
/** A lens of 95 mm, on a frame 36 mm high. */
const FOCAL = 95 / 18
/** The frame of the photographs, the share of it that a pot fills, and the share below its foot. */
const FRAME = { aspect: 0.8, width: 0.78, height: 0.76, floor: 0.12 }

/** The camera's place in front of one model. Metres, but `shift` is in halves of the frame. */
export type Stand = { middle: Vector; distance: number; shift: [number, number] }

export function limit({ angle, rise, zoom }: Pose): Pose {
  return {
    angle,
    rise: Math.min(STEEPEST, Math.max(FLATTEST, rise)),
    zoom: Math.min(FARTHEST, Math.max(NEAREST, zoom)),
  }
}

/** The height of the frame at the pot: the unit in which the studio's light is measured. */
export function unitOf({ distance }: Stand): number {
  return (2 * distance) / FOCAL
}

/** Stands back until the pot fills the frame as in the photographs. @param places of its vertices, three numbers each */
export function standBefore(places: readonly Float32Array[], angle = START.angle): Stand {
  const points = places.flatMap((numbers) => turned(numbers, angle))
  const [xs, ys, zs] = [0, 1, 2].map((k) => rangeOf(points.map((point) => point[k] ?? 0))) as [Range, Range, Range]
  const middle = [xs, ys, zs].map(([low, high]) => (low + high) / 2) as [number, number, number]
  const stand: Stand = { middle, distance: 5 * (ys[1] + xs[1]), shift: [0, 0] }
  for (let tries = 0; ; tries++) {
    const matrix = viewOf(stand, { ...START, angle: 0 }, FRAME.aspect).matrix
    const seen = points.map((point) => project(matrix, point))
    const [left, right] = rangeOf(seen.map(([x]) => x))
    const [bottom, top] = rangeOf(seen.map(([, y]) => y))
    const width = (right - left) / 2
    const height = (top - bottom) / 2
    if (tries < 6) stand.distance *= Math.max(width / FRAME.width, height / FRAME.height)
    else {
      // A low, wide pot leaves much room in the frame; a part of it goes below the pot, so that the pot stands nearer the middle.
      const below = FRAME.floor + Math.max(0, FRAME.height - height) * 0.42
      stand.shift = [-(left + right) / 2, 2 * below - 1 - bottom]
      return stand
    }
  }
}

/** The view of the camera: matrix and eye in metres, and the rays through the frame's middle, right and upper edge. */
export function viewOf({ middle, distance, shift }: Stand, { rise, zoom }: Pose, aspect: number) {
  // A frame narrower than that of the photographs shows as much from left to right.
  const far = distance * zoom * Math.max(1, FRAME.aspect / aspect)
  const away: Vector = [0, Math.sin(rise) * far, Math.cos(rise) * far]
  const eye: Vector = [middle[0] + away[0], middle[1] + away[1], middle[2] + away[2]]
  const back = normalize(away)
  const right: Vector = [1, 0, 0]
  const up = cross(back, right)
  const [x, y] = shift
  const ahead = subtract(subtract(scale(back, -1), scale(right, (x * FRAME.aspect) / FOCAL)), scale(up, y / FOCAL))
  const matrix = multiply(
    perspective(FOCAL, aspect, [far * 0.1, far * 4], [(x * FRAME.aspect) / aspect, y]),
    lookAt(eye, middle),
  )
  return { matrix, eye, ahead, right: scale(right, aspect / FOCAL), up: scale(up, 1 / FOCAL) }
}

const SIDES = ['the front', 'the right', 'the back', 'the left']

/** The view in words, for screen readers: `Seen from the front, from above`. */
export function describePose({ angle, rise, zoom }: Pose): string {
  const quarters = (angle - START.angle) / rad(90)
  const nearest = Math.round(quarters)
  const side = SIDES[((-nearest % 4) + 4) % 4]
  const height = rise > rad(50) ? ', from above' : rise < rad(6) ? ', from the floor' : ''
  const distance = zoom < 0.8 ? ', near' : zoom > 1.2 ? ', far' : ''
  return `Seen from ${side}${height}${distance}`
}

/** Every third vertex, which is enough to fit the frame, turned by `angle`. */
function turned(numbers: Float32Array, angle: number): Vector[] {
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  return Array.from({ length: Math.floor(numbers.length / 9) }, (_, index) => {
    const [x = 0, y = 0, z = 0] = numbers.subarray(index * 9)
    return [x * c + z * s, y, z * c - x * s]
  })
}

type Range = [low: number, high: number]

function rangeOf(numbers: number[]): Range {
  return numbers.reduce(([low, high], it) => [Math.min(low, it), Math.max(high, it)], [9, -9])
}

function scale([x, y, z]: Vector, by: number): Vector {
  return [x * by, y * by, z * by]
}

function rad(degrees: number): number {
  return (degrees * Math.PI) / 180
}
