import { or, type SQL, sql } from 'drizzle-orm'
import { emails } from '#server/db/schema/emails.ts'
import type { contactMessages } from '#server/db/schema/shop.ts'
import { productRaise } from '#server/db/schema/shop.ts'

/**
 * Emails about this person's orders, payments, requests and account, and those to this address.
 *
 * @param email confirmed, or undefined
 */
export function isEmailTo(uid: string, email: string | undefined): SQL | undefined {
  return or(
    sql`${emails.subject} in (
      select 'order ' || id from orders where user_id = ${uid}
      union all select 'payment ' || payment_id from refunds where user_id = ${uid}
      union all select 'refund ' || id from refunds where user_id = ${uid}
      union all select 'payment ' || p.id from payments as p join checkouts as c on c.id = p.checkout_id
        where c.user_id = ${uid}
      union all select 'shipment ' || id from shipments where user_id = ${uid}
      union all select 'return ' || r.id from returns as r join shipments as s on s.id = r.shipment_id where s.user_id = ${uid}
      union all select 'request ' || id from product_raise where user_id = ${uid})`,
    sql`starts_with(${emails.subject}, ${`user ${uid}`})`,
    email === undefined ? undefined : sql`lower(${emails.params} ->> 'email') = ${email}`,
  )
}

/** @param email confirmed, or undefined: messages have no account, and an unconfirmed address may be somebody else's */
export function isFrom(
  column: typeof contactMessages.email | typeof productRaise.email,
  email: string | undefined,
): SQL {
  return email === undefined ? sql`false` : sql`lower(${column}) = ${email}`
}

export function isRequestOf(uid: string, email: string | undefined): SQL | undefined {
  return or(sql`${productRaise.userId} = ${uid}`, isFrom(productRaise.email, email))
}
