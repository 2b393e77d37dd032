import { lookAt, type Vector } from './matrix.ts'

/**
 * The light of the front photographs (`photography/stands.py`), where one unit is the height of the frame. y is up, z towards
 * the camera. `power` is red, green and blue in watts.
 */
type Lamp = { at: Vector; target: Vector; width: number; height: number; power: Vector }

export const LAMPS: readonly Lamp[] = [
  { at: [-2, 2.1, 1.25], target: [0, 0.35, 0], width: 1.25, height: 1.25, power: [150, 131, 110.5] },
  { at: [2.4, 1.3, 1.8], target: [0, 0.4, 0], width: 2.2, height: 2.2, power: [13.7, 14.5, 16] },
  { at: [1.15, 0.75, 0.95], target: [0, 0.3, 0], width: 0.2, height: 1.5, power: [14, 13.1, 12.2] },
]

/** For each lamp: half its width to the right, half its height upwards, and the direction from its target to the lamp. */
export const LAMP_AXES = LAMPS.map(({ at, target, width, height }) => {
  const [a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0] = lookAt(at, target)
  const wide = width / 2
  const high = height / 2
  return [a * wide, d * wide, g * wide, b * high, e * high, h * high, c, f, i]
})

/**
 * The light that a surface gets from table, wall and sky, as spherical harmonics of the second order, red, green and blue:
 * computed from a panorama of the empty stand, and divided by pi.
 */
export const BOUNCE = [
  ...[0.5203, 0.4068, 0.3191, -0.0319, 0.0457, 0.0921, -0.2213, -0.1547, -0.0877],
  ...[-0.0558, -0.04, -0.0263, -0.0104, -0.0104, -0.0082, -0.0743, -0.0651, -0.0514],
  ...[0.0094, 0.0169, 0.0201, 0.0415, 0.0313, 0.0211, -0.01, 0.0021, 0.0098],
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
