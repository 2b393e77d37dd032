import type { User } from '#domain/accounts/user.ts'
import type { Product, ProductId } from '#domain/catalog/product.ts'
import { freeUnits, type Stock, shownUnits } from '#domain/catalog/stock/stock.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { Shop } from '#server/shop.ts'
import {
  deleteExpired,
  deleteHold,
  deleteHolds,
  listAwaited,
  listExpired,
  listHeldVariants,
  listOrdered,
  listTaken,
  lockVariants,
  publishProducts,
  readLowStock,
  toAvailable,
  type UnitsOfVariant,
  updateGivenBack,
  updateTaken,
  upsertHolds,
  type VariantKey,
  type VariantQuantity,
  type VariantState,
} from './queries.ts'

type Line = { id: ProductId; sizeCode: string; selectedColor: string; quantity: number }

/** The cells of an order's lines, locked until the transaction ends. */
export type LockedStock = { cells: VariantState[]; stock: Stock; wanted: VariantQuantity[] }

/**
 * Locks the cells of the lines' counted products. Without any, no query is needed.
 *
 * @param products locked before, so that nobody changes whether their stock is counted
 * @param userId the shopper, who may take the units of their own holds
 */
export async function lockStock(
  tx: Transaction,
  lines: readonly Line[],
  products: ReadonlyMap<ProductId, Pick<Product, 'stock'>>,
  userId: string,
): Promise<LockedStock> {
  const wanted = lines
    .filter(({ id }) => products.get(id)?.stock === 'counted')
    .map(({ id, sizeCode, selectedColor, quantity }) => ({
      productId: id,
      sizeCode,
      finish: selectedColor,
      quantity,
    }))
  const cells = await lockVariants(tx, wanted, userId)
  return { cells, wanted, stock: toStock(cells) }
}

/** The choices of each product. */
export function toStock(cells: readonly VariantState[]): Stock {
  const byProduct = Map.groupBy(cells, ({ productId }) => productId)
  return new Map([...byProduct].map(([id, list]) => [id, list.map(toAvailable)]))
}

/** Turns units that are free, or held by this shopper, into a sale. */
export async function takeUnits(
  tx: Transaction,
  { cells, wanted }: LockedStock,
  { orderId, userId }: { orderId: number; userId: string },
): Promise<void> {
  if (wanted.length === 0) return
  const units = withIds(wanted, cells)
  if (units.length < wanted.length) throw new Error(`Order ${orderId} wants variants that are not offered`)
  // One round trip, because everybody who wants the same pot waits for it.
  const [lowStock] = await Promise.all([readLowStock(tx), updateTaken(tx, orderId, userId, units)])
  await publishChanged(tx, lowStock, cells, (cell) => {
    const quantity = findQuantity(wanted, cell)
    return { ...cell, units: cell.units - quantity, own: 0 }
  })
}

/** Holds units of locked cells for an online payment. */
export async function holdUnits(
  tx: Transaction,
  { cells, held }: { cells: LockedStock['cells']; held: readonly VariantQuantity[] },
  owner: { checkoutId: string; userId: string; seconds: number },
): Promise<void> {
  if (held.length === 0) return
  await upsertHolds(tx, owner, withIds(held, cells))
  const changed = cells.filter((cell) => held.some((other) => isSameVariant(cell, other)))
  await publishChanged(tx, await readLowStock(tx), changed, (cell) => ({ ...cell, own: findQuantity(held, cell) }))
}

/** Releases the holds of checkouts that are replaced or closed. */
export async function releaseHolds(tx: Transaction, checkoutIds: readonly string[]): Promise<void> {
  if (checkoutIds.length === 0) return
  const held = await listHeldVariants(tx, checkoutIds)
  if (held.length === 0) return
  const cells = await lockVariants(tx, held)
  await deleteHolds(tx, checkoutIds)
  await publishAfter(tx, cells)
}

/** Ends the hold of one choice, so that others can buy it. The payment may still be made, and buys what is free then. */
export async function releaseHold(
  { db }: Pick<Shop, 'db'>,
  admin: User,
  { checkoutId, ...cell }: VariantKey & { checkoutId: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const before = await lockVariants(tx, [cell])
    const [variant] = before
    const quantity = variant && (await deleteHold(tx, variant.id, checkoutId))
    if (quantity === undefined) return false
    const { productId, sizeCode, finish } = cell
    const subject = `product ${productId}`
    await insertAudit(tx, admin, { action: 'release hold', subject, before: { sizeCode, finish, quantity } })
    await publishAfter(tx, before)
    // Publishes also where no page shows another number, because the product's form lists the holds.
    await publishProducts(tx, [productId])
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

/** Gives back units that came with a return, but only of choices that were counted when the order took them. */
export async function giveBackReturned(
  tx: Transaction,
  entry: { orderId: number; returnId: number; actorId: string | null },
  returned: readonly VariantQuantity[],
): Promise<void> {
  const ordered = await listOrdered(tx, entry.orderId)
  const units = returned.filter((cell) => ordered.some((other) => isSameVariant(cell, other)))
  await giveBackUnits(tx, { ...entry, reason: 'returned' }, units)
}

async function giveBackUnits(
  tx: Transaction,
  entry: Parameters<typeof updateGivenBack>[1],
  units: readonly VariantQuantity[],
): Promise<void> {
  if (units.length === 0) return
  const cells = await lockVariants(tx, units)
  await updateGivenBack(tx, entry, units)
  await publishChanged(tx, await readLowStock(tx), cells, (cell) => ({
    ...cell,
    units: cell.units + findQuantity(units, cell),
  }))
  await notifyWaiting(tx, productsOf(cells))
}

/**
 * A job: deletes expired holds. They have no effect any more, but pages must be told that their units are free again.
 */
export async function releaseExpiredHolds({ db }: Pick<Shop, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    const cells = await lockVariants(tx, await listExpired(tx))
    if (cells.length === 0) return
    const released = await deleteExpired(
      tx,
      cells.map(({ id }) => id),
    )
    const releasedOf = ({ id }: VariantState) =>
      released.filter((hold) => hold.id === id).reduce((sum, { quantity }) => sum + quantity, 0)
    // Pages may have been rendered while the holds still counted.
    const before = cells.map((cell) => ({ ...cell, held: cell.held + releasedOf(cell) }))
    await publishChanged(tx, await readLowStock(tx), before, (cell) => ({
      ...cell,
      held: cell.held - releasedOf(cell),
    }))
    await notifyWaiting(tx, productsOf(cells))
  })
}

/** Queues a job that emails everybody who asked for these products, if they are available then. */
export async function notifyWaiting(tx: Transaction, ids: readonly ProductId[]): Promise<void> {
  for (const productId of await listAwaited(tx, ids)) await enqueueJob(tx, { job: 'notify-requesters', productId })
}

async function publishAfter(tx: Transaction, before: readonly VariantState[]): Promise<void> {
  const after = await lockVariants(tx, before)
  await publishChanged(
    tx,
    await readLowStock(tx),
    before,
    (cell) => after.find((other) => isSameVariant(cell, other)) ?? cell,
  )
  await notifyWaiting(tx, productsOf(before))
}

/** Publishes only changes of the numbers that pages show, because each order of a best-seller would make them stale. */
async function publishChanged(
  tx: Transaction,
  lowStock: number,
  before: readonly VariantState[],
  change: (cell: VariantState) => VariantState,
): Promise<void> {
  const changed = before.filter(
    (cell) => shownUnits(freeUnits(cell), lowStock) !== shownUnits(freeUnits(change(cell)), lowStock),
  )
  await publishProducts(tx, productsOf(changed))
}

function productsOf(cells: readonly VariantKey[]): ProductId[] {
  return [...new Set(cells.map(({ productId }) => productId))]
}

function isSameVariant(one: VariantKey, other: VariantKey): boolean {
  return one.productId === other.productId && one.sizeCode === other.sizeCode && one.finish === other.finish
}

function withIds(list: readonly VariantQuantity[], variants: readonly VariantState[]): UnitsOfVariant[] {
  return list.flatMap(({ quantity, ...key }) => {
    const variant = variants.find((one) => isSameVariant(one, key))
    return variant ? [{ id: variant.id, quantity }] : []
  })
}

/** Units of this cell in a list that may name it several times. */
function findQuantity(list: readonly VariantQuantity[], cell: VariantKey): number {
  return list.filter((other) => isSameVariant(other, cell)).reduce((sum, { quantity }) => sum + quantity, 0)
}
