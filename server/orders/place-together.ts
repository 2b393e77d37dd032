import { LRUCache } from 'lru-cache'
import type { User } from '#domain/accounts/user.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { coverageOf, plainPincode } from '#domain/delivery/delivery-area.ts'
import { findCashRefusal, usesCashHistory, type WaitingCash } from '#domain/orders/cash.ts'
import {
  decideOrder,
  isSameCheckout,
  type Order,
  type OrderDecision,
  type RequestedCheckout,
} from '#domain/orders/order.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { updateAddressUse } from '#server/accounts/profile/address-queries.ts'
import { type ForSale, lockForSale } from '#server/catalog/storefront-queries.ts'
import { inBatches } from '#server/db/batch.ts'
import type { Database } from '#server/db/connection.ts'
import { findAreas } from '#server/delivery/queries.ts'
import { findSettings } from '#server/settings/queries.ts'
import { lockWaitingCash } from './cash-queries.ts'
import { insertOrders, keyOf, limitLockWait, type NewOrder } from './insert-queries.ts'

export type PlaceRequest = { user: User; checkout: RequestedCheckout }

/**
 * Places orders that arrive at the same time in one transaction.
 *
 * @returns undefined: the order must be placed alone, because it needs more facts or the batch failed
 */
export async function placeTogether(db: Database, request: PlaceRequest): Promise<Order | undefined> {
  const counted = countedProducts.get(db)
  if (counted && request.checkout.lines.some(({ id }) => counted.has(id))) return undefined
  return addToBatch(db, request)
}

const addToBatch = inBatches(placeAll)

/** Products whose last order found them to be counted: orders of them skip the batch. The oldest are forgotten first. */
const countedProducts = new WeakMap<Database, LRUCache<ProductId, true>>()
const MAX_REMEMBERED = 10_000

/** Call it with the products of each order, also of one that was placed alone: they may not be counted any more. */
export function rememberCounted(db: Database, products: ForSale['products']): void {
  const known = countedProducts.get(db) ?? new LRUCache<ProductId, true>({ max: MAX_REMEMBERED })
  for (const { id, stock } of products.values())
    if (stock === 'counted') known.set(id, true)
    else known.delete(id)
  countedProducts.set(db, known)
}

async function placeAll(db: Database, requests: readonly PlaceRequest[]): Promise<readonly (Order | undefined)[]> {
  const ids = requests.flatMap(({ checkout }) => checkout.lines.map(({ id }) => id))
  const buyers = [...new Set(requests.map(({ user }) => user.uid))]
  const pincodes = requests.map(({ checkout }) => plainPincode(checkout.address.pincode))
  // The error is ignored: each order is retried alone, where a real problem is reported.
  const retryAllAlone = () => requests.map(() => undefined)
  return db
    .transaction(async (tx) => {
      const [, forSale, settings, areas, waiting] = await Promise.all([
        // Gives up quickly when another transaction holds a lock.
        limitLockWait(tx),
        lockForSale(tx, [...new Set(ids)], { skipLocked: true }),
        findSettings(tx),
        findAreas(tx, [...new Set(pincodes)]),
        lockWaitingCash(tx, buyers),
      ])
      rememberCounted(db, forSale.products)
      const decided = new Map<string, NewOrder>()
      const orders = requests.map((request) => {
        const key = keyOf(request.user.uid, request.checkout.key)
        const same = decided.get(key)
        // A repeated request, such as from a double click.
        if (same) return isSameCheckout(same, request.checkout) ? same : undefined
        const order = decide(request, { ...forSale, settings, ...areas, waiting })
        if (order) {
          decided.set(key, order)
          countWaiting(waiting, order)
        }
        return order
      })
      const list = [...decided.values()]
      const [placed] = await Promise.all([insertOrders(tx, list, { withEmail: true }), updateAddressUse(tx, list)])
      return orders.map((order) => order && placed.get(order))
    })
    .catch(retryAllAlone)
}

/** Another order of the same buyer may follow in this batch. */
function countWaiting(waiting: Map<string, WaitingCash>, { userId, totalAmount }: NewOrder): void {
  const before = waiting.get(userId)
  if (before) waiting.set(userId, { orders: before.orders + 1, value: before.value + totalAmount })
}

type Facts = ForSale & { settings: Settings; waiting: ReadonlyMap<string, WaitingCash> } & Awaited<
    ReturnType<typeof findAreas>
  >

/** Undefined: the order is refused, or deciding needs more facts. */
function decide({ user, checkout }: PlaceRequest, facts: Facts): NewOrder | undefined {
  const { products, sellers, catalogue, settings, listed, areas } = facts
  const waiting = facts.waiting.get(user.uid)
  const { lines, address } = checkout
  if (settings.confirmCashOrders || usesCashHistory(settings)) return undefined
  if (lines.some(({ id }) => products.get(id)?.stock === 'counted')) return undefined
  const decision = decideOrder(lines, products, catalogue)
  const coverage = coverageOf(settings, listed, areas.get(plainPincode(address.pincode)))
  if (!decision.ok || !coverage.delivers) return undefined
  if (findCashRefusal(settings, decision.totalAmount, { coverage, waiting })) return undefined
  return toNewOrder({ user, checkout }, decision, sellers)
}

/** A new order from a checkout that was accepted. @param sellers of the products */
export function toNewOrder(
  { user, checkout }: PlaceRequest,
  { lines, totalAmount }: Pick<Extract<OrderDecision, { ok: true }>, 'lines' | 'totalAmount'>,
  sellers: ForSale['sellers'],
): NewOrder {
  return {
    userId: user.uid,
    email: user.email,
    checkoutKey: checkout.key,
    address: checkout.address,
    totalAmount,
    lines: lines.map((line) => ({ ...line, sellerId: sellers.get(line.id) ?? null })),
  }
}
