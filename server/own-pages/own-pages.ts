import type { User } from '#domain/accounts/user.ts'
import { changedFields } from '#domain/changed-fields.ts'
import { type OwnPage, type OwnPageValues, ownPagePath } from '#domain/texts/own-page.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { answerIfViolated } from '#server/db/constraints.ts'
import { PAGE_ADDRESS } from '#server/db/schema/collections.ts'
import { moveAddress } from '#server/seo/redirects.ts'
import type { Shop } from '#server/shop.ts'
import { insertText } from '#server/texts/queries.ts'
import { listPageProblems } from '#server/texts/texts.ts'
import { insertOwnPage, lockOwnPage, removeOwnPage, updateOwnPage } from './queries.ts'

export type OwnPageSaved =
  | { ok: true; id: number }
  | { ok: false; reason: 'address-taken' | 'not-found' }
  | { ok: false; reason: 'text'; problems: string[] }
  /** Somebody else has saved it since the form was opened. */
  | { ok: false; reason: 'conflict'; current: OwnPage }

/**
 * Each save that changes something adds a version of the text, and an address that changes leads to the new one.
 *
 * @param opened the page, and the version that the form was opened with; undefined: a new one
 */
export async function saveOwnPage(
  { db }: Pick<Shop, 'db'>,
  admin: User,
  { values, opened }: { values: OwnPageValues; opened?: { id: number; version: number } | undefined },
): Promise<OwnPageSaved> {
  const problems = listPageProblems(values.text)
  if (problems.length > 0) return { ok: false, reason: 'text', problems }
  const subject = `page ${values.title}`
  // The audit log does not repeat texts, which are kept for good.
  const named = ({ title, address, inMenu }: OwnPageValues) => ({ title, address, inMenu })
  return answerIfViolated<OwnPageSaved>(PAGE_ADDRESS, { ok: false, reason: 'address-taken' }, () =>
    db.transaction(async (tx) => {
      const current = opened && (await lockOwnPage(tx, opened.id))
      if (opened && !current) return { ok: false, reason: 'not-found' }
      if (opened && current && current.version !== opened.version) return { ok: false, reason: 'conflict', current }
      if (!current) {
        const id = await insertOwnPage(tx, values)
        await insertText(tx, `pages/${id}`, { version: 1, markdown: values.text }, admin.userId)
        await insertAudit(tx, admin, { action: 'add page', subject, after: { ...named(values), version: 1 } })
        return { ok: true, id }
      }
      const { id, version } = current
      if (Object.keys(changedFields({ ...current }, { ...values }).after).length === 0) return { ok: true, id }
      await updateOwnPage(tx, id, values)
      await insertText(tx, `pages/${id}`, { version: version + 1, markdown: values.text }, admin.userId)
      await moveAddress(tx, ownPagePath(current), ownPagePath(values))
      const changed = changedFields({ ...named(current), version }, { ...named(values), version: version + 1 })
      await insertAudit(tx, admin, { action: 'change page', subject, ...changed })
      return { ok: true, id }
    }),
  )
}

/** False: it was deleted already. */
export async function deleteOwnPage({ db }: Pick<Shop, 'db'>, admin: User, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const current = await lockOwnPage(tx, id)
    if (!current) return false
    await removeOwnPage(tx, id)
    const { text: _, ...before } = current
    await insertAudit(tx, admin, { action: 'delete page', subject: `page ${current.title}`, before })
    return true
  })
}
