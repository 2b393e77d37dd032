import type { Size } from './sizes.ts'

/** Places that shoppers choose a pot for. */
export const USES = ['Balcony', 'Desk', 'Doorway', 'Floor'] as const
type Use = (typeof USES)[number]

/**
 * The places that a size fits by its outer dimensions in centimetres. On a balcony it leaves room to walk, and is neither
 * so shallow that it dries out in the wind nor so tall that it falls over; on a desk it leaves room to work. Beside a door
 * it is tall and upright; on the floor it needs a place of its own.
 */
const FITS: Record<Use, (size: Pick<Size, 'width' | 'depth' | 'height'>) => boolean> = {
  Balcony: ({ depth, height }) => depth <= 30 && height >= 20 && height <= 36,
  Desk: ({ width, depth, height }) => width <= 36 && depth <= 26 && height <= 24,
  Doorway: ({ width, height }) => height >= 50 && height > width,
  Floor: ({ width, height }) => width >= 40 && height >= 40,
}

export function usesOf(size: Pick<Size, 'width' | 'depth' | 'height'>): Use[] {
  return USES.filter((use) => FITS[use](size))
}
