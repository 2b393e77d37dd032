import type { User } from '#domain/accounts/user.ts'
import type { AuditAction } from '#domain/audit/sentences.ts'
import type { Transaction } from '#server/db/connection.ts'
import { audit } from '#server/db/schema/shop.ts'

/** The person who made the change. */
export type Actor = Pick<User, 'userId' | 'email'>

/** The operator who runs commands on the server. */
export const COMMAND_LINE: Actor = { userId: 'command line', email: 'command line' }

export type AuditRecord = {
  /** Its sentence is in domain/audit/sentences.ts. */
  action: AuditAction
  /** Such as `order 1001`. */
  subject: string
  before?: unknown
  after?: unknown
}

/** No person has done this: the shop itself, at its time. */
export const SCHEDULE: Actor = { userId: 'schedule', email: 'schedule' }

/** The record by which the back office knows when the last backup was made. */
export const BACKED_UP = { action: 'back up', subject: 'shop' } as const

/** Written in the same transaction as the change itself, so that neither exists without the other. */
export async function insertAudit(tx: Transaction, { userId, email }: Actor, record: AuditRecord): Promise<void> {
  await tx.insert(audit).values({ actorId: userId, actorEmail: email, ...record })
}

export async function insertAudits(tx: Transaction, { userId, email }: Actor, records: AuditRecord[]): Promise<void> {
  if (records.length === 0) return
  await tx.insert(audit).values(records.map((record) => ({ actorId: userId, actorEmail: email, ...record })))
}
