import type { Cancellation, OrderState, OrderStatus } from './order-state.ts'

/**
 * Which orders count as revenue: confirmed and delivered ones, unless they are cancelled. A cancellation that is only
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

export const ORDER_STATUSES = Object.keys(REVENUE) as OrderStatus[]
export const CANCELLATIONS = Object.keys(REVENUE.pending) as Cancellation[]

/** Every state that an order can be in, for queries that ask for some of them. */
export const ORDER_STATES: readonly OrderState[] = ORDER_STATUSES.flatMap((status) =>
  CANCELLATIONS.map((cancel) => ({ status, cancel })),
)
