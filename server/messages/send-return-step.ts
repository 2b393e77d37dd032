import { writeReturnStep } from '#domain/messages/return-emails.ts'
import { findReturnStep } from '#server/returns/queries.ts'
import type { Shop } from '#server/shop.ts'
import { type EmailContext, sendOnce } from './send.ts'
import { alsoByWhatsapp, holdRecipientsOrder } from './send-order.ts'

/** A job: tells the buyer what has happened to their return request. */
export async function sendReturnStep(
  shop: EmailContext & Partial<Pick<Shop, 'whatsapp'>>,
  stepId: number,
): Promise<void> {
  await sendOnce(shop, 'return-step', `return-step ${stepId}`, async (tx, say) => {
    const step = await findReturnStep(tx, stepId)
    const order = step && (await holdRecipientsOrder(tx, step.orderId))
    if (!order) return undefined
    await alsoByWhatsapp(shop, tx, { template: 'return-step', orderId: order.id, stepId })
    return writeReturnStep(say, order, step)
  })
}
