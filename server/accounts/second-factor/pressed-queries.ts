import type { Session } from '#server/accounts/session-cache.ts'
import { consumeVerification, findVerification, replaceVerification } from '#server/accounts/verification-queries.ts'
import type { Db } from '#server/db/connection.ts'

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
  return replaceVerification(db, { prefix: prefixOf(session), value: JSON.stringify(pressed), minutes: MINUTES })
}

export async function findPressed(db: Db, session: Session, id: string): Promise<Pressed | undefined> {
  const stored = await findVerification(db, prefixOf(session) + id)
  return stored === undefined ? undefined : JSON.parse(stored)
}

/** Uses it up: of two concurrent requests only one gets it. */
export async function consumePressed(db: Db, session: Session, id: string): Promise<Pressed | undefined> {
  const stored = await consumeVerification(db, prefixOf(session) + id)
  return stored === undefined ? undefined : JSON.parse(stored)
}

/** With the account, so that its erasure finds the row. */
function prefixOf({ id, user }: Session): string {
  return `pressed:${user.userId}:${id}:`
}
