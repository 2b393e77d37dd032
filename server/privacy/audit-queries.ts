import { and, asc, eq, gt, lt, ne, or, sql } from 'drizzle-orm'
import { DELETED, EXPIRED, type Identity, redactEverybody, redactPerson } from '#domain/privacy/redact.ts'
import type { Transaction } from '#server/db/connection.ts'
import { audit } from '#server/db/schema/shop.ts'

const BATCH = 500

type Entry = typeof audit.$inferSelect

/** Replaces a person in the audit log; needs `allowErasing`. */
export async function redactAudit(tx: Transaction, person: Identity): Promise<void> {
  const { uid, emails, details } = person
  const values = sql`lower(coalesce(${audit.before}::text, '') || coalesce(${audit.after}::text, ''))`
  const named = [uid, ...emails, ...details].map((part) => sql`position(${asJson(part)} in ${values}) > 0`)
  const theirs = or(
    eq(audit.actorId, uid),
    sql`lower(${audit.actorEmail}) = any (${sql.param(emails)}::text[])`,
    eq(audit.subject, `user ${uid}`),
    ...named,
  )
  for (let last = 0; ; ) {
    const entries = await tx
      .select()
      .from(audit)
      .where(and(gt(audit.id, last), theirs))
      .orderBy(asc(audit.id))
      .limit(BATCH)
    for (const entry of entries) await updateEntry(tx, entry, redactEntry(entry, person))
    const end = entries.at(-1)
    if (!end) return
    last = end.id
  }
}

/** As the text stands within JSON. */
function asJson(part: string): string {
  return JSON.stringify(part).slice(1, -1).toLowerCase()
}

function redactEntry({ actorId, actorEmail, subject, before, after }: Entry, person: Identity) {
  const isActor = actorId === person.uid || person.emails.includes(actorEmail.toLowerCase())
  const isAbout = subject === `user ${person.uid}`
  return {
    actorId: isActor ? DELETED : actorId,
    actorEmail: isActor ? DELETED : actorEmail,
    before: redactPerson(before, person, isAbout),
    after: redactPerson(after, person, isAbout),
  }
}

/** Replaces everybody in the oldest entries before this time; needs `allowErasing`. @returns how many: 0 when all are done */
export async function expireAudit(tx: Transaction, before: Date): Promise<number> {
  const entries = await tx
    .select()
    .from(audit)
    .where(and(lt(audit.time, before), ne(audit.actorEmail, EXPIRED)))
    .orderBy(asc(audit.id))
    .limit(BATCH)
  for (const entry of entries) {
    await updateEntry(tx, entry, {
      actorId: EXPIRED,
      actorEmail: EXPIRED,
      before: redactEverybody(entry.before),
      after: redactEverybody(entry.after),
    })
  }
  return entries.length
}

type Redacted = Pick<Entry, 'actorId' | 'actorEmail' | 'before' | 'after'>

async function updateEntry(tx: Transaction, { id }: Entry, redacted: Redacted): Promise<void> {
  const { before, after } = redacted
  // Without this, null would be stored as the JSON value null.
  await tx
    .update(audit)
    .set({ ...redacted, before: before ?? sql`null`, after: after ?? sql`null` })
    .where(eq(audit.id, id))
}
