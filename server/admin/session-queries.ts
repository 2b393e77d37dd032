import { eq, inArray, sql } from 'drizzle-orm'
import type { User } from '#domain/account.ts'
import type { Cursor, UserFilter } from '#domain/admin-lists.ts'
import { deviceOf } from '#domain/session.ts'
import { HAS_ENDED } from '#server/accounts/session-queries.ts'
import type { Db } from '#server/db/connection.ts'
import {
  containsText,
  countUpTo,
  type KeysetQuery,
  NUMBER,
  type Page,
  readPage,
  runKeyset,
  TEXT,
} from '#server/db/keyset-pagination.ts'
import { session, user } from '#server/db/schema/accounts.ts'

/** Times as ISO 8601. */
export type SessionRow = { id: string; user: User; device: string; loggedIn: string; lastUsed: string }

/** Everybody's sessions that have not ended, by the time of their login. The filter is about the person. */
export async function listSessions(db: Db, filter: UserFilter, cursor: Cursor): Promise<Page<SessionRow>> {
  const list: KeysetQuery = {
    table: sql`(
      select s.id, s.created_at, s.expires_at, s.last_used_at, u.role, lower(u.name || ' ' || u.email) as person
      from "session" as s join "user" as u on u.id = s.user_id) as listed`,
    order: [
      // PostgreSQL stores microseconds, JavaScript dates only milliseconds.
      {
        column: sql`created_at`,
        value: (part) => sql`timestamptz 'epoch' + ${part}::bigint * interval '1 microsecond'`,
      },
      { column: sql`id`, value: (part) => sql`${part}` },
    ],
    descending: filter.sort === 'newest',
    branches: [filter.role ? sql`not ${HAS_ENDED} and role = ${filter.role}` : sql`not ${HAS_ENDED}`],
    match: filter.q === undefined ? undefined : containsText(sql`person`, filter.q),
  }
  const [{ rows, ...page }, count] = await Promise.all([
    readPage(cursor, {
      read: async (from, backwards, limit) => readSessions(db, await runKeyset(db, list, from, backwards, limit)),
      keyOf: ({ micros, id }) => [micros, id],
      cursorFormat: [NUMBER, TEXT],
    }),
    filter.q === undefined ? countUpTo(db, list.table, list.branches[0]) : undefined,
  ])
  return { rows: rows.map(({ micros: _, ...row }) => row), ...page, count }
}

async function readSessions(db: Db, idsInOrder: string[]): Promise<(SessionRow & { micros: string })[]> {
  if (idsInOrder.length === 0) return []
  const { id, userAgent, createdAt, lastUsedAt } = session
  const micros = sql<string>`(extract(epoch from ${createdAt}) * 1000000)::bigint::text`
  const person = { uid: user.id, name: user.name, email: user.email, role: user.role }
  const rows = await db
    .select({ id, userAgent, createdAt, lastUsedAt, micros, user: person })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(inArray(id, idsInOrder))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return idsInOrder.flatMap((wanted) => {
    const row = byId.get(wanted)
    if (!row) return []
    const [loggedIn, lastUsed] = [row.createdAt.toISOString(), row.lastUsedAt.toISOString()]
    return [{ id: row.id, user: row.user, micros: row.micros, device: deviceOf(row.userAgent), loggedIn, lastUsed }]
  })
}
