import { idsOf } from '#domain/catalog/attributes.ts'
import type { EditableProduct, ProductChoices } from '#domain/catalog/forms/product-form.ts'
import { finishesOnSale } from '#domain/catalog/sizes.ts'
import { listOfferedParts } from '#server/catalog/sets.ts'
import { listNewestTitles, listTitles } from '#server/collections/queries.ts'
import type { Shop } from '#server/shop.ts'

/** The sizes, finishes and categories that the product forms offer. */
export async function loadChoices(shop: Pick<Shop, 'catalogue' | 'settings'>): Promise<ProductChoices> {
  const [catalogue, { categories, imagesPerPot }] = await Promise.all([shop.catalogue.read(), shop.settings.read()])
  return { sizes: catalogue.sizes, finishes: finishesOnSale(catalogue), categories, maxImages: imagesPerPot }
}

/** Products to choose from without scripts. */
const OFFERED = 200

/** The same with products to pick. @param product with those that are picked already; undefined: it is new */
export async function loadFormChoices(
  shop: Pick<Shop, 'catalogue' | 'settings' | 'db'>,
  product?: Pick<EditableProduct, 'goesWith' | 'set'>,
): Promise<ProductChoices> {
  const [choices, offered, picked, parts] = await Promise.all([
    loadChoices(shop),
    listNewestTitles(shop.db, OFFERED),
    listTitles(shop.db, idsOf(product?.goesWith)),
    listOfferedParts(shop.db, product?.set?.parts.flatMap(({ productId }) => productId ?? []) ?? []),
  ])
  return { ...choices, offered, picked, parts }
}
