import { writeReturnStep } from '#domain/messages/return-step-emails.ts'
import { findReturnStep } from '#server/returns/queries.ts'
import { type EmailContext, sendOnce } from './send.ts'
import { holdRecipientsOrder } from './send-order.ts'

/** A job: tells the buyer what has happened to their return request. */
export async function sendReturnStep(shop: EmailContext, stepId: number): Promise<void> {
  await sendOnce(shop, 'return-step', `return-step ${stepId}`, async (tx, say) => {
    const step = await findReturnStep(tx, stepId)
    const order = step && (await holdRecipientsOrder(tx, step.orderId))
    return order && writeReturnStep(say, order, step)
  })
}
