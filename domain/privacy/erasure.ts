import type { Role } from '#domain/accounts/user.ts'
import { formatAmount, type Paise } from '#domain/money.ts'
import { mayRequestCancel, type OrderId, type OrderState } from '#domain/orders/order-state.ts'
import { type ReturnRequestId, returnNumberOf } from '#domain/returns/return-request.ts'

export type ErasureFacts = {
  role: Role
  /** The number of admins, including this one. */
  admins: number
  /** Orders that are neither delivered and billed nor cancelled. */
  orders: readonly ({ id: OrderId } & OrderState)[]
  /** Refunds that have not reached the bank yet. */
  refunds: number
  /** The amount that is still to be paid back by hand, because it was paid in cash. */
  owed: Paise
  /** Return requests that are neither settled nor declined. */
  returns: readonly ReturnRequestId[]
  /** Payments that are being made. */
  checkouts: number
}

/** Orders, refunds and payments that must end before an account can be deleted, and what to do about each. */
export function listBlockers(facts: ErasureFacts): string[] {
  const { role, admins, orders, refunds, owed, returns, checkouts } = facts
  return [
    role === 'admin' && admins < 2 && 'You are the only admin. Create another admin first: the shop needs one.',
    ...orders.map(orderBlocker),
    refunds === 1 && 'A refund is on its way to you. Wait until we email you that it is done.',
    refunds > 1 && `${refunds} refunds are on their way to you. Wait until we email you that they are done.`,
    owed > 0 && `We still owe you ${formatAmount(owed)}. Wait until we email you that it is paid back.`,
    ...returns.map(
      (id) =>
        `Your return ${returnNumberOf(id)} is not settled yet. Withdraw it on the page of its order, or wait until it is settled.`,
    ),
    checkouts > 0 && 'You have started an online payment. Finish it, or wait an hour.',
  ].filter((text) => text !== false)
}

function orderBlocker({ id, ...order }: ErasureFacts['orders'][number]): string {
  // So recently that it is not billed yet.
  if (order.status === 'delivered') return `Order ${id} was delivered just now. Try again in a minute.`
  return mayRequestCancel(order)
    ? `Order ${id} is not delivered yet. Cancel it under Your orders, or wait until it is delivered.`
    : `We still have to approve the cancellation of order ${id}. This usually takes a day or two.`
}
