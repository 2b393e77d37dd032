import { lockAccount, removeSecondFactorsOf, removeSessionsOf } from '#server/accounts/queries.ts'
import { COMMAND_LINE } from '#server/db/audit-queries.ts'
import type { Db } from '#server/db/connection.ts'
import { announce } from './notices.ts'

/**
 * Removes all second factors of somebody who has lost them: the password is enough again. Undefined: no such account.
 */
export async function resetSecondFactor(
  db: Db,
  email: string,
): Promise<{ userId: string; endedSessions: number } | undefined> {
  return db.transaction(async (tx) => {
    const known = await lockAccount(tx, email.trim().toLowerCase())
    if (!known) return undefined
    const { userId } = known
    await removeSecondFactorsOf(tx, userId)
    const endedSessions = await removeSessionsOf(tx, userId)
    await announce(tx, known, 'second-factor-reset', new Date(), { by: COMMAND_LINE, after: { endedSessions } })
    return { userId, endedSessions }
  })
}
