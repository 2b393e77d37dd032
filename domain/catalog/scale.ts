import type { Size } from './sizes.ts'

/** The figures beside the product in its scale drawing: width and height in centimetres, as their images have them. */
export const DOOR_AND_PERSON = { width: 150, height: 206 }
export const CHAIR = { width: 46, height: 90 }
/** Between any two, and above the highest. */
const GAP = 12

/** A drawing's measures, in centimetres. */
export type Scene = { width: number; height: number; gap: number }

/** One scale for all sizes that a page offers, so that they can be compared. */
export function sceneFor(sizes: readonly Pick<Size, 'width' | 'height'>[]): Scene {
  const widest = Math.max(...sizes.map(({ width }) => width))
  const highest = Math.max(DOOR_AND_PERSON.height, ...sizes.map(({ height }) => height))
  return { width: DOOR_AND_PERSON.width + widest + CHAIR.width + 2 * GAP, height: highest + GAP, gap: GAP }
}
