import { imageInFinish } from '#domain/catalog/catalogue-images.ts'
import type { Product } from '#domain/catalog/product.ts'
import { type Catalogue, finishesOnSale, type Size, sizesOf } from '#domain/catalog/sizes.ts'
import { findVariant, priceOfChoice } from '#domain/catalog/stock/stock.ts'
import type { Rupees } from '#domain/money.ts'

/** One size and finish of a product, as search engines and catalogues list it. */
export type Variant = {
  /** The shop's own code: the same on the page and in every feed, at most 50 characters. */
  sku: string
  size: Size
  finish: string
  price: Rupees
  isAvailable: boolean
  /** Folder or file of its picture. */
  image: string
}

/** A choice of a counted product. `left`: absent when there are plenty. */
type Counted = { sizeCode: string; finish: string; price: Rupees | null; left?: number }

/** Everything that the page offers, with the price that the page shows. @param counted of a product whose stock is counted */
export function listVariants(
  product: Pick<Product, 'id' | 'sizeCode' | 'price' | 'sold' | 'productImageUrl'>,
  catalogue: Catalogue,
  counted?: readonly Counted[],
): Variant[] {
  const [first = ''] = product.productImageUrl
  return sizesOf(catalogue, product).flatMap((size) =>
    finishesOnSale(catalogue).flatMap(({ name: finish }) => {
      const choice = counted && findVariant(counted, { sizeCode: size.code, finish })
      if (counted && !choice) return []
      return {
        sku: variantSku(product.id, size.code, finish),
        size,
        finish,
        price: priceOfChoice(product, size, counted, finish),
        isAvailable: !product.sold && choice?.left !== 0,
        image: imageInFinish(first, finish, size.code) ?? first,
      }
    }),
  )
}

/** Such as `17-C02-grey-stone`: merchant programs take 50 characters. */
export function variantSku(id: number, sizeCode: string, finish: string): string {
  return `${id}-${sizeCode}-${finishCode(finish)}`
}

const FINISH_CODE_MAX = 12

/** A name that is too long, or not plain, is told from others by a hash. */
function finishCode(finish: string): string {
  const plain = finish.toLowerCase().replaceAll(' ', '-')
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(plain) && plain.length <= FINISH_CODE_MAX && !finish.includes('-')) return plain
  let hash = 0x811c9dc5
  for (const character of finish) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}
