import { invoiceProblem } from '#domain/billing/invoice-needs.ts'
import { deliverQuestion } from '#domain/orders/action-questions.ts'
import { mayDeliver, type OrderId } from '#domain/orders/order-state.ts'
import { findOrder, findOrderRow } from '#server/orders/queries.ts'
import type { Shop } from '#server/shop.ts'

/** What the dialog of `Deliver` asks, for browsers without scripts; undefined: nothing to ask. */
export async function readDeliverQuestion(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  form: FormData,
  id: OrderId | undefined,
): Promise<string | undefined> {
  if (form.get('intent') !== 'deliver' || !form.has('ask') || id === undefined) return undefined
  const order = await findOrder(db, id)
  if (!order || !mayDeliver(order)) return undefined
  const isBillToConfirmed = Boolean((await findOrderRow(db, id))?.billToConfirmedAt)
  // It is refused then, so there is nothing to ask.
  if (invoiceProblem(await settings.read(), { ...order.addressInfo, pickUp: order.pickUp, isBillToConfirmed }))
    return undefined
  const asked = deliverQuestion(order)
  return asked && `${asked.question} ${asked.text}`
}
