import { and, eq, getTableColumns, gt, is, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { STORED_DATA } from '#domain/privacy/stored-data.ts'
import { type Db, tables } from '#server/db/connection.ts'
import { user } from '#server/db/schema/accounts.ts'
import { dataExports } from '#server/db/schema/customers.ts'
import { contactMessages } from '#server/db/schema/shop.ts'
import { isEmailTo, isFrom, isRequestOf } from './ownership-queries.ts'

export type ExportedTable = { table: string; columns: readonly string[]; rows: Record<string, unknown>[] }

/** Reads every table with data about this person, and its columns about them. @throws when the account is gone */
export async function readPersonalData(db: Db, userId: string): Promise<ExportedTable[]> {
  const [owner] = await db
    .select({ email: user.email, isConfirmed: user.emailVerified })
    .from(user)
    .where(eq(user.id, userId))
  if (!owner) throw new Error('The account was deleted')
  const exported: ExportedTable[] = []
  for (const { table, personal } of STORED_DATA) {
    const which = whose(table, userId, owner.isConfirmed ? owner.email : undefined)
    if (personal.length > 0 && which) exported.push(await readTable(db, table, personal, which))
  }
  return exported
}

/** The condition for a person's rows in a table; undefined: it has no rows of theirs. */
export function whose(table: string, uid: string, email: string | undefined): SQL | undefined {
  switch (table) {
    case 'user':
      return sql`id = ${uid}`
    case 'account':
    case 'session':
    case 'two_factor':
    case 'passkey':
    case 'addresses':
    case 'consents':
    case 'data_exports':
    case 'orders':
    case 'checkouts':
    case 'refunds':
    case 'used_checkout_keys':
    case 'products':
    case 'texts':
    case 'stock_holds':
    case 'shipments':
    case 'bills':
      return sql`user_id = ${uid}`
    case 'shipment_lines':
    case 'shipment_scans':
      return sql`shipment_id in (select id from shipments where user_id = ${uid})`
    case 'returns':
      return sql`(actor_id = ${uid} or shipment_id in (select id from shipments where user_id = ${uid}))`
    case 'return_lines':
      return sql`return_id in (
        select r.id from returns as r join shipments as s on s.id = r.shipment_id where s.user_id = ${uid})`
    case 'stock_changes':
      return sql`actor_id = ${uid}`
    case 'order_lines':
      return sql`order_id in (select id from orders where user_id = ${uid})`
    case 'payments':
      return sql`checkout_id in (select id from checkouts where user_id = ${uid})`
    case 'contact_messages':
      return isFrom(contactMessages.email, email)
    case 'product_raise':
      return isRequestOf(uid, email)
    case 'emails':
      return isEmailTo(uid, email)
    case 'audit':
      return sql`(actor_id = ${uid} or subject = ${`user ${uid}`})`
    default:
      return undefined
  }
}

const byName = new Map(
  Object.values(tables).flatMap((table) => (is(table, PgTable) ? [[getTableConfig(table).name, table] as const] : [])),
)

async function readTable(db: Db, name: string, columns: readonly string[], which: SQL): Promise<ExportedTable> {
  const table = byName.get(name)
  if (!table) throw new Error(`Unknown table ${name}`)
  const all: Record<string, PgColumn> = getTableColumns(table)
  const selected = Object.fromEntries(Object.entries(all).filter(([column]) => columns.includes(column)))
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
  const rows = await db
    .select({ userId: dataExports.userId })
    .from(dataExports)
    .where(
      and(eq(dataExports.tokenHash, tokenHash), eq(dataExports.userId, userId), gt(dataExports.expiresAt, sql`now()`)),
    )
  return rows.length > 0
}
