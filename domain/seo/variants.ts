import { imageInFinish } from '#domain/catalog/catalogue-images.ts'
import type { Product } from '#domain/catalog/product.ts'
import { type Catalogue, findSize, type Size } from '#domain/catalog/sizes.ts'
import type { Variant } from '#domain/catalog/variant.ts'

/** A variant as search engines and catalogues list it. */
export type ListedVariant = Omit<Variant, 'image'> & {
  /** The shop's own code: the same on the page and in every feed, at most 50 characters. */
  sku: string
  /** Undefined: a product of another kind. */
  size: Size | undefined
  /** `C02, Grey Stone`; empty: its product has no options. */
  words: string
  /** Folder or file of its picture. */
  image: string
}

/** Everything that the page offers, with the price that the page shows. */
export function listedVariants(
  product: Pick<Product, 'id' | 'productImageUrl'>,
  variants: readonly Variant[],
  catalogue: Catalogue,
): ListedVariant[] {
  const [first = ''] = product.productImageUrl
  return variants.map((variant) => {
    const { sizeCode, finish } = variant
    return {
      ...variant,
      sku: variantSku(product.id, sizeCode, finish),
      size: findSize(catalogue, sizeCode),
      words: [sizeCode, finish].filter(Boolean).join(', '),
      image: variant.image ?? imageInFinish(first, finish, sizeCode) ?? first,
    }
  })
}

/** Such as `17-C02-grey-stone`: merchant programs take 50 characters. */
export function variantSku(id: number, sizeCode: string, finish: string): string {
  return [id, sizeCode, finish && finishCode(finish)].filter((part) => part !== '').join('-')
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
