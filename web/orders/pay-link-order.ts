import { data } from 'react-router'
import { payableNow } from '#domain/orders/cash.ts'
import { parseId } from '#domain/text.ts'
import { addressContext, shopContext } from '#server/contexts.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { findOrder, findOrderRow } from '#server/orders/queries.ts'
import type { Route } from './+types/pay-link'

/** The order of a payment link, which is the permission; a wrong one is answered like an order that does not exist. */
export async function readLinkedOrder({ context, params }: Pick<Route.LoaderArgs, 'context' | 'params'>) {
  const shop = context.get(shopContext)
  const tooMany = await shop.limits.consume('track', { address: context.get(addressContext) })
  if (tooMany) throw data(tooMany.message, tooManyRequests(tooMany))
  const id = parseId(params.id)
  const isGenuine = id !== undefined && shop.trackingLinks.isToken('pay', id, params.token)
  const [order, row] = isGenuine ? [await findOrder(shop.db, id), await findOrderRow(shop.db, id)] : []
  if (!order || !row) throw data('Order not found.', { status: 404 })
  return { order, payable: shop.payments.isAvailable ? payableNow(row) : 0 }
}
