import { eq, inArray, sql } from 'drizzle-orm'
import { deviceOf } from '#domain/accounts/session.ts'
import type { User } from '#domain/accounts/user.ts'
import type { Cursor, UserFilter } from '#domain/admin-lists.ts'
import { HAS_ENDED } from '#server/accounts/session-queries.ts'
import type { Db } from '#server/db/connection.ts'
import { byText, byTime, containsText, type Page, readKeysetPage } from '#server/db/keyset-pagination.ts'
import { session, user } from '#server/db/schema/accounts.ts'

/** Times as ISO 8601. */
export type SessionRow = {
  id: string
  user: Omit<User, 'staff'> & { staffRole: string | null }
  device: string
  loggedIn: string
  lastUsed: string
}

/** Everybody's sessions that have not ended, by the time of their login. The filter applies to their users. */
export async function listSessions(db: Db, filter: UserFilter, cursor: Cursor): Promise<Page<SessionRow>> {
  const list = {
    table: sql`(
      select s.id, s.created_at, s.expires_at, s.last_used_at, u.role, u.staff_role, lower(u.name || ' ' || u.email) as person
      from "session" as s join "user" as u on u.id = s.user_id) as listed`,
    order: [byTime(sql`created_at`), byText(sql`id`)],
    descending: filter.sort === 'newest',
    branches: [filter.role ? sql`not ${HAS_ENDED} and role = ${filter.role}` : sql`not ${HAS_ENDED}`],
    match: filter.q === undefined ? undefined : containsText(sql`person`, filter.q),
  }
  return readKeysetPage(db, list, cursor, (ids) => readSessions(db, ids))
}

async function readSessions(db: Db, ids: string[]): Promise<ReadonlyMap<string, SessionRow>> {
  const { id, userAgent, createdAt, lastUsedAt } = session
  const person = { userId: user.id, name: user.name, email: user.email, role: user.role, staffRole: user.staffRole }
  const rows = await db
    .select({ id, userAgent, createdAt, lastUsedAt, user: person })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(inArray(id, ids))
  return new Map(
    rows.map(({ id, user, userAgent, createdAt, lastUsedAt }) => {
      const loggedIn = createdAt.toISOString()
      const lastUsed = lastUsedAt.toISOString()
      return [id, { id, user, device: deviceOf(userAgent), loggedIn, lastUsed }]
    }),
  )
}
