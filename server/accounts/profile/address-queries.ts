import { and, count, desc, eq, sql } from 'drizzle-orm'
import { type DeliveryAddress, storedAddress } from '#domain/orders/address.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { addresses } from '#server/db/schema/customers.ts'

export type SavedAddress = DeliveryAddress & { id: number; isDefault: boolean }

const { id, userId, name, address, city, pincode, mobileNumber, stateCode, firm, gstin, registeredAddress } = addresses
const { isDefault, lastUsedAt, time } = addresses
const columns = {
  ...{ id, name, address, city, pincode, mobileNumber, stateCode, firm, gstin, registeredAddress },
  isDefault,
}

/** The last used first, then the newest. */
export async function listAddresses(db: Db, owner: string): Promise<SavedAddress[]> {
  return db
    .select(columns)
    .from(addresses)
    .where(eq(userId, owner))
    .orderBy(sql`${lastUsedAt} desc nulls last`, desc(time), desc(id))
}

export async function findAddress(db: Db, owner: string, wanted: number): Promise<SavedAddress | undefined> {
  const [row] = await db.select(columns).from(addresses).where(mine(owner, wanted))
  return row
}

export async function countAddresses(tx: Transaction, owner: string): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(addresses).where(eq(userId, owner))
  return row?.count ?? 0
}

export async function insertAddress(tx: Transaction, owner: string, values: DeliveryAddress): Promise<number> {
  const [row] = await tx
    .insert(addresses)
    .values({ userId: owner, ...storedAddress(values) })
    .returning({ id })
  if (!row) throw new Error('The address was not inserted')
  return row.id
}

export async function updateAddress(tx: Transaction, wanted: number, values: DeliveryAddress): Promise<void> {
  await tx.update(addresses).set(storedAddress(values)).where(eq(id, wanted))
}

/** False: the address is not this user's, or was deleted. */
export async function updateDefault(tx: Transaction, owner: string, wanted: number): Promise<boolean> {
  const [row] = await tx.select({ id }).from(addresses).where(mine(owner, wanted))
  if (!row) return false
  await tx
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(userId, owner), isDefault))
  await tx.update(addresses).set({ isDefault: true }).where(eq(id, wanted))
  return true
}

/** False: the address is not this user's, or was deleted already. */
export async function removeAddress(db: Db, owner: string, wanted: number): Promise<boolean> {
  const removed = await db.delete(addresses).where(mine(owner, wanted)).returning({ id })
  return removed.length > 0
}

/** Marks a saved address as used when an order goes there; other addresses are ignored. */
export async function updateAddressUse(db: Db, owner: string, used: DeliveryAddress): Promise<void> {
  await db
    .update(addresses)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(userId, owner), isSame(used)))
}

export async function hasAddress(db: Db, owner: string, wanted: DeliveryAddress): Promise<boolean> {
  const rows = await db
    .select({ id })
    .from(addresses)
    .where(and(eq(userId, owner), isSame(wanted)))
    .limit(1)
  return rows.length > 0
}

function mine(owner: string, wanted: number) {
  return and(eq(id, wanted), eq(userId, owner))
}

function isSame(wanted: DeliveryAddress) {
  const other = storedAddress(wanted)
  return and(
    eq(name, other.name),
    eq(address, other.address),
    eq(city, other.city),
    eq(pincode, other.pincode),
    eq(mobileNumber, other.mobileNumber),
    eq(stateCode, other.stateCode),
    eq(firm, other.firm),
    eq(gstin, other.gstin),
    eq(registeredAddress, other.registeredAddress),
  )
}
