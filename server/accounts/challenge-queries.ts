import { hash, randomBytes } from 'node:crypto'
import { CHALLENGE_MINUTES, CHALLENGE_TRIES } from '#domain/accounts/second-factor.ts'
import {
  findVerification,
  insertVerification,
  lockVerification,
  removeVerification,
  removeVerificationsOf,
  updateVerification,
} from '#server/accounts/verification-queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'

/** A log-in waits for its second factor. @returns its token for the browser, 256 random bits, of which a hash is stored */
export async function insertChallenge(db: Db, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await insertVerification(db, { identifier: identifierOf(token), value: `${userId} 0`, minutes: CHALLENGE_MINUTES })
  return token
}

/** The account that waits. Undefined: the log-in has ended. */
export async function findChallengedUser(db: Db, token: string): Promise<string | undefined> {
  return (await findVerification(db, identifierOf(token)))?.split(' ')[0]
}

/** Counts one more code for this log-in. False: it has ended, or all tries are used up. */
export async function countTry(tx: Transaction, token: string, userId: string): Promise<boolean> {
  const stored = await lockVerification(tx, identifierOf(token))
  const [owner, tries] = stored?.value.split(' ') ?? []
  if (!stored || owner !== userId || Number(tries) >= CHALLENGE_TRIES) return false
  await updateVerification(tx, stored.id, `${userId} ${Number(tries) + 1}`)
  return true
}

export async function removeChallenge(tx: Transaction, token: string): Promise<void> {
  await removeVerification(tx, identifierOf(token))
}

/** Ends all log-ins of this account that wait for their second factor. */
export async function removeChallenges(db: Db, userId: string): Promise<void> {
  await removeVerificationsOf(db, PREFIX, userId)
}

const PREFIX = 'login-challenge:'

function identifierOf(token: string): string {
  return PREFIX + hash('sha256', token, 'base64url')
}
