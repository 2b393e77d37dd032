import { lookAt, type Vector } from './matrix.ts'

/**
 * The light of `photography/sets.py`, where one unit is the height of the frame. y is up, z towards the camera.
 * `side` is that of a square lamp, `power` its red, green and blue watts.
 */
type Lamp = { at: Vector; target: Vector; side: number; power: Vector }

export const LAMPS: readonly Lamp[] = [
  { at: [-2, 2.1, 1.15], target: [0, 0.35, 0], side: 1.25, power: [150, 131, 110.5] },
  { at: [2.4, 1.3, 1.8], target: [0, 0.4, 0], side: 2.2, power: [17.1, 18.1, 20] },
  { at: [0.9, 2.4, -1.3], target: [0, 0.5, 0], side: 1, power: [30, 27.7, 24.8] },
]

/** For each lamp: half its side to the right, half its side upwards, and the direction from its target to the lamp. */
export const LAMP_AXES = LAMPS.map(({ at, target, side }) => {
  const [a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0] = lookAt(at, target)
  const half = side / 2
  return [a * half, d * half, g * half, b * half, e * half, h * half, c, f, i]
})

/**
 * The light that a surface gets from paper and sky, as spherical harmonics of the second order, red, green and blue:
 * computed from a panorama of the empty set, and divided by pi.
 */
export const BOUNCE = [
  ...[0.715, 0.6231, 0.5192, -0.4039, -0.3309, -0.2445, -0.0676, -0.049, -0.0258],
  ...[-0.0704, -0.0566, -0.0411, 0.0416, 0.0337, 0.0248, -0.0628, -0.0477, -0.0296],
  ...[0.0091, 0.0071, 0.0047, -0.0112, -0.0094, -0.0071, -0.0206, -0.0173, -0.0134],
]

/** Blender's view "Filmic, Medium High Contrast" at a quarter stop more: 64 steps from 2^-8 to 2^4. */
export const FILM = [
  ...[
    9, 10, 12, 13, 15, 17, 19, 21, 23, 26, 29, 32, 35, 39, 43, 47, 52, 57, 62, 68, 73, 80, 86, 93, 100, 107, 115, 122,
  ],
  ...[
    130, 137, 145, 152, 160, 167, 174, 181, 187, 193, 199, 205, 210, 214, 219, 223, 227, 230, 233, 236, 239, 241, 243,
  ],
  ...[245, 247, 248, 250, 251, 252, 253, 254, 254, 255, 255, 255, 255],
]
