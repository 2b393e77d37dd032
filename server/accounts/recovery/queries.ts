import { LINK_MINUTES } from '#domain/accounts/email-code.ts'
import {
  consumeVerification,
  findVerification,
  identifierOf,
  insertToken,
  removeVerificationsOf,
} from '#server/accounts/verification-queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'

/** The account and the address that a link was sent to. */
export type ResetOwner = { userId: string; email: string }

const PREFIX = 'reset-password:'

export async function insertResetToken(db: Db, { userId, email }: ResetOwner): Promise<string> {
  return insertToken(db, { prefix: PREFIX, value: `${userId} ${email}`, minutes: LINK_MINUTES })
}

/** Undefined: unknown, used or expired. */
export async function findResetToken(db: Db, token: string): Promise<ResetOwner | undefined> {
  return ownerOf(await findVerification(db, identifierOf(PREFIX, token)))
}

/** Uses the token up: of two concurrent requests only one gets its owner. */
export async function consumeResetToken(tx: Transaction, token: string): Promise<ResetOwner | undefined> {
  return ownerOf(await consumeVerification(tx, identifierOf(PREFIX, token)))
}

/** Invalidates all earlier links of this account. */
export async function removeResetTokensOf(tx: Transaction, userId: string): Promise<void> {
  await removeVerificationsOf(tx, PREFIX, userId)
}

function ownerOf(value: string | undefined): ResetOwner | undefined {
  if (value === undefined) return undefined
  const [userId = '', email = ''] = value.split(' ')
  return { userId, email }
}
