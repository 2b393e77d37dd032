import { and, desc, eq, sql } from 'drizzle-orm'
import { type DeliveryAddress, storedAddress, toAddress } from '#domain/orders/address.ts'
import { type Db, queryPrepared, type Transaction } from '#server/db/connection.ts'
import { addresses } from '#server/db/schema/customers.ts'
import { orders } from '#server/db/schema/shop.ts'

export type SavedAddress = DeliveryAddress & { id: number; isDefault: boolean }

const { id, userId, name, address, city, pincode, mobileNumber, stateCode, firm, gstin, registeredAddress } = addresses
const { isDefault, lastUsedAt, time } = addresses
const columns = {
  id,
  name,
  address,
  city,
  pincode,
  mobileNumber,
  stateCode,
  firm,
  gstin,
  registeredAddress,
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

/** The address that the newest order of this shopper went to. */
export async function findLastAddress(db: Db, owner: string) {
  const { name, address, city, pincode, mobileNumber, stateCode, firm, gstin, registeredAddress } = orders
  const [row] = await db
    .select({
      orderId: orders.id,
      address: { name, address, city, pincode, mobileNumber, stateCode, firm, gstin, registeredAddress },
    })
    .from(orders)
    .where(eq(orders.userId, owner))
    .orderBy(desc(orders.id))
    .limit(1)
  return row && { orderId: row.orderId, address: toAddress(row.address) }
}

export async function findAddress(db: Db, owner: string, wanted: number): Promise<SavedAddress | undefined> {
  const [row] = await db.select(columns).from(addresses).where(mine(owner, wanted))
  return row
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

const noteUseSql = {
  name: 'note_address_use',
  text: `
    update addresses set last_used_at = now()
    where (user_id, name, address, city, pincode, mobile_number, state_code, firm, gstin, registered_address)
      = ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
}

/** Marks a saved address as used when an order goes there; other addresses are ignored. */
export async function updateAddressUse(db: Db, owner: string, used: DeliveryAddress): Promise<void> {
  const { name, address, city, pincode, mobileNumber, stateCode, firm, gstin, registeredAddress } = storedAddress(used)
  const values = [owner, name, address, city, pincode, mobileNumber, stateCode, firm, gstin, registeredAddress]
  await queryPrepared(db, noteUseSql, values)
}

function mine(owner: string, wanted: number) {
  return and(eq(id, wanted), eq(userId, owner))
}
