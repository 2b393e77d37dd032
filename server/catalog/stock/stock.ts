import type { User } from '#domain/accounts/user.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import type { SetParts } from '#domain/catalog/sets.ts'
import { findVariant, type VariantName, type Variants } from '#domain/catalog/variant.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { Shop } from '#server/shop.ts'
import {
  deleteHold,
  deleteHolds,
  listAwaited,
  listTaken,
  listVariants,
  lockVariants,
  publishProduct,
  type UnitsOfVariant,
  updateGivenBack,
} from './queries.ts'

type Line = { id: ProductId; sizeCode: string; selectedColor: string; quantity: number }

/** The units of counted variants in an order's lines. The variants are locked until the transaction ends. */
export type LockedStock = { variants: Variants; wanted: UnitsOfVariant[] }

/**
 * Locks the variants of lines whose products are counted, and those of the parts of sets. Without any, no query is needed.
 *
 * @param variants of products that are locked, so that nobody changes what is offered
 * @param userId the shopper, who may take the units of their own holds
 */
export async function lockStock(
  tx: Transaction,
  lines: readonly Line[],
  { variants, parts }: { variants: Variants; parts?: SetParts },
  userId: string,
): Promise<LockedStock> {
  const units = new Map<number, number>()
  const want = (id: ProductId, name: VariantName, quantity: number) => {
    const variant = findVariant(variants.get(id) ?? [], name)
    if (variant && variant.available !== null) units.set(variant.id, (units.get(variant.id) ?? 0) + quantity)
  }
  for (const { id, sizeCode, selectedColor, quantity } of lines) {
    const set = parts?.get(id)
    if (!set) want(id, { sizeCode, finish: selectedColor }, quantity)
    for (const part of set ?? []) if (part.productId !== null) want(part.productId, part, part.quantity * quantity)
  }
  const wanted = [...units].map(([id, quantity]) => ({ id, quantity }))
  if (wanted.length === 0) return { variants, wanted }
  // Both are sent at once; the second sees what was committed while the first waited for the locks.
  const ids = wanted.map(({ id }) => id)
  const [, locked] = await Promise.all([lockVariants(tx, ids), listVariants(tx, [...variants.keys()], userId)])
  return { variants: locked, wanted }
}

/** Releases the holds of checkouts that are replaced or closed. */
export async function releaseHolds(tx: Transaction, checkoutIds: readonly string[]): Promise<void> {
  if (checkoutIds.length > 0) await notifyWaiting(tx, await deleteHolds(tx, checkoutIds))
}

/** A job: deletes expired holds. They count for nothing, but pages may have been rendered while they did. */
export async function releaseExpiredHolds({ db }: Pick<Shop, 'db'>): Promise<void> {
  await db.transaction(async (tx) => notifyWaiting(tx, await deleteHolds(tx)))
}

/** Ends a hold, so that others can buy its units. The payment may still be made, and buys what is available then. */
export async function releaseHold(
  { db }: Pick<Shop, 'db'>,
  admin: User,
  hold: { variantId: number; checkoutId: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockVariants(tx, [hold.variantId])
    const deleted = await deleteHold(tx, hold)
    if (!deleted) return false
    const { productId, ...before } = deleted
    await insertAudit(tx, admin, { action: 'release hold', subject: `product ${productId}`, before })
    // Also where no page shows another number, because the product's form lists the holds.
    await publishProduct(tx, productId)
    await notifyWaiting(tx, [productId])
    return true
  })
}

/** Gives back units that this order took and has neither sent nor given back yet. */
export async function giveBack(
  tx: Transaction,
  orderId: number,
  { reason, actorId }: { reason: 'cancelled' | 'deleted'; actorId: string | null },
): Promise<void> {
  await giveBackUnits(tx, { orderId, reason, actorId }, await listTaken(tx, orderId))
}

/** Gives back units that a change of the order sets free, but no more than the order took. */
export async function giveBackChanged(
  tx: Transaction,
  entry: { orderId: number; changeId: number; actorId: string },
  freed: readonly UnitsOfVariant[],
  taken: readonly UnitsOfVariant[],
): Promise<void> {
  const units = freed.flatMap(({ id, quantity }) => {
    const possible = Math.min(quantity, taken.find((one) => one.id === id)?.quantity ?? 0)
    return possible > 0 ? [{ id, quantity: possible }] : []
  })
  await giveBackUnits(tx, { ...entry, reason: 'changed' }, units)
}

/** Gives back units, but only of variants that were counted when the order took them. */
export async function giveBackUnits(
  tx: Transaction,
  entry: Parameters<typeof updateGivenBack>[1],
  units: readonly UnitsOfVariant[],
): Promise<void> {
  if (units.length === 0) return
  const ids = units.map(({ id }) => id)
  const [, products] = await Promise.all([lockVariants(tx, ids), updateGivenBack(tx, entry, units)])
  await notifyWaiting(tx, products)
}

/** Queues a job that emails everybody who asked for these products, if they are available then. */
export async function notifyWaiting(tx: Transaction, ids: readonly ProductId[]): Promise<void> {
  for (const productId of await listAwaited(tx, ids)) await enqueueJob(tx, { job: 'notify-requesters', productId })
}
