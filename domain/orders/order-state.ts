export const ORDER_STATUSES = ['pending', 'confirmed', 'delivered'] as const
export const CANCELLATIONS = ['none', 'requested', 'cancelled'] as const

/** Characters of an internal note. Must equal the check constraint of the table. */
export const NOTE_MAX = 2000

export type OrderId = number
export type OrderStatus = (typeof ORDER_STATUSES)[number]
export type Cancellation = (typeof CANCELLATIONS)[number]
/** How much of an order has left the shop. */
export type Dispatched = 'none' | 'part' | 'whole'
export type OrderState = { status: OrderStatus; cancel: Cancellation }

/** Every state that an order can be in, for queries that ask for some of them. */
export const ORDER_STATES: readonly OrderState[] = ORDER_STATUSES.flatMap((status) =>
  CANCELLATIONS.map((cancel) => ({ status, cancel })),
)

/** Until delivery; a second request changes nothing. */
export function mayRequestCancel(order: OrderState): boolean {
  return order.status !== 'delivered' && order.cancel === 'none'
}

/** Only a requested cancellation can be approved. */
export function mayApproveCancel(order: OrderState): boolean {
  return order.status !== 'delivered' && order.cancel === 'requested'
}

/** The decision on a shopper's `Keep my order`: a second press changes nothing, and a cancelled order stays cancelled. */
export function decideKeep({ cancel }: OrderState): 'take-back' | 'kept-already' | 'cancelled' {
  if (cancel === 'cancelled') return 'cancelled'
  return cancel === 'requested' ? 'take-back' : 'kept-already'
}

/** The shopper's reason for cancelling. Must equal the check constraint of the table. */
export const CANCEL_REASON_MAX = 500

/**
 * False for a cancelled order, and while its payment is not captured. Delivering an order with a requested cancellation
 * rejects the request.
 */
export function mayDeliver(order: OrderState): boolean {
  return order.status === 'confirmed' && order.cancel !== 'cancelled'
}

/** How long a press of `Deliver` can be undone. Its invoice and its email wait that long. */
export const UNDO_SECONDS = 30

/** Until the first parcel has left: from then on the courier has the address. */
export function mayChangeAddress(order: OrderState & { dispatched: Dispatched }): boolean {
  return order.status !== 'delivered' && order.cancel !== 'cancelled' && order.dispatched === 'none'
}

/** The parts of an order's state that the specified status does not show; absent: they do not apply. */
export type Fulfilment = {
  dispatched?: 'part' | 'whole'
  /** It is to be paid in cash, and its buyer was asked to confirm it and has not answered. */
  awaitsConfirmation?: true
}

/** The facts that decide, beside the status, whether something of an order can leave the shop. */
export type ToDispatch = Pick<Fulfilment, 'awaitsConfirmation'> & {
  dispatched?: Dispatched
  /** Still to be paid online. */
  due?: number | undefined
}

/** Paid or to be paid in cash, not cancelled or about to be, and something of it can leave the shop now. */
export function isToDispatch(order: OrderState & ToDispatch): boolean {
  const { status, cancel, dispatched, awaitsConfirmation, due } = order
  const isOpen = status === 'confirmed' && cancel === 'none' && dispatched !== 'whole'
  return isOpen && !awaitsConfirmation && due === undefined
}
