import { GOES_WITH_MAX, idsOf } from '#domain/catalog/attributes.ts'
import type { GoingWith } from '#domain/catalog/goes-with.ts'
import type { Product, ProductId } from '#domain/catalog/product.ts'
import { findSize, sizeLabelOf } from '#domain/catalog/sizes.ts'
import { openingSizeOf, toShown } from '#domain/catalog/variant.ts'
import { withAvailability } from '#server/catalog/availability.ts'
import { listVariants } from '#server/catalog/stock/queries.ts'
import { listForSaleInOrder } from '#server/catalog/storefront-queries.ts'
import type { Shop } from '#server/shop.ts'
import { findCollectionOf, listChosen, listGoesWith, listIn } from './queries.ts'

type GoesWithShop = Pick<Shop, 'db' | 'log' | 'catalogue' | 'collections' | 'settings'>

/** Does the page of this product suggest others, chosen by hand or of the same collection? */
export async function hasGoesWith(
  { db, collections }: Pick<Shop, 'db' | 'collections'>,
  { id, goesWith }: Pick<Product, 'id' | 'goesWith'>,
): Promise<boolean> {
  return Boolean(goesWith) || (await findCollectionOf(db, id, await collections.read())) !== undefined
}

/** At most six products for sale that go with these, without these themselves. */
export async function listGoingWith(
  shop: GoesWithShop,
  ids: readonly ProductId[],
  failures: string[],
): Promise<GoingWith[]> {
  const [chosen, { sizes }, { lowStock }] = await Promise.all([
    listGoesWith(shop.db, ids),
    shop.catalogue.read(),
    shop.settings.readOrLast(),
  ])
  const found: Product[] = []
  for (const id of ids) {
    if (found.length >= GOES_WITH_MAX) break
    const picked = await listForSaleInOrder(shop.db, idsOf(chosen.get(id)))
    found.push(...(picked.length > 0 ? picked : await listOthersOfCollection(shop, id)))
  }
  const others = [...new Map(found.map((product) => [product.id, product])).values()]
    .filter(({ id }) => !ids.includes(id))
    .slice(0, GOES_WITH_MAX)
  const products = await withAvailability(shop, others, failures)
  const variants = await listVariants(
    shop.db,
    products.map(({ id }) => id),
  )
  return products.map((product) => {
    const all = variants.get(product.id) ?? []
    const sizeCode = openingSizeOf(product, all)
    const size = findSize({ sizes }, sizeCode)
    const shown = all.filter((variant) => variant.sizeCode === sizeCode)
    return {
      product,
      sizeLabel: size ? sizeLabelOf(size) : '',
      variants: shown.map((variant) => toShown(variant, lowStock)),
      hasMore: shown.length < all.length,
    }
  })
}

/** One chosen by hand goes on after the product, in the owner's order. */
async function listOthersOfCollection({ db, collections }: Pick<Shop, 'db' | 'collections'>, id: ProductId) {
  const collection = await findCollectionOf(db, id, await collections.read())
  if (!collection) return []
  const ids = collection.rule
    ? await listIn(db, collection, { limit: READ })
    : startAfter(
        (await listChosen(db, collection.id)).map((product) => product.id),
        id,
      ).slice(0, READ)
  return (await listForSaleInOrder(db, ids)).filter((product) => product.id !== id).slice(0, GOES_WITH_MAX)
}

/** More than are shown, because some may be off sale. */
const READ = 3 * GOES_WITH_MAX

function startAfter(ids: readonly ProductId[], id: ProductId): ProductId[] {
  const next = ids.indexOf(id) + 1
  return [...ids.slice(next), ...ids.slice(0, next)]
}
