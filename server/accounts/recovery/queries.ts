import { hash, randomBytes } from 'node:crypto'
import { LINK_MINUTES } from '#domain/accounts/email-code.ts'
import {
  consumeVerification,
  findVerification,
  insertVerification,
  removeVerificationsOf,
} from '#server/accounts/verification-queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'

/** The account and the address that a link was sent to. */
export type ResetOwner = { userId: string; email: string }

/** Stores the hash of a new token. @returns the token, 256 random bits */
export async function insertResetToken(db: Db, { userId, email }: ResetOwner): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await insertVerification(db, { identifier: identifierOf(token), value: `${userId} ${email}`, minutes: LINK_MINUTES })
  return token
}

/** Undefined: unknown, used or expired. */
export async function findResetToken(db: Db, token: string): Promise<ResetOwner | undefined> {
  return ownerOf(await findVerification(db, identifierOf(token)))
}

/** Uses the token up: of two concurrent requests only one gets its owner. */
export async function consumeResetToken(tx: Transaction, token: string): Promise<ResetOwner | undefined> {
  return ownerOf(await consumeVerification(tx, identifierOf(token)))
}

/** Invalidates all earlier links of this account. */
export async function removeResetTokensOf(tx: Transaction, userId: string): Promise<void> {
  await removeVerificationsOf(tx, PREFIX, userId)
}

const PREFIX = 'reset-password:'

function identifierOf(token: string): string {
  return PREFIX + hash('sha256', token, 'base64url')
}

function ownerOf(value: string | undefined): ResetOwner | undefined {
  if (value === undefined) return undefined
  const [userId = '', email = ''] = value.split(' ')
  return { userId, email }
}
