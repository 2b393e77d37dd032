import { writeAccountNotice } from '#domain/messages/account-notices.ts'
import type { AccountNotice } from '#domain/messages/templates.ts'
import { holdOwner } from '#server/accounts/queries.ts'
import { originOf } from '#server/config.ts'
import { findEmail, insertEmail } from './queries.ts'
import { type EmailContext, send } from './send.ts'

type Notice = { template: AccountNotice; userId: string; email: string; time: string }

/** A job: tells the owner of an account what was changed. */
export async function sendAccountNotice(shop: EmailContext, { template, userId, email, time }: Notice): Promise<void> {
  const subject = `user ${userId} at ${time}`
  await shop.db.transaction(async (tx) => {
    const owner = await holdOwner(tx, userId)
    if (!owner) return
    const params = writeAccountNotice(template, { name: owner.name, email }, { time, origin: originOf(shop.config) })
    await insertEmail(tx, { template, subject, params })
  })
  await send(shop, await findEmail(shop.db, template, subject))
}
