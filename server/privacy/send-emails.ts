import { writeExportEmail } from '#domain/messages/account-emails.ts'
import { findOwner } from '#server/accounts/queries.ts'
import { originOf } from '#server/config.ts'
import { sendUnstored } from '#server/messages/account-emails.ts'
import type { EmailContext } from '#server/messages/send.ts'
import { createExportLink } from './export.ts'

/**
 * A job: creates a link to the copy of somebody's data and emails it. The link is in no table and no backup, so a retry
 * creates another one.
 */
export async function sendExportEmail(shop: EmailContext, userId: string) {
  const owner = await findOwner(shop.db, userId)
  if (!owner) return
  await sendUnstored(shop, 'data-copy', async (say) => {
    const { path } = await createExportLink(shop.db, userId)
    return writeExportEmail(say, owner, originOf(shop.config) + path)
  })
}
