import { writeReturnEmail } from '#domain/messages/return-emails.ts'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import { originOf } from '#server/config.ts'
import { findCreditNoteOf } from '#server/orders/billing/queries.ts'
import { findOrder, holdOrder } from '#server/orders/queries.ts'
import { findReturn } from '#server/orders/shipments/return-queries.ts'
import { findEmail, insertEmail } from './queries.ts'
import { type EmailContext, send } from './send.ts'

/** A job. The email is stored once per return, with its order share-locked, so that an erasure finds the email too. */
export async function sendReturnEmail(shop: EmailContext, returnId: number): Promise<void> {
  const subject = `return ${returnId}`
  const origin = originOf(shop.config)
  await shop.db.transaction(async (tx) => {
    const taken = await findReturn(tx, returnId)
    if (!taken) return
    await holdOrder(tx, taken.orderId)
    const order = await findOrder(tx, taken.orderId)
    // If the order was deleted meanwhile, an email that is stored already is still sent, but none is written.
    if (!order || order.userid === DELETED_USER.id) return
    const note = await findCreditNoteOf(tx, returnId)
    const creditNote = note && { ...note, page: `${origin}/bills/${note.id}` }
    const params = writeReturnEmail(order, { ...taken, creditNote, contactPage: `${origin}/contactUs` })
    await insertEmail(tx, { template: 'returned', subject, params })
  })
  await send(shop, await findEmail(shop.db, 'returned', subject))
}
