import type { User } from '#domain/accounts/user.ts'
import type { AuditAction } from '#domain/audit/sentences.ts'
import { IMAGE_WIDTHS } from '#domain/catalog/images.ts'
import { type StoredName, wordingKeyOf } from '#domain/messages/wordings.ts'
import { cleanText } from '#domain/text.ts'
import { isTextName } from '#domain/texts/texts.ts'
import { removeUploads } from '#server/catalog/images/queries.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import type { Shop } from '#server/shop.ts'
import { previewStored } from './preview.ts'
import { findTextVersion, insertText, lockText, type StoredText } from './queries.ts'

type TextShop = Pick<Shop, 'config' | 'db' | 'images' | 'settings' | 'texts'>

export type TextSaved =
  | { ok: true }
  | { ok: false; reason: 'problems'; problems: string[] }
  /** Somebody else has saved since the form was opened. */
  | { ok: false; reason: 'conflict'; current: StoredText }
  | { ok: false; reason: 'not-found' }

/**
 * Adds a version. Saving the unchanged default adds one too, which shows that somebody has read it.
 *
 * @param opened the version that the form was opened with; 0: the default
 */
export async function saveText(
  shop: TextShop,
  admin: User,
  text: { name: StoredName; opened: number; markdown: string },
): Promise<TextSaved> {
  const markdown = cleanText(text.markdown)
  const { problems, uploads } = await previewStored(shop, text.name, markdown)
  problems.push(...(await listLostPictures(shop, uploads)))
  if (problems.length > 0) return { ok: false, reason: 'problems', problems }
  return shop.db.transaction(async (tx) => {
    const current = await lockText(tx, text.name)
    if (current.version !== text.opened) return { ok: false, reason: 'conflict', current }
    if (current.version > 0 && current.markdown === markdown) return { ok: true }
    // A stored version uses these pictures now, so the clean-up of failed uploads must not remove them.
    await removeUploads(
      tx,
      uploads.map((address) => address.slice(1)),
    )
    return addVersion(tx, admin, text.name, current, markdown, { action: 'change text' })
  })
}

/** Adds an earlier version, or the default (0), as the newest one. */
export async function restoreText(
  { db }: Pick<Shop, 'db'>,
  admin: User,
  { name, opened, version }: { name: StoredName; opened: number; version: number },
): Promise<TextSaved> {
  return db.transaction(async (tx) => {
    const current = await lockText(tx, name)
    if (current.version !== opened) return { ok: false, reason: 'conflict', current }
    const earlier = await findTextVersion(tx, name, version)
    if (!earlier) return { ok: false, reason: 'not-found' }
    if (earlier.version === current.version) return { ok: true }
    return addVersion(tx, admin, name, current, earlier.markdown, { action: 'restore text', from: version })
  })
}

/** The audit log names the versions only, because `texts` keeps their contents for good. */
async function addVersion(
  tx: Transaction,
  admin: User,
  name: StoredName,
  { version }: StoredText,
  markdown: string,
  { action, ...from }: { action: AuditAction; from?: number },
): Promise<TextSaved> {
  await insertText(tx, name, { version: version + 1, markdown }, admin.userId)
  const after = { version: version + 1, ...from }
  await insertAudit(tx, admin, {
    action,
    subject: isTextName(name) ? `text ${name}` : `wording ${wordingKeyOf(name)}`,
    before: { version },
    after,
  })
  return { ok: true }
}

/** Pictures that were removed meanwhile: the clean-up removes uploads that are not saved within a day. */
async function listLostPictures({ images }: TextShop, uploads: readonly string[]): Promise<string[]> {
  const present = await Promise.all(uploads.map((address) => images.has(`${address.slice(1)}/${IMAGE_WIDTHS[0]}.webp`)))
  return uploads
    .filter((_address, index) => !present[index])
    .map((address) => `The picture ${address} is no longer available. Upload it again.`)
}
