import { hash, randomBytes, randomUUID } from 'node:crypto'
import { and, eq, like, sql } from 'drizzle-orm'
import { LINK_MINUTES } from '#domain/accounts/account-emails.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { verification } from '#server/db/schema/accounts.ts'

/** The account and the address that a link was sent to. */
export type ResetOwner = { userId: string; email: string }

/** Stores the hash of a new token. @returns the token, 256 random bits */
export async function insertResetToken(db: Db, { userId, email }: ResetOwner): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.insert(verification).values({
    id: randomUUID(),
    identifier: identifierOf(token),
    value: `${userId} ${email}`,
    expiresAt: sql`now() + make_interval(mins => ${LINK_MINUTES})`,
  })
  return token
}

/** Undefined: unknown, used or expired. */
export async function findResetToken(db: Db, token: string): Promise<ResetOwner | undefined> {
  const [row] = await db.select({ value: verification.value }).from(verification).where(isCurrent(token))
  return row && ownerOf(row.value)
}

/** Uses the token up: of two concurrent requests only one gets its owner. */
export async function consumeResetToken(tx: Transaction, token: string): Promise<ResetOwner | undefined> {
  const [row] = await tx.delete(verification).where(isCurrent(token)).returning({ value: verification.value })
  return row && ownerOf(row.value)
}

/** Invalidates all earlier links of this account. */
export async function removeResetTokensOf(tx: Transaction, userId: string): Promise<void> {
  const links = and(
    like(verification.identifier, `${PREFIX}%`),
    sql`split_part(${verification.value}, ' ', 1) = ${userId}`,
  )
  await tx.delete(verification).where(links)
}

const PREFIX = 'reset-password:'

function identifierOf(token: string): string {
  return PREFIX + hash('sha256', token, 'base64url')
}

function isCurrent(token: string) {
  return and(eq(verification.identifier, identifierOf(token)), sql`${verification.expiresAt} > now()`)
}

function ownerOf(value: string): ResetOwner {
  const [userId = '', email = ''] = value.split(' ')
  return { userId, email }
}
