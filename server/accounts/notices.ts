import type { User } from '#domain/accounts/user.ts'
import type { AuditAction } from '#domain/audit/sentences.ts'
import type { AccountNotice, SecurityNotice } from '#domain/messages/templates.ts'
import { type Actor, insertAudit } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'

const actions = {
  'second-factor-on': 'add authenticator app',
  'second-factor-off': 'remove authenticator app',
  'passkey-added': 'add passkey',
  'passkey-removed': 'remove passkey',
  'recovery-code-used': 'use recovery code',
  'recovery-codes-renewed': 'make recovery codes',
  'second-factor-reset': 'reset second factor',
} as const satisfies Record<SecurityNotice, AuditAction>

/**
 * Writes the change into the audit log and queues an email to the account's owner, in the transaction of the change.
 *
 * @param by who has changed it, if not the owner
 */
export async function announce(
  tx: Transaction,
  user: Pick<User, 'userId' | 'email'>,
  notice: SecurityNotice,
  now: Date,
  { by = user, after }: { by?: Actor; after?: object } = {},
): Promise<void> {
  await insertAudit(tx, by, { action: actions[notice], subject: `user ${user.userId}`, ...(after && { after }) })
  await enqueueNotice(tx, notice, user, now)
}

/** Queues an email to the owner of an account, at its address of this time. */
export async function enqueueNotice(
  tx: Transaction,
  template: AccountNotice,
  { userId, email }: Pick<User, 'userId' | 'email'>,
  now: Date,
): Promise<void> {
  await enqueueJob(tx, { job: 'send-account-notice', template, userId, email, time: now.toISOString() })
}
