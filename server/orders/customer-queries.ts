import { sql } from 'drizzle-orm'
import { knownEmail } from '#domain/accounts/no-email.ts'
import { mobileKey } from '#domain/delivery/delivery-area.ts'
import { type DeliveryAddress, toAddress } from '#domain/orders/address.ts'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import type { Db } from '#server/db/connection.ts'
import { containsText } from '#server/db/keyset-pagination.ts'
import { SEARCHED_IN_ORDERS } from '#server/db/schema/shop.ts'

/** A customer as the desk finds them, with the address of their last order. */
export type FoundCustomer = { userId: string; name: string; email: string; address: DeliveryAddress | undefined }

const FOUND = 8

type CustomerRow = Required<DeliveryAddress> & { id: string; account: string; email: string }

/** Customers by phone, email or name; those who ordered last first. */
export async function findCustomers(db: Db, text: string): Promise<FoundCustomer[]> {
  const typed = text.trim()
  if (typed.length < 3) return []
  const digits = typed.replace(/\D/g, '')
  // Phones are searched by their last digits, behind which the index has a space.
  const byPhone =
    digits.length >= 4
      ? sql`or id in (
    select user_id from (select user_id from orders where ${SEARCHED_IN_ORDERS} like ${`%${digits.slice(-10)} %`}
      order by id desc limit 50) as called)`
      : sql``
  const { rows } = await db.execute<CustomerRow>(sql`
    select u.id, u.name as account, u.email, o.name, o.address, o.city, o.pincode, o.mobile_number as "mobileNumber",
      o.state_code as "stateCode", o.firm, o.gstin, o.registered_address as "registeredAddress"
    from (select * from "user" where role = 'user' and staff_role is null and id <> ${DELETED_USER.id}
      and (${containsText(sql`lower(name || ' ' || email)`, typed)} ${byPhone}) limit 50) as u
    left join lateral (select * from orders where user_id = u.id order by id desc limit 1) as o on true
    order by o.id desc nulls last limit ${FOUND}`)
  return rows.map(({ id, account, email, ...address }) => ({
    userId: id,
    name: account,
    email: knownEmail(email),
    address: address.mobileNumber ? toAddress(address) : undefined,
  }))
}

/** The customer without an email who has ordered with this phone number before. */
export async function findCustomerByPhone(db: Db, typed: string): Promise<string | undefined> {
  const mobile = mobileKey(typed)
  if (!mobile) return undefined
  const { rows } = await db.execute<{ id: string }>(sql`
    select user_id as id from orders where ${SEARCHED_IN_ORDERS} like ${`%${mobile} %`} and email = ''
      and user_id <> ${DELETED_USER.id} order by id desc limit 1`)
  return rows[0]?.id
}
