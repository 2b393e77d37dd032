import { desc, sql } from 'drizzle-orm'
import type { Cursor } from '#domain/admin-lists.ts'
import type { ContactMessage } from '#domain/contact.ts'
import type { Db } from '#server/db/connection.ts'
import { NUMBER, type Page, readPage } from '#server/db/keyset-pagination.ts'
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
  const page = await readPage<MessageRow>(cursor, {
    async read(from, backwards, limit) {
      const { id } = contactMessages
      const rows = await db
        .select()
        .from(contactMessages)
        .where(from && sql`${id} ${backwards ? sql`>` : sql`<`} ${from[0]}::bigint`)
        .orderBy(backwards ? id : desc(id))
        .limit(limit)
      return rows.map(({ time, key: _, ...row }) => ({ ...row, time: time.toISOString() }))
    },
    keyOf: (row) => [String(row.id)],
    cursorFormat: [NUMBER],
  })
  return { ...page, count: undefined }
}
