import type { Size } from './sizes.ts'

/** The figures beside the sizes in their scale drawing: width and height in centimetres, as their images have them. */
export const DOOR_AND_PERSON = { width: 150, height: 206 }
/** The part of that image that narrow screens show. */
export const PERSON_WIDTH = 54
export const CHAIR = { width: 46, height: 90 }
/** Between any two. */
const GAP = 12

/** A drawing's measures, in centimetres. `narrow`: its width without the door and the chair. */
export type Scene = { width: number; narrow: number; height: number }

/** One scale for all sizes that a page offers, which stand beside each other so that they can be compared. */
export function sceneFor(sizes: readonly Pick<Size, 'width' | 'height'>[]): Scene {
  const all = sizes.reduce((sum, { width }) => sum + width + GAP, 0)
  return {
    width: DOOR_AND_PERSON.width + all + GAP + CHAIR.width,
    narrow: PERSON_WIDTH + all,
    height: Math.max(DOOR_AND_PERSON.height, ...sizes.map(({ height }) => height)),
  }
}
