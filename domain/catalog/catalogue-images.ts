/** The photographs that come with the shop: each of these families in each of these finishes, and further views. */
export const PHOTOGRAPHED_FAMILIES = ['CUBEE', 'TUBO', 'WIDEE', 'TRIYA', 'BOXA', 'OVALIN', 'BONSAI'] as const
export const PHOTOGRAPHED_FINISHES = ['Grey Stone', 'Marble White', 'Sandstone', 'Mosaic Grey'] as const
/** Further views of a family, each in one finish. */
export const POT_VIEWS = ['detail', 'above', 'scale', 'room'] as const

/** The folder of a family's photograph in one finish, such as `/pots/cubee-grey-stone-front`. */
export function potImageOf(family: string, finish: string): string {
  return `/pots/${slug(family)}-${slug(finish)}-front`
}

export function potViewOf(family: string, view: (typeof POT_VIEWS)[number]): string {
  return `/pots/${slug(family)}-${view}`
}

const familyByImage = new Map(
  PHOTOGRAPHED_FAMILIES.flatMap((family) => [
    ...PHOTOGRAPHED_FINISHES.map((finish) => [potImageOf(family, finish), family] as const),
    ...POT_VIEWS.map((view) => [potViewOf(family, view), family] as const),
  ]),
)

export function isPotImage(address: string): boolean {
  return familyByImage.has(address)
}

/** The photograph of the pot that this image shows, in another finish; undefined: there is none. */
export function inFinish(image: string | undefined, finish: string): string | undefined {
  const family = familyByImage.get(image ?? '')
  if (!family || !PHOTOGRAPHED_FINISHES.some((name) => name === finish)) return undefined
  return potImageOf(family, finish)
}

/** The image of a cart or order line: the owner's first one, or the shop's photograph in the chosen finish. */
export function chosenImageOf(line: { productImageUrl: readonly string[]; selectedColor: string }): string {
  const [first] = line.productImageUrl
  return inFinish(first, line.selectedColor) ?? first ?? potImageOf('CUBEE', 'Grey Stone')
}

function slug(name: string): string {
  return name.toLowerCase().replace(' ', '-')
}
