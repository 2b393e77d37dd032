import type { Role } from '#domain/accounts/user.ts'
import { formatAmount, type Paise } from '#domain/money.ts'
import { mayRequestCancel, type OrderId, type OrderState } from '#domain/orders/order-state.ts'
import { type ReturnRequestId, returnNumberOf } from '#domain/returns/return-request.ts'

/** Facts about an account that decide whether it can be deleted. */
export type ErasureFacts = {
  role: Role
  /** The number of admins, including this one. */
  admins: number
  /** Orders that are neither delivered and billed nor cancelled. */
  orders: readonly ({ id: OrderId } & OrderState)[]
  /** Refunds that have not reached the bank yet. */
  refunds: number
  /** What is paid back by hand, because it was paid in cash, and is not paid back yet. */
  owed: Paise
  /** Return requests that are neither settled nor declined. */
  returns: readonly ReturnRequestId[]
  /** Payments that are being made. */
  checkouts: number
}

export type ErasureBlocker =
  | { kind: 'last-admin' }
  | { kind: 'order'; id: OrderId; mayCancel: boolean }
  /** Delivered so recently that it is not billed yet. */
  | { kind: 'delivered'; id: OrderId }
  | { kind: 'refunds'; count: number }
  | { kind: 'owed'; amount: Paise }
  | { kind: 'return'; id: ReturnRequestId }
  | { kind: 'checkouts'; count: number }

/** Orders, refunds and payments that must end before an account can be deleted. */
export function listBlockers({
  role,
  admins,
  orders,
  refunds,
  owed,
  returns,
  checkouts,
}: ErasureFacts): ErasureBlocker[] {
  return [
    ...(role === 'admin' && admins < 2 ? [{ kind: 'last-admin' } as const] : []),
    ...orders.map((order) =>
      order.status === 'delivered'
        ? ({ kind: 'delivered', id: order.id } as const)
        : ({ kind: 'order', id: order.id, mayCancel: mayRequestCancel(order) } as const),
    ),
    ...(refunds > 0 ? [{ kind: 'refunds', count: refunds } as const] : []),
    ...(owed > 0 ? [{ kind: 'owed', amount: owed } as const] : []),
    ...returns.map((id) => ({ kind: 'return', id }) as const),
    ...(checkouts > 0 ? [{ kind: 'checkouts', count: checkouts } as const] : []),
  ]
}

/** Says what stands in the way and what to do about it. */
export function blockerText(blocker: ErasureBlocker): string {
  switch (blocker.kind) {
    case 'last-admin':
      return 'You are the only admin. Create another admin first: the shop needs one.'
    case 'order':
      return blocker.mayCancel
        ? `Order ${blocker.id} is not delivered yet. Cancel it under Your orders, or wait until it is delivered.`
        : `We still have to approve the cancellation of order ${blocker.id}. This usually takes a day or two.`
    case 'delivered':
      return `Order ${blocker.id} was delivered just now. Try again in a minute.`
    case 'refunds':
      return blocker.count === 1
        ? 'A refund is on its way to you. Wait until we email you that it is done.'
        : `${blocker.count} refunds are on their way to you. Wait until we email you that they are done.`
    case 'owed':
      return `We still owe you ${formatAmount(blocker.amount)}. Wait until we email you that it is paid back.`
    case 'return':
      return `Your return ${returnNumberOf(blocker.id)} is not settled yet. Withdraw it on the page of its order, or wait until it is settled.`
    case 'checkouts':
      return 'You have started an online payment. Finish it, or wait an hour.'
  }
}
