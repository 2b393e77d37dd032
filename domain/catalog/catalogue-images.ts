import { firstImageOf, inAnySize, inSize } from './sized-image.ts'

/** The photographs that come with the shop: each of these families in each of these finishes, and further views. */
export const PHOTOGRAPHED_FAMILIES = ['CUBEE', 'TUBO', 'WIDEE', 'TRIYA', 'BOXA', 'OVALIN', 'BONSAI'] as const
export const PHOTOGRAPHED_FINISHES = ['Grey Stone', 'Marble White', 'Sandstone', 'Mosaic Grey'] as const
/** Further views of a family, each in one finish. */
const POT_VIEWS = ['detail', 'above', 'scale', 'room'] as const
type PotView = (typeof POT_VIEWS)[number] | 'carried' | 'hand'

/** Families whose pots are too tall to be carried in front of somebody: a hand lies on the rim instead. */
const TOUCHED_FAMILIES = new Set(['TUBO', 'TRIYA'])

/**
 * The folder of a family's photograph in one finish, such as `/pots/cubee-grey-stone-front`.
 *
 * @param sizeCode a large one has a photograph of its own; any other has the small pot's
 */
export function potImageOf(family: string, finish: string, sizeCode = ''): string {
  return inSize(`/pots/${slug(family)}-${slug(finish)}-front`, sizeCode)
}

export function potViewOf(family: string, view: PotView): string {
  return `/pots/${slug(family)}-${view}`
}

export function potViewsOf(family: string): string[] {
  return [...POT_VIEWS, personIn(family)].map((view) => potViewOf(family, view))
}

/** Four gallery views of a new product: the person replaces the photo beside a thing, which shops have stored. */
export function galleryViewsOf(family: string): string[] {
  return (['detail', 'above', personIn(family), 'room'] as const).map((view) => potViewOf(family, view))
}

function personIn(family: string): PotView {
  return TOUCHED_FAMILIES.has(family) ? 'hand' : 'carried'
}

/** Family and finish of each photograph, by the address of its small version. Further views have one finish only. */
const shownBy = new Map<string, { family: string; finish?: string }>(
  PHOTOGRAPHED_FAMILIES.flatMap((family) => [
    ...PHOTOGRAPHED_FINISHES.map((finish) => [potImageOf(family, finish), { family, finish }] as const),
    ...potViewsOf(family).map((view) => [view, { family }] as const),
  ]),
)

export function isPotImage(address: string): boolean {
  return shownBy.has(inAnySize(address))
}

/** The photograph of the pot that this image shows, in another finish and in that size; undefined: there is none. */
export function imageInFinish(image: string | undefined, finish: string, sizeCode?: string): string | undefined {
  const shown = shownBy.get(inAnySize(image ?? ''))
  if (!image || !shown || !PHOTOGRAPHED_FINISHES.some((name) => name === finish)) return undefined
  return finish === shown.finish ? inSize(image, sizeCode ?? '') : potImageOf(shown.family, finish, sizeCode)
}

/** The finish in which this photograph shows the pot; undefined for a further view and for any other image. */
export function finishOf(image: string | undefined): string | undefined {
  return shownBy.get(inAnySize(image ?? ''))?.finish
}

/** The image of a cart or order line: the owner's first one, or the shop's photograph in the chosen size and finish. */
export function chosenImageOf(line: {
  productImageUrl: readonly string[]
  sizeCode: string
  selectedColor: string
}): string {
  return imageInFinish(line.productImageUrl[0], line.selectedColor, line.sizeCode) ?? firstImageOf(line)
}

/** `grey-stone` of `Grey Stone`. */
export function slug(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}
