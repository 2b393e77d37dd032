import { data } from 'react-router'
import type { User } from '#domain/accounts/user.ts'
import { idsOf } from '#domain/catalog/attributes.ts'
import type { EditableProduct, ProductChoices } from '#domain/catalog/forms/product-form.ts'
import { finishesOnSale } from '#domain/catalog/sizes.ts'
import { messages } from '#domain/messages.ts'
import { parseId } from '#domain/text.ts'
import { findEditableProduct } from '#server/catalog/products.ts'
import { listOfferedParts } from '#server/catalog/sets.ts'
import { listNewestTitles, listTitles } from '#server/collections/queries.ts'
import { readOrFail } from '#server/http/degraded-reads.ts'
import type { Shop } from '#server/shop.ts'

/**
 * The product of an update form.
 * @throws a 404 or 503 response
 */
export async function loadEditableProduct(shop: Shop, user: User, id: string): Promise<EditableProduct> {
  const productId = parseId(id)
  const found =
    productId && (await readOrFail(shop, messages.productLoadFailed, () => findEditableProduct(shop, user, productId)))
  if (!found) throw data(messages.productLoadFailed, { status: 404 })
  return found
}

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
