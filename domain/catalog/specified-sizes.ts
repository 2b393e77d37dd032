import { PHOTOGRAPHED_FINISHES } from './catalogue-images.ts'
import type { Catalogue, Size } from './sizes.ts'

/** Sizes as the specification lists them, with our dimensions: what a fresh shop has in its database. */
const rows = [
  ['CUBEE', 'C01', 495, 20, 20, 20],
  ['CUBEE', 'C02', 849, 28, 28, 28],
  ['CUBEE', 'C03', 1999, 40, 40, 40],
  ['CUBEE', 'C04', 2980, 50, 50, 50],
  ['TUBO', 'T01', 1385, 30, 30, 60],
  ['TUBO', 'T02', 2255, 38, 38, 80],
  ['WIDEE', 'W01', 1375, 38, 38, 24],
  ['WIDEE', 'W02', 1485, 42, 42, 26],
  ['WIDEE', 'W03', 2255, 52, 52, 32],
  ['WIDEE', 'W04', 3350, 64, 64, 40],
  ['TRIYA', 'TR01', 1499, 30, 30, 34],
  ['TRIYA', 'TR02', 1865, 36, 36, 40],
  ['TRIYA', 'TR03', 3160, 46, 46, 52],
  ['TRIYA', 'TR04', 4375, 56, 56, 62],
  ['BOXA', 'B01', 2075, 60, 24, 24],
  ['BOXA', 'B02', 4450, 90, 30, 30],
  ['BOXA', 'B03', 5485, 110, 36, 36],
  ['OVALIN', 'OV01', 2000, 44, 30, 28],
  ['OVALIN', 'OV02', 3000, 56, 38, 36],
  ['BONSAI', 'BON01', 2000, 36, 26, 10],
  ['BONSAI', 'BON02', 3000, 46, 34, 12],
  ['BONSAI', 'BON03', 4000, 58, 42, 15],
] as const

const SWATCHES = { 'Grey Stone': '#86878a', 'Marble White': '#f1efec', Sandstone: '#dcc8a2', 'Mosaic Grey': '#818286' }

export const SIZES: readonly Size[] = rows.map(([family, code, price, width, depth, height]) => ({
  code,
  family,
  price,
  width,
  depth,
  height,
  weight: null,
  isRetired: false,
}))
export const POT_COLOURS: readonly string[] = PHOTOGRAPHED_FINISHES

export const specifiedCatalogue: Catalogue = {
  sizes: SIZES,
  finishes: PHOTOGRAPHED_FINISHES.map((name) => ({ name, swatch: SWATCHES[name], isRetired: false })),
}

export function getSize(code: string): Size {
  const size = SIZES.find((size) => size.code === code)
  if (!size) throw new Error(`No size ${code} in the specification`)
  return size
}

/** All sizes of this code's family, smallest first. */
export function sizesInFamilyOf(code: string): Size[] {
  return SIZES.filter(({ family }) => family === getSize(code).family)
}
