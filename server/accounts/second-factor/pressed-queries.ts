import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Session } from '#server/accounts/session-cache.ts'
import type { Db } from '#server/db/connection.ts'
import { verification } from '#server/db/schema/accounts.ts'

/** A form or a link that was used when the password was asked for again, to be carried out after the answer. */
export type Pressed = {
  method: 'GET' | 'POST'
  path: string
  fields: [name: string, value: string][]
  /** Sent by the browser itself, so that its answer is a page or a file. */
  isDocument: boolean
}

const MINUTES = 15

/** Replaces what this session has pressed before. @returns the id, which is of use to this session only */
export async function insertPressed(db: Db, session: Session, pressed: Pressed): Promise<string> {
  const id = randomUUID()
  await db.transaction(async (tx) => {
    await tx.delete(verification).where(sql`starts_with(${verification.identifier}, ${prefixOf(session)})`)
    await tx.insert(verification).values({
      id,
      identifier: prefixOf(session) + id,
      value: JSON.stringify(pressed),
      expiresAt: sql`now() + make_interval(mins => ${MINUTES})`,
    })
  })
  return id
}

export async function findPressed(db: Db, session: Session, id: string): Promise<Pressed | undefined> {
  const [row] = await db.select({ value: verification.value }).from(verification).where(isCurrent(session, id))
  return row && (JSON.parse(row.value) as Pressed)
}

/** Uses it up: of two concurrent requests only one gets it. */
export async function consumePressed(db: Db, session: Session, id: string): Promise<Pressed | undefined> {
  const [row] = await db.delete(verification).where(isCurrent(session, id)).returning({ value: verification.value })
  return row && (JSON.parse(row.value) as Pressed)
}

function isCurrent(session: Session, id: string) {
  return and(eq(verification.identifier, prefixOf(session) + id), sql`${verification.expiresAt} > now()`)
}

/** With the account, so that its erasure finds the row. */
function prefixOf({ id, user }: Session): string {
  return `pressed:${user.userId}:${id}:`
}
