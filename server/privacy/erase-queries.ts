import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Role } from '#domain/accounts/user.ts'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import type { Identity } from '#domain/privacy/redact.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { user, verification } from '#server/db/schema/accounts.ts'
import { addresses } from '#server/db/schema/customers.ts'
import { emails } from '#server/db/schema/emails.ts'
import { checkouts, refunds } from '#server/db/schema/payments.ts'
import { shipments } from '#server/db/schema/shipping.ts'
import { contactMessages, orderLines, orders, productRaise, products } from '#server/db/schema/shop.ts'
import { findSettings } from '#server/settings/queries.ts'
import { isEmailTo, isFrom, isRequestOf } from './ownership-queries.ts'

export type Person = { uid: string; name: string; email: string; role: Role }

/** Lets this transaction change the audit log, and gives it time to read all of it. */
export async function allowErasing(tx: Transaction): Promise<void> {
  await tx.execute(sql`select set_config('gamla.erasing', 'on', true), set_config('statement_timeout', '60s', true)`)
}

/**
 * Locks the account. From here on nobody can write a record of this person: the foreign key makes them wait for this
 * transaction and then finds no user. Orders that are being placed finish first.
 */
export async function lockPerson(tx: Transaction, userId: string): Promise<Person | undefined> {
  const [row] = await tx
    .select({ uid: user.id, name: user.name, email: user.email, role: user.role })
    .from(user)
    .where(eq(user.id, userId))
    .for('update')
  return row
}

/** Everything that identifies this person, read before it is erased. */
export async function findIdentity(tx: Transaction, { uid, name, email }: Person): Promise<Identity> {
  const places = [orders, checkouts].map((table) =>
    tx
      .selectDistinct({
        name: table.name,
        address: table.address,
        registeredAddress: table.registeredAddress,
        phone: table.mobileNumber,
        email: table.email,
      })
      .from(table)
      .where(eq(table.userId, uid)),
  )
  const saved = tx
    .selectDistinct({
      name: addresses.name,
      address: addresses.address,
      registeredAddress: addresses.registeredAddress,
      phone: addresses.mobileNumber,
    })
    .from(addresses)
    .where(eq(addresses.userId, uid))
  const sold = tx
    .selectDistinct({ name: products.username, email: products.email })
    .from(products)
    .where(eq(products.userId, uid))
  const written = tx
    .selectDistinct({ name: contactMessages.name, phone: contactMessages.phone })
    .from(contactMessages)
    .where(isFrom(contactMessages.email, email))
  const rows: { name: string; address?: string; registeredAddress?: string; phone?: string; email?: string }[] = [
    ...(await Promise.all(places)).flat(),
    ...(await saved),
    ...(await written),
    ...(await sold),
  ]
  return {
    uid,
    emails: distinct([email, ...rows.flatMap((row) => row.email?.toLowerCase() ?? [])]),
    names: distinct([name, ...rows.map((row) => row.name)]),
    // Short texts would also match parts of other texts.
    details: distinct(
      rows.flatMap(({ address = '', registeredAddress = '', phone = '' }) => [address, registeredAddress, phone]),
    ).filter((text) => text.length >= 8),
  }
}

/**
 * Locks the person's orders and checkouts, which waits for changes of their orders and payments, and for emails about
 * them that are being stored, so that those are found and removed.
 */
export async function lockPurchases(tx: Transaction, uid: string): Promise<void> {
  await tx
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(eq(checkouts.userId, uid))
    .orderBy(checkouts.id)
    .for('update')
  await tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, uid)).orderBy(orders.id).for('update')
}

/** Deletes emails, messages and requests, and the jobs of emails that are still to be sent to this person. */
export async function removeMessages(tx: Transaction, { uid, email }: Person): Promise<void> {
  await tx.delete(emails).where(isEmailTo(uid, email))
  await tx.delete(contactMessages).where(isFrom(contactMessages.email, email))
  await tx.delete(productRaise).where(isRequestOf(uid, email))
  await tx
    .delete(verification)
    .where(mentions(sql`${verification.identifier} || ' ' || ${verification.value}`, uid, email))
  await tx.execute(sql`delete from outbox where job is not null and ${mentions(sql`job::text`, uid, email)}`)
  // A job's payload is in its key. A failed job that was enqueued again while it ran has lost its key and is of no use.
  await tx.execute(
    sql`select graphile_worker.remove_job(key) from graphile_worker.jobs where ${mentions(sql`key`, uid, email)}`,
  )
  await tx.execute(sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where key is null and attempts >= max_attempts))`)
}

function mentions(text: SQL, uid: string, email: string): SQL {
  return sql`(position(${uid} in ${text}) > 0 or position(${email} in lower(${text})) > 0)`
}

/**
 * Moves orders to the deleted user. They keep nothing for their bills, which hold a copy.
 *
 * @returns the number of orders
 */
export async function anonymiseOrders(tx: Transaction, { uid }: Person): Promise<number> {
  await tx.insert(user).values(DELETED_USER).onConflictDoNothing()
  const owner = { userId: DELETED_USER.id, checkoutKey: sql`md5(user_id || ' ' || checkout_key)::uuid` }
  // Keys are unique per user only, so the old owner is hashed into them to keep them unique for the deleted user.
  const moved = await tx
    .update(orders)
    .set({ ...NOBODY, ...owner })
    .where(eq(orders.userId, uid))
    .returning({ id: orders.id })
  await tx
    .update(checkouts)
    .set({ ...NOBODY, ...owner, state: 'closed' })
    .where(eq(checkouts.userId, uid))
  await tx.update(refunds).set({ userId: DELETED_USER.id, problem: null }).where(eq(refunds.userId, uid))
  await tx.update(shipments).set({ userId: DELETED_USER.id, mobile: '' }).where(eq(shipments.userId, uid))
  return moved.length
}

/** The values of an order or a checkout without its owner. */
export const NOBODY = {
  name: DELETED_USER.name,
  email: DELETED_USER.email,
  address: '',
  city: '',
  pincode: '',
  mobileNumber: '',
  stateCode: '' as const,
  firm: '',
  gstin: '',
  registeredAddress: '',
}

/** A seller's products become the shop's, because orders and pages show them. @returns the number of products */
export async function takeOverProducts(tx: Transaction, { uid }: Person): Promise<number> {
  await tx.update(orderLines).set({ sellerId: null }).where(eq(orderLines.sellerId, uid))
  await tx.execute(sql`update checkouts set lines = (
      select jsonb_agg(case when line ->> 'sellerId' = ${uid} then line || '{"sellerId": null}' else line end)
      from jsonb_array_elements(lines) as line)
    where lines @> jsonb_build_array(jsonb_build_object('sellerId', ${uid}::text))`)
  const { shopName } = await findSettings(tx)
  const taken = await tx
    .update(products)
    .set({ userId: null, username: shopName, email: '' })
    .where(eq(products.userId, uid))
    .returning({ id: products.id })
  return taken.length
}

/** Deletes the account; sessions, passwords, passkeys, addresses and consents are deleted with it. */
export async function removePerson(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(user).where(eq(user.id, userId))
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts.filter((text) => text !== ''))]
}

/** @param who an email address in any case, or an ID */
export async function findUserId(db: Db, who: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: user.id })
    .from(user)
    .where(and(or(eq(user.email, who.toLowerCase()), eq(user.id, who)), ne(user.id, DELETED_USER.id)))
  return row?.id
}
