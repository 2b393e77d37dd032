import { formatRupees, type Rupees } from '#domain/money.ts'

export type Family = 'CUBEE' | 'TUBO' | 'WIDEE' | 'TRIYA' | 'BOXA' | 'OVALIN' | 'BONSAI'

/** One size of one family; `width`, `depth` and `height` are outer dimensions in centimetres. */
export type Size = {
  readonly code: string
  readonly family: Family
  readonly price: Rupees
  readonly width: number
  readonly depth: number
  readonly height: number
}

/** The size catalogue. Dimensions are ours (the customer gave none): this is the one place to correct them. */
export const SIZES = [
  { code: 'C01', family: 'CUBEE', price: 495, width: 20, depth: 20, height: 20 },
  { code: 'C02', family: 'CUBEE', price: 849, width: 28, depth: 28, height: 28 },
  { code: 'C03', family: 'CUBEE', price: 1999, width: 40, depth: 40, height: 40 },
  { code: 'C04', family: 'CUBEE', price: 2980, width: 50, depth: 50, height: 50 },
  { code: 'T01', family: 'TUBO', price: 1385, width: 30, depth: 30, height: 60 },
  { code: 'T02', family: 'TUBO', price: 2255, width: 38, depth: 38, height: 80 },
  { code: 'W01', family: 'WIDEE', price: 1375, width: 38, depth: 38, height: 24 },
  { code: 'W02', family: 'WIDEE', price: 1485, width: 42, depth: 42, height: 26 },
  { code: 'W03', family: 'WIDEE', price: 2255, width: 52, depth: 52, height: 32 },
  { code: 'W04', family: 'WIDEE', price: 3350, width: 64, depth: 64, height: 40 },
  { code: 'TR01', family: 'TRIYA', price: 1499, width: 30, depth: 30, height: 34 },
  { code: 'TR02', family: 'TRIYA', price: 1865, width: 36, depth: 36, height: 40 },
  { code: 'TR03', family: 'TRIYA', price: 3160, width: 46, depth: 46, height: 52 },
  { code: 'TR04', family: 'TRIYA', price: 4375, width: 56, depth: 56, height: 62 },
  { code: 'B01', family: 'BOXA', price: 2075, width: 60, depth: 24, height: 24 },
  { code: 'B02', family: 'BOXA', price: 4450, width: 90, depth: 30, height: 30 },
  { code: 'B03', family: 'BOXA', price: 5485, width: 110, depth: 36, height: 36 },
  { code: 'OV01', family: 'OVALIN', price: 2000, width: 44, depth: 30, height: 28 },
  { code: 'OV02', family: 'OVALIN', price: 3000, width: 56, depth: 38, height: 36 },
  { code: 'BON01', family: 'BONSAI', price: 2000, width: 36, depth: 26, height: 10 },
  { code: 'BON02', family: 'BONSAI', price: 3000, width: 46, depth: 34, height: 12 },
  { code: 'BON03', family: 'BONSAI', price: 4000, width: 58, depth: 42, height: 15 },
] as const satisfies readonly Size[]

export type SizeCode = (typeof SIZES)[number]['code']

const byCode = new Map<string, Size & { code: SizeCode }>(SIZES.map((size) => [size.code, size]))

export function isSizeCode(text: unknown): text is SizeCode {
  return typeof text === 'string' && byCode.has(text)
}

/** @throws when the code is unknown; callers have parsed it before. */
export function getSize(code: SizeCode): Size & { code: SizeCode } {
  const size = byCode.get(code)
  if (!size) throw new Error(`No size ${code} in the catalogue`)
  return size
}

/** All sizes of this code's family, smallest first. */
export function sizesInFamilyOf(code: SizeCode): (Size & { code: SizeCode })[] {
  const { family } = getSize(code)
  return SIZES.filter((size) => size.family === family)
}

/** `CUBEE C02`, as stored in products. */
export function sizeLabelOf(size: Size): string {
  return `${size.family} ${size.code}`
}

/** `28 × 28 × 28 cm`: width, depth, height. */
export function dimensionsOf(size: Size): string {
  return `${size.width} × ${size.depth} × ${size.height} cm`
}

/** Label of a size option: `C02 · 28 × 28 × 28 cm · ₹849`. The price depends on the product. */
export function sizeOptionName(size: Size, price: Rupees): string {
  return `${size.code} · ${dimensionsOf(size)} · ${formatRupees(price)}`
}

export const POT_COLOURS = ['Grey Stone', 'Marble White', 'Sandstone', 'Mosaic Grey'] as const

export type PotColour = (typeof POT_COLOURS)[number]

export function isPotColour(text: unknown): text is PotColour {
  return POT_COLOURS.some((colour) => colour === text)
}

/** The folder of the built-in image of a family in one colour, such as `/pots/cubee-grey-stone-front`. */
export function potImageOf(family: Family, colour: PotColour): string {
  return `/pots/${slug(family)}-${slug(colour)}-front`
}

/** The built-in image of a cart line's family and colour. */
export function chosenImageOf(line: { sizeCode: SizeCode; selectedColor: PotColour }): string {
  return potImageOf(getSize(line.sizeCode).family, line.selectedColor)
}

/** Further views of a family, each in one colour. */
export const POT_VIEWS = ['detail', 'above', 'scale', 'room'] as const

export function potViewOf(family: Family, view: (typeof POT_VIEWS)[number]): string {
  return `/pots/${slug(family)}-${view}`
}

export function isPotImage(address: string): boolean {
  return SIZES.some(
    ({ family }) =>
      POT_COLOURS.some((colour) => potImageOf(family, colour) === address) ||
      POT_VIEWS.some((view) => potViewOf(family, view) === address),
  )
}

function slug(name: string): string {
  return name.toLowerCase().replace(' ', '-')
}
