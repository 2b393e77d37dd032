import { CHALLENGE_MINUTES } from '#domain/accounts/second-factor.ts'
import { cookiesOf } from '#server/accounts/cookies.ts'
import type { Db } from '#server/db/connection.ts'
import type { Shop } from '#server/shop.ts'
import { findChallengedUser, insertChallenge } from './challenge-queries.ts'

type ChallengeShop = Pick<Shop, 'auth'> & { db: Db }

/** After a right password or code by email: the log-in waits for the second factor. @returns headers with its cookie */
export async function startChallenge({ auth, db }: ChallengeShop, userId: string): Promise<Headers> {
  const token = await insertChallenge(db, userId)
  const body = { token, seconds: CHALLENGE_MINUTES * 60 }
  return cookiesOf((await auth.api.writeChallenge({ body, returnHeaders: true })).headers)
}

/** The account whose second factor this browser is asked for. */
export async function findChallenge(
  { auth, db }: ChallengeShop,
  { headers }: Pick<Request, 'headers'>,
): Promise<{ token: string; userId: string } | undefined> {
  const { token } = await auth.api.readChallenge({ headers })
  const userId = token === undefined ? undefined : await findChallengedUser(db, token)
  return token === undefined || userId === undefined ? undefined : { token, userId }
}
