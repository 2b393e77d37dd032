import type { Order } from './order.ts'
import { UNDO_SECONDS } from './order-state.ts'

/** What the desk is asked before `Deliver` also dispatches; undefined: everything is dispatched. */
export function deliverQuestion({
  id,
  dispatched,
}: Pick<Order, 'id' | 'dispatched'>): { question: string; text: string } | undefined {
  if (dispatched === 'whole') return undefined
  const what = dispatched === 'part' ? 'Part of it is not dispatched yet.' : 'Nothing of it is dispatched yet.'
  return {
    question: `Deliver order ${id}?`,
    text:
      `${what} This records a parcel without courier for what is left, and marks the order delivered. ` +
      `Its invoice and the email to the shopper follow after ${UNDO_SECONDS} seconds; until then you can undo it.`,
  }
}
