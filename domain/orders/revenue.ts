import type { Cancellation, OrderState, OrderStatus } from './order-state.ts'

/**
 * Which orders count as revenue in a shop that makes no invoices: confirmed and delivered ones, unless they are cancelled. A cancellation that is only
 * requested may still be refused; a pending order waits for its payment.
 */
const REVENUE: Record<OrderStatus, Record<Cancellation, boolean>> = {
  pending: { none: false, requested: false, cancelled: false },
  confirmed: { none: true, requested: true, cancelled: false },
  delivered: { none: true, requested: true, cancelled: false },
}

export function countsAsRevenue({ status, cancel }: OrderState): boolean {
  return REVENUE[status][cancel]
}
