import { deliverQuestion } from '#domain/orders/deliver-question.ts'
import { mayDeliver, type OrderId } from '#domain/orders/order-state.ts'
import { findOrder } from '#server/orders/queries.ts'
import type { Shop } from '#server/shop.ts'

/** What the dialog of `Deliver` asks, for browsers without scripts; undefined: nothing to ask. */
export async function readDeliverQuestion(
  { db }: Pick<Shop, 'db'>,
  form: FormData,
  id: OrderId | undefined,
): Promise<string | undefined> {
  if (form.get('intent') !== 'deliver' || !form.has('ask') || id === undefined) return undefined
  const order = await findOrder(db, id)
  const asked = order && mayDeliver(order) ? deliverQuestion(order) : undefined
  return asked && `${asked.question} ${asked.text}`
}
