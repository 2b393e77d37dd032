import { CHALLENGE_MINUTES, CHALLENGE_TRIES } from '#domain/accounts/second-factor.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import type { Auth } from './auth.ts'
import {
  findVerification,
  identifierOf,
  insertToken,
  lockVerification,
  removeVerification,
  removeVerificationsOf,
  updateVerification,
} from './verification-queries.ts'

const PREFIX = 'login-challenge:'

type ChallengeShop = { auth: Auth; db: Db }

/** After a right password or code by email: the log-in waits for the second factor. @returns headers with its cookie */
export async function startChallenge({ auth, db }: ChallengeShop, userId: string): Promise<Headers> {
  const token = await insertToken(db, { prefix: PREFIX, value: `${userId} 0`, minutes: CHALLENGE_MINUTES })
  return auth.challengeCookie.write(token, CHALLENGE_MINUTES * 60)
}

/** The account whose second factor this browser is asked for. Undefined: none, or the log-in has ended. */
export async function findChallenge(
  { auth, db }: ChallengeShop,
  { headers }: Pick<Request, 'headers'>,
): Promise<{ token: string; userId: string } | undefined> {
  const token = auth.challengeCookie.read(headers)
  const stored = token === undefined ? undefined : await findVerification(db, identifierOf(PREFIX, token))
  const [userId] = stored?.split(' ') ?? []
  return token === undefined || userId === undefined ? undefined : { token, userId }
}

/** Counts one more code for this log-in. False: it has ended, or all tries are used up. */
export async function countTry(tx: Transaction, token: string, userId: string): Promise<boolean> {
  const stored = await lockVerification(tx, identifierOf(PREFIX, token))
  const [owner, tries] = stored?.value.split(' ') ?? []
  if (!stored || owner !== userId || Number(tries) >= CHALLENGE_TRIES) return false
  await updateVerification(tx, stored.id, `${userId} ${Number(tries) + 1}`)
  return true
}

export async function removeChallenge(tx: Transaction, token: string): Promise<void> {
  await removeVerification(tx, identifierOf(PREFIX, token))
}

/** Ends all log-ins of this account that wait for their second factor. */
export async function removeChallenges(db: Db, userId: string): Promise<void> {
  await removeVerificationsOf(db, PREFIX, userId)
}
