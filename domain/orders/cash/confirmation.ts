import type { Order } from '#domain/orders/order.ts'
import type { Dispatched } from '#domain/orders/order-state.ts'

/** The facts that decide whether a cash order waits for the shopper's confirmation. */
export type CashOrder = Pick<Order, 'status' | 'cancel'> & {
  paymentId?: string | null | undefined
  dispatched: Dispatched
  /** When the shopper was asked to confirm it; null: the shop did not ask. */
  confirmationAskedAt: Date | null
  cashConfirmedAt: Date | null
}

/**
 * False when there is nothing to confirm: the shopper was not asked, or the order is confirmed, paid online, cancelled, or
 * on its way. `AWAITS_CONFIRMATION` says the same in SQL.
 */
export function awaitsConfirmation({ confirmationAskedAt, cashConfirmedAt, ...order }: CashOrder): boolean {
  return isUnsentCashOrder(order) && confirmationAskedAt !== null && cashConfirmedAt === null
}

/** An order to be paid in cash may be paid online until a parcel of it is sent. */
export function mayPayNow(order: UnsentOrder & { totalAmount: number }): boolean {
  return isUnsentCashOrder(order) && order.totalAmount > 0
}

type UnsentOrder = Omit<CashOrder, 'confirmationAskedAt' | 'cashConfirmedAt'>

function isUnsentCashOrder({ paymentId, status, cancel, dispatched }: UnsentOrder): boolean {
  return !paymentId && status === 'confirmed' && cancel === 'none' && dispatched === 'none'
}
