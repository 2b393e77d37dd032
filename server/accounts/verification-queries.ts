import { hash, randomBytes, randomUUID } from 'node:crypto'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db, Transaction } from '#server/db/connection.ts'
import { verification } from '#server/db/schema/accounts.ts'

/** Stores a value under a hash of its secret, until it expires. */
export async function insertVerification(
  db: Db,
  { identifier, value, minutes }: { identifier: string; value: string; minutes: number },
): Promise<void> {
  const expiresAt = sql`now() + make_interval(mins => ${minutes})`
  await db.insert(verification).values({ id: randomUUID(), identifier, value, expiresAt })
}

/** Stores a value under a new token. @returns the token, 256 random bits, of which only a hash is stored */
export async function insertToken(
  db: Db,
  { prefix, value, minutes }: { prefix: string; value: string; minutes: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await insertVerification(db, { identifier: identifierOf(prefix, token), value, minutes })
  return token
}

export function identifierOf(prefix: string, token: string): string {
  return prefix + hash('sha256', token, 'base64url')
}

/** Stores a value instead of all whose identifier begins like this. @returns what follows the prefix in its identifier */
export async function replaceVerification(
  db: Db,
  { prefix, value, minutes }: { prefix: string; value: string; minutes: number },
): Promise<string> {
  const id = randomUUID()
  await db.transaction(async (tx) => {
    await tx.delete(verification).where(sql`starts_with(${verification.identifier}, ${prefix})`)
    await insertVerification(tx, { identifier: prefix + id, value, minutes })
  })
  return id
}

/** Undefined: unknown, used or expired. */
export async function findVerification(db: Db, identifier: string): Promise<string | undefined> {
  const [row] = await db.select({ value: verification.value }).from(verification).where(isCurrent(identifier))
  return row?.value
}

/** Locked until this transaction ends, so that requests at the same time count one after the other. */
export async function lockVerification(tx: Transaction, identifier: string) {
  const [row] = await tx
    .select({ id: verification.id, value: verification.value })
    .from(verification)
    .where(isCurrent(identifier))
    .orderBy(desc(verification.createdAt))
    .limit(1)
    .for('update')
  return row
}

export async function updateVerification(tx: Transaction, id: string, value: string): Promise<void> {
  await tx.update(verification).set({ value }).where(eq(verification.id, id))
}

/** Uses it up: of two concurrent requests only one gets the value. */
export async function consumeVerification(db: Db, identifier: string): Promise<string | undefined> {
  const [row] = await db.delete(verification).where(isCurrent(identifier)).returning({ value: verification.value })
  return row?.value
}

/** Also removes it when it has expired. */
export async function removeVerification(db: Db, identifier: string): Promise<void> {
  await db.delete(verification).where(eq(verification.identifier, identifier))
}

/** Removes everything whose identifier begins like this and whose value begins with this account. */
export async function removeVerificationsOf(db: Db, prefix: string, userId: string): Promise<void> {
  await db
    .delete(verification)
    .where(
      and(
        sql`starts_with(${verification.identifier}, ${prefix})`,
        sql`split_part(${verification.value}, ' ', 1) = ${userId}`,
      ),
    )
}

function isCurrent(identifier: string) {
  return and(eq(verification.identifier, identifier), sql`${verification.expiresAt} > now()`)
}
