import type { User } from '#domain/accounts/user.ts'
import type { OwnVariants } from '#domain/catalog/forms/own-variants.ts'
import { kindOf } from '#domain/catalog/kind.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { answerIfViolated } from '#server/db/constraints.ts'
import type { Shop } from '#server/shop.ts'
import { leaveMedia } from './products.ts'
import {
  findDeleted,
  insertRestored,
  lockProduct,
  removeProduct,
  type StoredProduct,
  setFlag,
  updateRestocked,
} from './queries.ts'
import { restoreStocked, toStocked } from './stock/grid-queries.ts'
import { lockOwn, writeOwn } from './stock/own-queries.ts'
import { lockVariantsOf } from './stock/queries.ts'
import { listSetParts, replaceParts } from './stock/set-queries.ts'
import { notifyWaiting } from './stock/stock.ts'
import { listSold } from './storefront-queries.ts'

export type Changed = { ok: true } | { ok: false; reason: 'not-found' | 'changed' }

const CHANGED = { ok: false, reason: 'changed' } as const

/**
 * Approving twice changes nothing.
 *
 * @param seenVersion the version that the admin has reviewed; a newer one is not approved
 */
export async function approveProduct(
  shop: Pick<Shop, 'db'>,
  admin: User,
  id: ProductId,
  seenVersion?: number,
): Promise<Changed> {
  return change(shop, id, async (tx, product) => {
    if (seenVersion !== undefined && product.version !== seenVersion) return CHANGED
    if (product.approved) return
    await setFlag(tx, id, { approved: true })
    await insertAudit(tx, admin, { action: 'approve product', subject: `product ${id}`, ...flagChange('approved') })
  })
}

/** Features a product, which cannot be undone. */
export async function featureProduct(shop: Pick<Shop, 'db'>, admin: User, id: ProductId): Promise<Changed> {
  return change(shop, id, async (tx, product) => {
    if (product.featured) return
    await setFlag(tx, id, { featured: true })
    await insertAudit(tx, admin, { action: 'feature product', subject: `product ${id}`, ...flagChange('featured') })
  })
}

function flagChange(name: 'approved' | 'featured') {
  return { before: { [name]: false }, after: { [name]: true } }
}

/**
 * Takes products off sale or puts them on sale, all in one transaction; they keep their approval, and repeating it changes
 * nothing.
 *
 * @returns those that changed; undefined: none of them is there
 */
export async function setOnSale(
  shop: Pick<Shop, 'db'>,
  admin: User,
  ids: readonly ProductId[],
  onSale: boolean,
): Promise<ProductId[] | undefined> {
  const action = onSale ? 'put product on sale' : 'take product off sale'
  return shop.db.transaction(async (tx) => {
    const changed: ProductId[] = []
    let isAnyThere = false
    // In one sequence, to avoid a deadlock.
    for (const id of ids.toSorted((a, b) => a - b)) {
      const product = await lockProduct(tx, id)
      isAnyThere ||= product !== undefined
      if (!product || product.onSale === onSale) continue
      await setFlag(tx, id, { onSale })
      const record = { before: { onSale: product.onSale }, after: { onSale } }
      await insertAudit(tx, admin, { action, subject: `product ${id}`, ...record })
      changed.push(id)
    }
    return isAnyThere ? changed : undefined
  })
}

/**
 * Makes a Sold product available again until its next delivery. Counted products get new units in their form instead.
 */
export async function restockProduct(shop: Pick<Shop, 'db'>, admin: User, id: ProductId): Promise<Changed> {
  return change(shop, id, async (tx, product) => {
    if (product.stock !== 'as-delivered') return CHANGED
    // Read under the lock, so that a concurrent delivery is seen.
    if (!(await listSold(tx, [id])).has(id)) return
    await updateRestocked(tx, id)
    const sold = { before: { sold: true }, after: { sold: false } }
    await insertAudit(tx, admin, { action: 'restock product', subject: `product ${id}`, ...sold })
    await notifyWaiting(tx, [id])
  })
}

/** Deletes the product; the audit log keeps a copy for `restoreProduct`, and images stay for the orders that show them. */
export async function deleteProduct(shop: Pick<Shop, 'db'>, admin: User, id: ProductId): Promise<Changed> {
  return change(shop, id, async (tx, product) => {
    // Deleting a product deletes its variants in any sequence, so they are locked in theirs first, to avoid a deadlock.
    const own = kindOf(product) === 'Other' && (await lockOwn(tx, id))
    const parts = (await listSetParts(tx, [id])).get(id)
    const cells = (await lockVariantsOf(tx, id)).map((variant) => ({ id: variant.id, ...toStocked(variant) }))
    await insertAudit(tx, admin, {
      action: 'delete product',
      subject: `product ${id}`,
      before: { ...product, ...(cells.length > 0 && { cells }), ...(own && { own }), ...(parts && { parts }) },
    })
    await leaveMedia(tx, product)
    await removeProduct(tx, id)
  })
}

/** Restores a deleted product under its old id. Its images still exist, because orders show them too; its video and models for a day. */
export async function restoreProduct(shop: Pick<Shop, 'db'>, admin: User, id: ProductId): Promise<Changed> {
  // The product's size may have been deleted meanwhile.
  return answerIfViolated<Changed>('products_size', { ok: false, reason: 'not-found' }, () =>
    shop.db.transaction(async (tx) => {
      const deleted = await findDeleted(tx, id)
      if (!deleted) return { ok: false, reason: 'not-found' }
      const product = await insertRestored(tx, deleted.product)
      if (!product) return { ok: true }
      if (deleted.own) await restoreOwn(tx, id, deleted.own)
      else await restoreStocked(tx, id, deleted.cells)
      await replaceParts(tx, id, deleted.parts)
      await insertAudit(tx, admin, { action: 'restore product', subject: `product ${id}`, after: product })
      return { ok: true }
    }),
  )
}

/** The variants have their old ids again, so that their history and orders name them; it is no change of units. */
async function restoreOwn(tx: Transaction, id: ProductId, { names, variants }: OwnVariants): Promise<void> {
  const writes = variants.map((variant) => ({ ...variant, change: 0, reason: 'counted' as const }))
  await writeOwn(tx, id, { names, writes, gone: [] }, null)
}

async function change(
  shop: Pick<Shop, 'db'>,
  id: ProductId,
  work: (tx: Transaction, product: StoredProduct) => Promise<Changed | undefined>,
): Promise<Changed> {
  return shop.db.transaction(async (tx) => {
    const product = await lockProduct(tx, id)
    if (!product) return { ok: false, reason: 'not-found' }
    return (await work(tx, product)) ?? { ok: true }
  })
}
