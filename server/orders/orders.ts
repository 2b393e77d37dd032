import type { User } from '#domain/account.ts'
import type { DeliveryAddress } from '#domain/orders/address.ts'
import {
  decideOrder,
  isSameCheckout,
  mayApproveCancel,
  mayDeliver,
  mayRequestCancel,
  type Order,
  type OrderId,
  type QuotedLine,
  quoteLine,
  type RequestedLine,
} from '#domain/orders/order.ts'
import { insertAudit } from '#server/admin/audit-queries.ts'
import { listForSale, lockForDelivery, lockForSale } from '#server/catalog/storefront-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { RateLimited } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import { lockCheckoutsOfOrder } from './payments/checkout-queries.ts'
import { requestDeletedOrderRefund, requestOrderRefund } from './payments/refunds.ts'
import {
  CheckoutKeyUsed,
  findOrderByKey,
  findOrderDurably,
  findStoredOrder,
  insertOrder,
  isCheckoutKeyUsed,
  listProductsOf,
  lockOrder,
  removeOrder,
  updateCancel,
  updateDelivered,
} from './queries.ts'

/** What the lines of a cart cost today, and what is wrong with each. Nothing is written. */
export async function quoteLines(shop: Pick<Shop, 'db'>, lines: readonly RequestedLine[]): Promise<QuotedLine[]> {
  const products = await listForSale(shop.db, idsOf(lines))
  return lines.map((line) => quoteLine(line, products.get(line.id)))
}

export type RequestedCheckout = {
  /** Made by the browser when checkout opened; sent again, it is the same order. */
  key: string
  lines: readonly RequestedLine[]
  address: DeliveryAddress
}

/**
 * `repeated`: the order was there already. `other-order`: this key has ordered something else, or to another address.
 * `deleted`: it has, and an admin has deleted that order.
 */
export type Placed =
  | { ok: true; order: Order; repeated: boolean }
  | { ok: false; reason: 'changed'; quotes: QuotedLine[] }
  | { ok: false; reason: 'other-order'; order: Order }
  | { ok: false; reason: 'deleted' }

/** Places the order, once, however often and from however many tabs it is sent. */
export async function placeOrder(shop: Pick<Shop, 'db'>, user: User, checkout: RequestedCheckout): Promise<Placed> {
  try {
    return await shop.db.transaction((tx) => placeIn(tx, user, checkout))
  } catch (error) {
    if (error instanceof CheckoutKeyUsed) return { ok: false, reason: 'deleted' }
    throw error
  }
}

async function placeIn(tx: Transaction, user: User, checkout: RequestedCheckout): Promise<Placed> {
  const { products, sellers } = await lockForSale(tx, idsOf(checkout.lines))
  const decision = decideOrder(checkout.lines, products)
  // What is no longer for sale may have gone to this very checkout, sent before.
  if (!decision.ok) return (await findEarlier(tx, user, checkout)) ?? { ...decision, reason: 'changed' }

  const order = await insertOrder(
    tx,
    {
      userId: user.uid,
      email: user.email,
      checkoutKey: checkout.key,
      address: checkout.address,
      totalAmount: decision.totalAmount,
      lines: decision.lines.map((line) => ({ ...line, sellerId: sellers.get(line.id) ?? null })),
    },
    { withEmail: true },
  )
  if (order) return { ok: true, order, repeated: false }
  const earlier = await findEarlier(tx, user, checkout)
  if (!earlier) throw new Error('The order of this checkout was deleted while it was sent again')
  return earlier
}

/** Who orders too much at once has to wait; but a checkout that is an order already is never refused. */
export async function limitOrders(
  shop: Pick<Shop, 'db' | 'limits'>,
  user: User,
  key: string,
  address: string,
): Promise<RateLimited | undefined> {
  const tooMany = await shop.limits.consumeOnce('order', { address, account: user.uid }, key)
  return tooMany && (await findOrderByKey(shop.db, user.uid, key)) ? undefined : tooMany
}

/** What this key was used for before, if it was. */
export async function findEarlier(
  tx: Transaction,
  user: User,
  { key, lines, address }: RequestedCheckout,
): Promise<Exclude<Placed, { reason: 'changed' }> | undefined> {
  const order = await findOrderDurably(tx, user.uid, key)
  if (!order) return (await isCheckoutKeyUsed(tx, user.uid, key)) ? { ok: false, reason: 'deleted' } : undefined
  const earlier = { lines: order.cartItems, address: order.addressInfo }
  if (isSameCheckout(earlier, { lines, address })) return { ok: true, order, repeated: true }
  return { ok: false, reason: 'other-order', order }
}

export type CancelRequest = { ok: true } | { ok: false; reason: 'not-found' | 'too-late' }

/** Asks to cancel one's own order. Somebody else's looks like one that is not there. */
export async function requestCancel(shop: Pick<Shop, 'db'>, user: User, id: OrderId): Promise<CancelRequest> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (order?.userId !== user.uid) return { ok: false, reason: 'not-found' }
    if (order.status === 'delivered') return { ok: false, reason: 'too-late' }
    if (!mayRequestCancel(order)) return { ok: true }
    await updateCancel(tx, id, 'requested')
    await enqueueJob(tx, { job: 'status-letter', orderId: id, what: 'cancellation-requested' })
    return { ok: true }
  })
}

/** `not-allowed`: the order is no longer, or not yet, in a state for it. */
export type OrderChange = { ok: true } | { ok: false; reason: 'not-found' | 'not-allowed' }

/** From now on its products are Sold. Delivering twice changes nothing. */
export async function deliverOrder(shop: Pick<Shop, 'db'>, admin: User, id: OrderId): Promise<OrderChange> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order) return { ok: false, reason: 'not-found' }
    if (order.status === 'delivered') return { ok: true }
    if (!mayDeliver(order)) return { ok: false, reason: 'not-allowed' }
    // Whoever is ordering one of these now either comes first, or sees it Sold.
    await lockForDelivery(tx, await listProductsOf(tx, id))
    await updateDelivered(tx, id)
    await insertAudit(tx, admin, {
      action: 'deliver order',
      subject: `order ${id}`,
      before: stateOf(order),
      after: { status: 'delivered', cancel: 'none' },
    })
    await enqueueJob(tx, { job: 'status-letter', orderId: id, what: 'delivered' })
    return { ok: true }
  })
}

/** Approving twice changes nothing. */
export async function approveCancellation(shop: Pick<Shop, 'db'>, admin: User, id: OrderId): Promise<OrderChange> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order) return { ok: false, reason: 'not-found' }
    if (order.cancel === 'cancelled') return { ok: true }
    if (!mayApproveCancel(order)) return { ok: false, reason: 'not-allowed' }
    await updateCancel(tx, id, 'cancelled')
    await requestOrderRefund(tx, order, 'cancelled')
    await insertAudit(tx, admin, {
      action: 'approve cancellation',
      subject: `order ${id}`,
      before: stateOf(order),
      after: { ...stateOf(order), cancel: 'cancelled' },
    })
    await enqueueJob(tx, { job: 'status-letter', orderId: id, what: 'cancelled' })
    return { ok: true }
  })
}

/** Removes it from every screen; the audit keeps what it held. */
export async function deleteOrder(shop: Pick<Shop, 'db'>, admin: User, id: OrderId): Promise<OrderChange> {
  return shop.db.transaction(async (tx) => {
    await lockCheckoutsOfOrder(tx, id)
    const order = await lockOrder(tx, id)
    if (!order) return { ok: false, reason: 'not-found' }
    await insertAudit(tx, admin, {
      action: 'delete order',
      subject: `order ${id}`,
      before: await findStoredOrder(tx, id),
    })
    await requestDeletedOrderRefund(tx, order)
    await removeOrder(tx, order)
    return { ok: true }
  })
}

function stateOf({ status, cancel }: Pick<Order, 'status' | 'cancel'>) {
  return { status, cancel }
}

function idsOf(lines: readonly RequestedLine[]): number[] {
  return [...new Set(lines.map(({ id }) => id))]
}
