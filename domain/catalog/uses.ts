import type { Size } from './sizes.ts'

/** Places that shoppers choose a pot for. */
export const USES = ['Balcony', 'Desk', 'Doorway', 'Floor'] as const
type Use = (typeof USES)[number]

/** Where a size fits by its outer dimensions in centimetres: a balcony is narrow, and shallow trays dry out in its wind. */
const FITS: Record<Use, (size: Pick<Size, 'width' | 'depth' | 'height'>) => boolean> = {
  Balcony: ({ depth, height }) => depth <= 38 && height >= 20 && height <= 60,
  Desk: ({ width, depth, height }) => width <= 36 && depth <= 30 && height <= 30,
  Doorway: ({ height }) => height >= 50,
  Floor: ({ height }) => height >= 30,
}

export function usesOf(size: Pick<Size, 'width' | 'depth' | 'height'>): Use[] {
  return USES.filter((use) => FITS[use](size))
}
