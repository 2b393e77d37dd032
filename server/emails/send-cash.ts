import { writeCashEmail } from '#domain/messages/cash-emails.ts'
import type { CashEmailTemplate } from '#domain/messages/templates.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import { originOf } from '#server/config.ts'
import { findOrder, holdOrder } from '#server/orders/queries.ts'
import type { Shop } from '#server/shop.ts'
import { findEmail, insertEmail } from './queries.ts'
import { type EmailContext, send } from './send.ts'

/**
 * A job. The email is stored once per order, while the order is share-locked, so that an erasure finds the email too.
 */
export async function sendCashEmail(
  shop: EmailContext & Pick<Shop, 'trackingLinks' | 'payments'>,
  template: CashEmailTemplate,
  orderId: OrderId,
): Promise<void> {
  const subject = `order ${orderId}`
  const { cancelUnconfirmedHours } = await shop.settings.read()
  const origin = originOf(shop.config)
  await shop.db.transaction(async (tx) => {
    await holdOrder(tx, orderId)
    const order = await findOrder(tx, orderId)
    // If the order was deleted meanwhile, an email that is stored already is still sent, but none is written.
    if (!order || order.userid === DELETED_USER.id) return
    const params = writeCashEmail(template, order, {
      confirmLink: `${origin}/orders/${orderId}/confirm/${shop.trackingLinks.tokenOf('confirm', orderId)}`,
      payLink: shop.payments.isAvailable ? `${origin}/orders/${orderId}` : undefined,
      cancelAfterHours: cancelUnconfirmedHours,
    })
    await insertEmail(tx, { template, subject, params })
  })
  await send(shop, await findEmail(shop.db, template, subject))
}
