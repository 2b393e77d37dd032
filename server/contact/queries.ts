import type { Cursor } from '#domain/admin-lists.ts'
import type { ContactMessage } from '#domain/contact.ts'
import type { Db } from '#server/db/connection.ts'
import { type Page, readNewest } from '#server/db/keyset-pagination.ts'
import { contactMessages } from '#server/db/schema/shop.ts'

/** @param key idempotency key; undefined: always a new message */
export async function insertMessage(db: Db, contactMessage: ContactMessage, key: string | undefined): Promise<void> {
  await db
    .insert(contactMessages)
    .values({ ...contactMessage, ...(key && { key }) })
    .onConflictDoNothing({ target: contactMessages.key })
}

export type MessageRow = ContactMessage & { id: number; time: string }

/** Newest first. */
export async function listMessages(db: Db, cursor: Cursor): Promise<Page<MessageRow>> {
  const page = await readNewest(cursor, contactMessages.id, async ({ beyond, order, limit }) => {
    const rows = await db.select().from(contactMessages).where(beyond).orderBy(order).limit(limit)
    return rows.map(({ time, key: _, ...row }) => ({ ...row, time: time.toISOString() }))
  })
  return { ...page, count: undefined }
}
