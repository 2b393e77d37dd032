import { writeExportEmail } from '#domain/messages/account-emails.ts'
import { findOwner } from '#server/accounts/queries.ts'
import { originOf } from '#server/config.ts'
import { sendUnstored } from '#server/messages/account-emails.ts'
import type { Shop } from '#server/shop.ts'
import { createExportLink } from './export.ts'

/**
 * A job: creates a link to the copy of somebody's data and emails it. The link is in no table and no backup, so a retry
 * creates another one.
 */
export async function sendExportEmail(
  shop: Pick<Shop, 'config' | 'db' | 'emails' | 'log' | 'settings'>,
  userId: string,
) {
  const owner = await findOwner(shop.db, userId)
  if (!owner) return
  await sendUnstored(shop, async () => {
    const { path } = await createExportLink(shop.db, userId)
    return writeExportEmail(owner, originOf(shop.config) + path)
  })
}
