/** Sizes that are photographed large, on the floor; all others of their families small, on a table. */
const LARGE_SIZES = new Set('C03 C04 T02 W03 W04 TR03 TR04 B02 B03 OV02 BON03'.split(' '))

const SMALL = '-front'
const LARGE = '-large-front'
const CUBEE = '/pots/cubee-grey-stone-front'

/** The same image, or, of a photograph that shows the pot in another size, the one in this size. */
export function inSize(image: string, sizeCode: string): string {
  if (!image.startsWith('/pots/') || !image.endsWith(SMALL)) return image
  const small = image.replace(LARGE, SMALL)
  return LARGE_SIZES.has(sizeCode) ? small.replace(SMALL, LARGE) : small
}

/** One address for both sizes of a photograph: the small one's, by which texts about it are kept. */
export function inAnySize(image: string): string {
  return inSize(image, '')
}

/** The first image of a product, which shows it in its own size. */
export function firstImageOf(product: { productImageUrl: readonly string[]; sizeCode: string }): string {
  return inSize(product.productImageUrl[0] ?? CUBEE, product.sizeCode)
}
