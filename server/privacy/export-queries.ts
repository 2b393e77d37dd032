import { and, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { STORED_DATA } from '#domain/privacy/stored-data.ts'
import type { Db } from '#server/db/connection.ts'
import { user } from '#server/db/schema/accounts.ts'
import { dataExports, wishlistItems } from '#server/db/schema/customers.ts'
import { returnRequestPictures } from '#server/db/schema/returns.ts'
import { reviewPictures } from '#server/db/schema/reviews.ts'
import { stockHolds } from '#server/db/schema/stock.ts'
import { rowsOf, tableOf } from './stored-queries.ts'

export type ExportedTable = { table: string; columns: readonly string[]; rows: Record<string, unknown>[] }

/** Reads every table with data about this person, and its columns about them. @throws when the account is gone */
export async function readPersonalData(db: Db, userId: string): Promise<ExportedTable[]> {
  const [owner] = await db
    .select({ email: user.email, isConfirmed: user.emailVerified })
    .from(user)
    .where(eq(user.id, userId))
  if (!owner) throw new Error('The account was deleted')
  const exported: ExportedTable[] = []
  for (const { table, personal = [] } of STORED_DATA) {
    const which = rowsOf(table, userId, owner.isConfirmed ? owner.email : undefined)
    if (personal.length > 0 && which) exported.push(await readTable(db, table, personal, which))
  }
  return exported
}

/** Ids that mean nothing to their owner are exported as the words that they stand for. */
const IN_WORDS: Record<string, Record<string, SQL>> = {
  wishlist_items: { productId: sql`(select title from products where id = ${wishlistItems.productId})` },
  review_pictures: {
    folder: sql`replace(${reviewPictures.folder}, 'buyerPictures', '/reviewPictures') || '/1280.webp'`,
  },
  return_request_pictures: {
    folder: sql`replace(${returnRequestPictures.folder}, 'buyerPictures', '/returnPictures') || '/1280.webp'`,
  },
  stock_holds: {
    variantId: sql`(
      select concat_ws(' · ', p.title, v.size_code, coalesce(v.finish, array_to_string(v.options, ' · ')))
      from product_variants as v join products as p on p.id = v.product_id where v.id = ${stockHolds.variantId})`,
  },
}

async function readTable(db: Db, name: string, columns: readonly string[], which: SQL): Promise<ExportedTable> {
  const table = tableOf(name)
  const all: Record<string, PgColumn> = getTableColumns(table)
  const selected: Record<string, PgColumn | SQL> = Object.fromEntries(
    Object.entries(all).filter(([column]) => columns.includes(column)),
  )
  Object.assign(selected, IN_WORDS[name])
  return { table: name, columns, rows: await db.select(selected).from(table).where(which) }
}

export async function insertExport(db: Db, userId: string, tokenHash: string): Promise<Date> {
  const [row] = await db
    .insert(dataExports)
    .values({ tokenHash, userId, expiresAt: sql`now() + interval '1 day'` })
    .returning({ expiresAt: dataExports.expiresAt })
  if (!row) throw new Error('The download was not stored')
  return row.expiresAt
}

/** A link works for a day, and only for the person who requested it. */
export async function isExportOf(db: Db, userId: string, tokenHash: string): Promise<boolean> {
  const isTheirs = and(eq(dataExports.tokenHash, tokenHash), eq(dataExports.userId, userId))
  return (await db.$count(dataExports, and(isTheirs, gt(dataExports.expiresAt, sql`now()`)))) > 0
}
