import { and, asc, eq, gt, lt, ne, or, sql } from 'drizzle-orm'
import { DELETED, EXPIRED, type Identity, redactEverybody, redactPerson } from '#domain/privacy/redact.ts'
import type { Transaction } from '#server/db/connection.ts'
import { audit } from '#server/db/schema/shop.ts'

const BATCH = 500

type Entry = typeof audit.$inferSelect

/** Replaces a person in the audit log. Call `allowErasing` before. */
export async function redactAudit(tx: Transaction, person: Identity): Promise<void> {
  const { userId, emails, details } = person
  const values = sql`lower(coalesce(${audit.before}::text, '') || coalesce(${audit.after}::text, ''))`
  const named = [userId, ...emails, ...details].map((part) => sql`position(${asJson(part)} in ${values}) > 0`)
  const theirs = or(
    eq(audit.actorId, userId),
    sql`lower(${audit.actorEmail}) = any (${sql.param(emails)}::text[])`,
    eq(audit.subject, `user ${userId}`),
    ...named,
  )
  for (let last = 0; ; ) {
    const entries = await tx
      .select()
      .from(audit)
      .where(and(gt(audit.id, last), theirs))
      .orderBy(asc(audit.id))
      .limit(BATCH)
    await updateEntries(
      tx,
      entries.map((entry) => redactEntry(entry, person)),
    )
    const end = entries.at(-1)
    if (!end) return
    last = end.id
  }
}

/** The text as it is escaped within JSON. */
function asJson(part: string): string {
  return JSON.stringify(part).slice(1, -1).toLowerCase()
}

function redactEntry({ id, actorId, actorEmail, subject, before, after }: Entry, person: Identity): Redacted {
  const isActor = actorId === person.userId || person.emails.includes(actorEmail.toLowerCase())
  const isAbout = subject === `user ${person.userId}`
  return {
    id,
    actorId: isActor ? DELETED : actorId,
    actorEmail: isActor ? DELETED : actorEmail,
    before: redactPerson(before, person, isAbout),
    after: redactPerson(after, person, isAbout),
  }
}

/**
 * Replaces everybody in the next batch of entries before this time. Call `allowErasing` before.
 *
 * @param last id of the previous batch
 * @returns the last id of this one; undefined when there are no more
 */
export async function expireAudit(tx: Transaction, before: Date, last: number): Promise<number | undefined> {
  const entries = await tx
    .select()
    .from(audit)
    .where(and(gt(audit.id, last), lt(audit.time, before), ne(audit.actorEmail, EXPIRED)))
    .orderBy(asc(audit.id))
    .limit(BATCH)
  await updateEntries(
    tx,
    entries.map((entry) => ({
      id: entry.id,
      actorId: EXPIRED,
      actorEmail: EXPIRED,
      before: redactEverybody(entry.before),
      after: redactEverybody(entry.after),
    })),
  )
  return entries.at(-1)?.id
}

type Redacted = Pick<Entry, 'id' | 'actorId' | 'actorEmail' | 'before' | 'after'>

async function updateEntries(tx: Transaction, entries: readonly Redacted[]): Promise<void> {
  if (entries.length === 0) return
  await tx.execute(sql`
    update audit set actor_id = "actorId", actor_email = "actorEmail", before = redacted.before, after = redacted.after
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as redacted (id bigint, "actorId" text, "actorEmail" text, before jsonb, after jsonb)
    where audit.id = redacted.id`)
}
