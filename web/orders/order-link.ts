import { data, type RouterContextProvider } from 'react-router'
import { payableNow } from '#domain/orders/cash.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { parseId } from '#domain/text.ts'
import { shopContext } from '#server/contexts.ts'
import { limitRequest } from '#server/http/limit-request.ts'
import { findOrder, findOrderRow } from '#server/orders/queries.ts'
import type { OrderLinkPurpose } from '#server/orders/tracking-link.ts'

type LinkArgs = { context: Readonly<RouterContextProvider>; params: { id: string; token: string } }

/** The order of an emailed link. The link is the permission; a wrong one is answered like an order that does not exist. */
export async function openOrderLink({ context, params }: LinkArgs, purpose: OrderLinkPurpose): Promise<OrderId> {
  await limitRequest(context, 'track')
  const id = parseId(params.id)
  if (id === undefined || !context.get(shopContext).trackingLinks.isToken(purpose, id, params.token)) throw noOrder()
  return id
}

export function noOrder() {
  return data('Order not found.', { status: 404 })
}

/** The order of a payment link. */
export async function readLinkedOrder(args: LinkArgs) {
  const id = await openOrderLink(args, 'pay')
  const { db, payments } = args.context.get(shopContext)
  const order = await findOrder(db, id)
  const row = await findOrderRow(db, id)
  if (!order || !row) throw noOrder()
  return { order, payable: payments.isAvailable ? payableNow(row) : 0 }
}
