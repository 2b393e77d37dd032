import type { Order } from '#domain/orders/order.ts'
import type { Dispatched } from '#domain/orders/order-state.ts'

/** The facts that decide whether a cash order waits for the shopper's confirmation. */
export type CashOrder = Pick<Order, 'status' | 'cancel'> & {
  paymentId?: string | null | undefined
  dispatched: Dispatched
  cashConfirmedAt: Date | null
}

/** False when there is nothing to confirm: the order is confirmed, paid online, cancelled, or on its way. */
export function awaitsConfirmation({ paymentId, status, cancel, dispatched, cashConfirmedAt }: CashOrder): boolean {
  return !paymentId && status === 'confirmed' && cancel === 'none' && dispatched === 'none' && cashConfirmedAt === null
}

/** An order to be paid in cash may be paid online until a parcel of it is sent. */
export function mayPayNow(order: Omit<CashOrder, 'cashConfirmedAt'> & { totalAmount: number }): boolean {
  const { paymentId, status, cancel, dispatched, totalAmount } = order
  return !paymentId && status === 'confirmed' && cancel === 'none' && dispatched === 'none' && totalAmount > 0
}
