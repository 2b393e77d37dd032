import { hash, randomBytes } from 'node:crypto'
import type { User } from '#domain/accounts/user.ts'
import { fileNameOf } from '#domain/file-name.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { calendarDay } from '#domain/time.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Db } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { Shop } from '#server/shop.ts'
import { packData } from './archive.ts'
import { insertExport, isExportOf, readPersonalData } from './export-queries.ts'

export type ExportLink = { path: string; until: Date }

/** Requests a copy of somebody's own data: returns a link for their screen, and emails them another one. */
export async function requestExport({ db }: Pick<Shop, 'db'>, user: User): Promise<ExportLink> {
  return db.transaction(async (tx) => {
    await insertAudit(tx, user, { action: 'ask for own data', subject: `user ${user.userId}` })
    await enqueueJob(tx, { job: 'send-export-email', userId: user.userId })
    return createExportLink(tx, user.userId)
  })
}

/** Creates a link, of which only the hash is stored. */
export async function createExportLink(db: Db, userId: string): Promise<ExportLink> {
  const token = randomBytes(32).toString('base64url')
  const until = await insertExport(db, userId, hash('sha256', token))
  return { path: `/account/privacy/download/${token}`, until }
}

/** Creates the file, which is stored nowhere. Undefined: the link has expired or is another person's. */
export async function downloadExport(
  { db, now, settings }: Pick<Shop, 'db' | 'now' | 'settings'>,
  user: User,
  token: string,
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> } | undefined> {
  const shop = await settings.read()
  return db.transaction(async (tx) => {
    if (!(await isExportOf(tx, user.userId, hash('sha256', token)))) return undefined
    await insertAudit(tx, user, { action: 'download own data', subject: `user ${user.userId}` })
    const madeAt = now()
    const bytes = packData(await readPersonalData(tx, user.userId), madeAt, wordsOf(shop))
    return { name: fileNameOf(shop, `data-${calendarDay(madeAt)}.zip`), bytes }
  })
}
