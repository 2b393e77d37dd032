import { CHALLENGE_MINUTES } from '#domain/accounts/second-factor.ts'
import type { Db } from '#server/db/connection.ts'
import type { Shop } from '#server/shop.ts'
import { findChallengedUser, insertChallenge } from './challenge-queries.ts'

type ChallengeShop = Pick<Shop, 'auth'> & { db: Db }

/** After a right password or code by email: the log-in waits for the second factor. @returns headers with its cookie */
export async function startChallenge({ auth, db }: ChallengeShop, userId: string): Promise<Headers> {
  const token = await insertChallenge(db, userId)
  return auth.challengeCookie.write(token, CHALLENGE_MINUTES * 60)
}

/** The account whose second factor this browser is asked for. */
export async function findChallenge(
  { auth, db }: ChallengeShop,
  { headers }: Pick<Request, 'headers'>,
): Promise<{ token: string; userId: string } | undefined> {
  const token = auth.challengeCookie.read(headers)
  const userId = token === undefined ? undefined : await findChallengedUser(db, token)
  return token === undefined || userId === undefined ? undefined : { token, userId }
}
