import type { Transaction } from '#server/db/connection.ts'
import { audit } from '#server/db/schema/shop.ts'

export type Actor = { uid: string; email: string }

/** Whoever works on the shop's machine. */
export const COMMAND_LINE: Actor = { uid: 'command line', email: 'command line' }

export type AuditRecord = {
  /** What was done, as a verb and its object: `deliver order`. */
  action: string
  /** To what: `order 1001`. */
  subject: string
  before?: unknown
  after?: unknown
}

/** Keeps who did what, in the transaction that does it: the one is not there without the other. */
export async function insertAudit(tx: Transaction, { uid, email }: Actor, record: AuditRecord): Promise<void> {
  await tx.insert(audit).values({ actorId: uid, actorEmail: email, ...record })
}

/** The same for many at once. */
export async function insertAudits(tx: Transaction, { uid, email }: Actor, records: AuditRecord[]): Promise<void> {
  if (records.length === 0) return
  await tx.insert(audit).values(records.map((record) => ({ actorId: uid, actorEmail: email, ...record })))
}
