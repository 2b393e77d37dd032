import type { User } from '#domain/accounts/user.ts'
import type { OfferedPart } from '#domain/catalog/forms/product-form.ts'
import { type ChosenProduct, decideSet, type SetDecision, type SetForm } from '#domain/catalog/forms/set-form.ts'
import { isSet } from '#domain/catalog/kind.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { productsOf, type ShownPart, shownParts } from '#domain/catalog/sets.ts'
import { choiceText } from '#domain/catalog/variant.ts'
import type { Db } from '#server/db/connection.ts'
import type { Shop } from '#server/shop.ts'
import { listStored, lockProduct } from './queries.ts'
import { listVariants } from './stock/queries.ts'
import { listSetParts, listToPrice, updateSetPrice } from './stock/set-queries.ts'

/** Decides with the products as they are now. @param setId of the set itself; undefined: it is new */
export async function decideSetNow(db: Db, user: User, form: SetForm, setId?: ProductId): Promise<SetDecision> {
  const ids = [...new Set(form.rows.map(({ productId }) => productId))]
  const [stored, variants] = await Promise.all([listStored(db, ids), listVariants(db, ids)])
  const chosen = new Map(
    stored.map((product): [ProductId, ChosenProduct] => [
      product.id,
      {
        title: product.title,
        isForSale: product.approved && product.onSale,
        isSet: isSet(product),
        userId: product.userId,
        variants: variants.get(product.id) ?? [],
      },
    ]),
  )
  return decideSet(form, chosen, { setId, ownerId: user.role === 'seller' ? user.userId : undefined })
}

/** These products with their variants on sale, for the rows of a set's form. */
export async function listOfferedParts(db: Db, ids: readonly ProductId[]): Promise<OfferedPart[]> {
  const [stored, variants] = await Promise.all([listStored(db, ids), listVariants(db, ids)])
  return stored.map(({ id, title }) => ({
    id,
    title,
    choices: (variants.get(id) ?? []).map((variant) => ({ words: choiceText(variant), price: variant.price })),
  }))
}

/** The contents of a set, with today's prices; empty: a part is not on sale. */
export async function readShownParts(db: Db, id: ProductId): Promise<ShownPart[]> {
  const parts = (await listSetParts(db, [id])).get(id) ?? []
  return shownParts(parts, await listVariants(db, productsOf(parts)))
}

/** A job: sets follow the prices of their parts. Each is locked by itself, because orders lock products by their ids. */
export async function priceSets({ db }: Pick<Shop, 'db'>): Promise<void> {
  for (const id of await listToPrice(db)) {
    await db.transaction(async (tx) => {
      if (await lockProduct(tx, id)) await updateSetPrice(tx, id)
    })
  }
}
