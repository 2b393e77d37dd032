import { writeErasureCodeEmail, writeExportEmail } from '#domain/privacy/emails.ts'
import { findOwner } from '#server/accounts/queries.ts'
import { sendUnstored } from '#server/emails/send-unstored.ts'
import type { Shop } from '#server/shop.ts'
import { createCode } from './codes.ts'
import { createExportLink } from './export.ts'

/** A job. The link is made here, so that no table and no backup has it; a retry makes another one. */
export async function sendExportEmail(shop: Pick<Shop, 'config' | 'db' | 'emails' | 'log'>, userId: string) {
  const owner = await findOwner(shop.db, userId)
  if (!owner) return
  const { path } = await createExportLink(shop.db, userId)
  const origin = shop.config.publicUrl ?? `http://localhost:${shop.config.port}`
  await sendUnstored(shop, writeExportEmail(owner, origin + path))
}

/** A job. The code is made here, and stored as a hash. */
export async function sendErasureCodeEmail(shop: Pick<Shop, 'auth' | 'db' | 'emails' | 'log'>, userId: string) {
  const owner = await findOwner(shop.db, userId)
  if (owner) await sendUnstored(shop, writeErasureCodeEmail(owner, await createCode(shop, userId)))
}
