/** Sizes that are photographed large, on the floor; all others of their families small, on a table. */
const LARGE_SIZES = new Set('C03 C04 T02 W03 W04 TR03 TR04 B02 B03 OV02 BON03'.split(' '))

const SMALL = '-front'
const LARGE = '-large-front'
/** The plant of the large photograph in the small pot: two products in one finish differ also in a list of small sizes. */
const SAME_PLANT = '-small-front'
const WITH_SAME_PLANT = new Set([
  ...['/pots/cubee-marble-white', '/pots/cubee-sandstone', '/pots/cubee-mosaic-grey', '/pots/tubo-marble-white'],
  ...['/pots/widee-grey-stone', '/pots/widee-sandstone', '/pots/widee-mosaic-grey'],
  ...['/pots/triya-marble-white', '/pots/boxa-sandstone'],
])
const ANY_SIZE = /(-large|-small)?-front$/
const CUBEE = '/pots/cubee-grey-stone-front'

/** The same image, or, of a photograph that shows the pot in another size, the one in this size. */
export function inSize(image: string, sizeCode: string): string {
  if (!image.startsWith('/pots/') || !image.endsWith(SMALL)) return image
  const pot = image.replace(ANY_SIZE, '')
  if (LARGE_SIZES.has(sizeCode)) return pot + LARGE
  return pot + (image !== pot + SMALL && WITH_SAME_PLANT.has(pot) ? SAME_PLANT : SMALL)
}

/** One address for all sizes of a photograph: the small one's, by which texts about it are kept. */
export function inAnySize(image: string): string {
  return image.startsWith('/pots/') ? image.replace(ANY_SIZE, SMALL) : image
}

/** The first image of a product, which shows it in its own size. */
export function firstImageOf(product: { productImageUrl: readonly string[]; sizeCode: string }): string {
  return inSize(product.productImageUrl[0] ?? CUBEE, product.sizeCode)
}
