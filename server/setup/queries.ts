import { sql } from 'drizzle-orm'
import type { BegunShop, ShopFacts } from '#domain/setup/checks.ts'
import { BACKED_UP, COMMAND_LINE } from '#server/db/audit-queries.ts'
import type { Db } from '#server/db/connection.ts'
import { DEMO_EMAILS } from '#server/seed/demo-accounts.ts'
import { listDemoTitles } from '#server/seed/products.ts'
import { begunEmpty } from '#server/seed/queries.ts'

export type StoredFacts = Pick<
  ShopFacts,
  | 'begun'
  | 'demoProducts'
  | 'demoAccounts'
  | 'lastBackup'
  | 'adminsWithoutSecondFactor'
  | 'unconfirmedStaff'
  | 'hearsOfOrders'
>

/** Demo products are a shop's first ones, so only its first hundred products are examined. */
const FIRST_PRODUCTS = 100
/** Products that an owner has added lately may lack something. */
const NEWEST_PRODUCTS = 1000

/** One statement with index scans of few rows, because it runs with every overview of the back office. */
export async function readStoredFacts(db: Db): Promise<StoredFacts> {
  type Row = Omit<StoredFacts, 'begun' | 'lastBackup'> & { begun: BegunShop | null; lastBackup: string | null }
  const { rows } = await db.execute<Row>(sql`
    with newest as (
      select hsn, stock from products where approved and on_sale order by id desc limit ${NEWEST_PRODUCTS}
    )
    select
      (select count(*)::integer from (select * from products order by id limit ${FIRST_PRODUCTS}) as first
        where approved and on_sale and title = any(${sql.param(listDemoTitles())}) and product_image_url[1] like '/pots/%') as "demoProducts",
      -- A changed password has a later time. Whoever signed up with such an address has a consent.
      array(select u.email from "user" as u join account as a on a.user_id = u.id
        where u.email = any(${sql.param(DEMO_EMAILS)}) and a.password is not null and a.updated_at = a.created_at
          and not exists (select from consents as c where c.user_id = u.id and c.purpose = 'signup')
        order by u.email) as "demoAccounts",
      (select time from audit where subject = ${BACKED_UP.subject} and action = ${BACKED_UP.action}
        and actor_id = ${COMMAND_LINE.userId} order by id desc limit 1) as "lastBackup",
      (select count(*)::integer from "user" as u where role = 'admin' and not two_factor_enabled
        and not exists (select from passkey where user_id = u.id)) as "adminsWithoutSecondFactor",
      array(select email from "user" where role in ('admin', 'seller') and not email_verified order by email) as "unconfirmedStaff",
      exists (select from notification_choices where kind = 'new-order') as "hearsOfOrders",
      (select json_build_object(
          'hasProducts', exists (select from products),
          'hasSizes', exists (select from sizes where not is_retired),
          'hasFinishes', exists (select from finishes where not is_retired),
          'hasAreas', exists (select from delivery_areas),
          'withoutHsn', (select count(*) from newest where hsn = ''),
          'soldOnce', (select count(*) from newest where stock = 'as-delivered'))
        where exists (${begunEmpty})) as begun`)
  const [row] = rows
  if (!row) throw new Error('The facts about the shop could not be read')
  const lastBackup = row.lastBackup === null ? undefined : new Date(row.lastBackup)
  return { ...row, begun: row.begun ?? undefined, lastBackup }
}
