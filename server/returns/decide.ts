import type { User } from '#domain/accounts/user.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { ReturnRequestId } from '#domain/returns/return-request.ts'
import type { Shop } from '#server/shop.ts'
import { type Moved, moveReturn, withReturn } from './steps.ts'

type Decided = Moved | { ok: false; reason: 'not-found' }
type ReturnShop = Pick<Shop, 'db' | 'now'>

/** Tells the buyer that their request has arrived. */
export async function acknowledgeReturn(shop: ReturnShop, staff: User, id: ReturnRequestId): Promise<Decided> {
  return withReturn(shop, id, (tx, request) => moveReturn(tx, request, { to: 'acknowledged', staff, now: shop.now() }))
}

/** Refuses a request with a reason; never where the fault is the shop's. */
export async function declineReturn(shop: ReturnShop, staff: User, id: ReturnRequestId, why: string): Promise<Decided> {
  return withReturn(shop, id, (tx, request) =>
    moveReturn(tx, request, { to: 'declined', staff, now: shop.now(), changes: { declineReason: why } }),
  )
}

/** The buyer takes a request back. `not-found` also for another person's. */
export async function withdrawReturn(
  shop: ReturnShop,
  { userId }: Pick<User, 'userId'>,
  orderId: OrderId,
  id: ReturnRequestId,
): Promise<Decided> {
  return withReturn(shop, id, async (tx, request) =>
    request.userId === userId && request.orderId === orderId
      ? moveReturn(tx, request, { to: 'withdrawn', now: shop.now() })
      : { ok: false, reason: 'not-found' },
  )
}
