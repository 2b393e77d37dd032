import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AuditFilter, Cursor } from '#domain/admin-lists.ts'
import { type AuditEntry, actionsIn, sentenceOf } from '#domain/audit/sentences.ts'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import { type Actor, COMMAND_LINE, SCHEDULE } from '#server/db/audit-queries.ts'
import type { Db } from '#server/db/connection.ts'
import { type Page, readNewest } from '#server/db/keyset-pagination.ts'
import { user } from '#server/db/schema/accounts.ts'
import { audit } from '#server/db/schema/shop.ts'
import { listUsers } from './people-queries.ts'

export type AuditRow = Pick<AuditEntry, 'subject' | 'name' | 'before' | 'after'> & {
  id: number
  action: string
  actor: Actor
  /** As the sentence begins: a name, or `The shop`. */
  who: string
  /** Their action: `dispatched order 1016: 2 items`. */
  did: string
  /** ISO 8601. */
  time: string
}

/** People that a search for who did something finds, at most. */
const MOST_ACTORS = 100

/** Newest first. */
export async function listAudit(db: Db, filter: AuditFilter, cursor: Cursor): Promise<Page<AuditRow>> {
  const which = and(...(await conditionsOf(db, filter)))
  const page = await readNewest(cursor, audit.id, async ({ beyond, order, limit }) => {
    const rows = await db.select().from(audit).where(and(which, beyond)).orderBy(order).limit(limit)
    const names = await listNames(db, rows)
    return rows.map(({ actorId, actorEmail, time, ...row }) => {
      const actor = { userId: actorId, email: actorEmail }
      const name = names.get(personOf(row.subject) ?? '')
      const did = sentenceOf({ ...row, name, isOwn: row.subject === `user ${actorId}` })
      return { ...row, actor, name, who: whoOf(actor, names), did, time: time.toISOString() }
    })
  })
  return { ...page, count: undefined }
}

async function conditionsOf(db: Db, { who, area, from, until, subject }: AuditFilter): Promise<SQL[]> {
  const startOf = (day: string) => sql`(${day}::date)::timestamp at time zone 'Asia/Kolkata'`
  return [
    ...(who === undefined ? [] : [inArray(audit.actorId, await listActors(db, who))]),
    ...(area === undefined ? [] : [inArray(audit.action, actionsIn(area))]),
    ...(from === undefined ? [] : [sql`${audit.time} >= ${startOf(from)}`]),
    ...(until === undefined ? [] : [sql`${audit.time} < ${startOf(until)} + interval '1 day'`]),
    ...(subject === undefined ? [] : [eq(audit.subject, subject)]),
  ]
}

async function listActors(db: Db, who: string): Promise<string[]> {
  const { rows } = await listUsers(db, { q: who, sort: 'newest' }, {}, { rowsAPage: MOST_ACTORS })
  const others = [...OTHER_ACTORS].filter(([, name]) => name.toLowerCase().includes(who.toLowerCase()))
  return [...rows.map(({ userId }) => userId), ...others.map(([id]) => id)]
}

/** Those that are no accounts. */
const OTHER_ACTORS = new Map([
  [COMMAND_LINE.userId, 'The command line'],
  [SCHEDULE.userId, 'The shop'],
  [DELETED_USER.email, 'A deleted user'],
])

function whoOf({ userId, email }: Actor, names: ReadonlyMap<string, string>): string {
  return names.get(userId) ?? OTHER_ACTORS.get(userId) ?? OTHER_ACTORS.get(email) ?? email
}

/** The names of the accounts that these entries are by or about. */
async function listNames(db: Db, rows: readonly { actorId: string; subject: string }[]) {
  const ids = new Set(rows.flatMap(({ actorId, subject }) => [actorId, personOf(subject) ?? actorId]))
  if (ids.size === 0) return new Map()
  const people = await db
    .select({ id: user.id, name: user.name })
    .from(user)
    .where(inArray(user.id, [...ids]))
  return new Map(people.map(({ id, name }) => [id, name]))
}

function personOf(subject: string): string | undefined {
  return /^user (\S+)$/.exec(subject)?.[1]
}
