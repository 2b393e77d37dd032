import { hasRight, type Visitor } from '#domain/permissions.ts'
import type { Order } from './order.ts'
import type { TimelineEntry, TimelineKind } from './timeline.ts'

/**
 * An order as this visitor may see it. The amounts of staff without the right `see money` are never sent to them; the label of
 * a parcel says what cash to collect.
 */
export function orderFor<Shown extends Order>(visitor: Visitor, order: Shown): Shown {
  if (hasRight(visitor, 'see money')) return order
  const {
    refundedPart: _,
    warrantyAmount: __,
    voucherPaid: ___,
    offer: ____,
    deliveryFee: _____,
    restInCash: ______,
    due,
    ...rest
  } = order
  const cartItems = order.cartItems.map(({ discount: _, set, ...line }) => ({
    ...line,
    price: 0,
    ...(set && { set: { ...set, price: 0 } }),
  }))
  // An amount that is still due holds the order up, so the fact that something is due stays visible.
  return { ...rest, ...(due !== undefined && { due: 0 }), cartItems, totalAmount: 0, hidesMoney: true } as Shown
}

const WITHOUT_AMOUNTS: readonly TimelineKind[] = ['order', 'change', 'email', 'parcel', 'return']

/** The values that people have changed may be amounts too. */
export function timelineFor(visitor: Visitor, entries: readonly TimelineEntry[]): TimelineEntry[] {
  if (hasRight(visitor, 'see money')) return [...entries]
  return entries
    .filter(({ kind }) => WITHOUT_AMOUNTS.includes(kind))
    .map(({ detail, ...entry }) =>
      entry.kind === 'order' || entry.kind === 'change' || !detail ? entry : { ...entry, detail },
    )
}
