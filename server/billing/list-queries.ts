import { and, asc, desc, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { BillFilter, Cursor } from '#domain/admin-lists.ts'
import type { BillKind } from '#domain/billing/bill.ts'
import type { Paise } from '#domain/money.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { StateCode } from '#domain/states.ts'
import { daysOfMonth } from '#domain/time.ts'
import type { Db } from '#server/db/connection.ts'
import { countUpTo, type Key, NUMBER, type Page, readPage } from '#server/db/keyset-pagination.ts'
import { bills } from '#server/db/schema/billing.ts'

/** A bill in the list of the back office. */
export type BillRow = {
  id: number
  number: string
  kind: BillKind
  /** `2026-11-22` */
  date: string
  orderId: OrderId
  placeOfSupply: StateCode | ''
  buyerGstin: string
  /** The buyer's firm or, without one, their name. */
  buyer: string
  /** Paise; for a credit note the credited amount. */
  total: Paise
}

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Bills and credit notes, newest first. Each filter has an index of its own, so a page always costs the same. */
export async function listBills(db: Db, filter: BillFilter, cursor: Cursor): Promise<Page<BillRow>> {
  const which = matching(filter)
  const [page, count] = await Promise.all([
    readPage<BillRow>(cursor, {
      read: (from, backwards, limit) => readBills(db, which, { from, backwards, limit }),
      keyOf: ({ date, id }) => [date, String(id)],
      cursorFormat: [DATE, NUMBER],
    }),
    countUpTo(db, sql`bills`, which),
  ])
  return { ...page, count }
}

function matching({ month, state, gstin }: BillFilter): SQL {
  const days = month === undefined ? undefined : daysOfMonth(month)
  const which = and(
    days && and(gte(bills.date, days.first), lte(bills.date, days.last)),
    state === undefined ? undefined : eq(bills.placeOfSupply, state),
    // The index contains bills with a GSTIN only.
    gstin === undefined ? undefined : sql`(${bills.buyerGstin} = ${gstin} and ${bills.buyerGstin} <> '')`,
  )
  return which ?? sql`true`
}

type Place = { from: Key | undefined; backwards: boolean; limit: number }

async function readBills(db: Db, which: SQL, { from, backwards, limit }: Place): Promise<BillRow[]> {
  const { id, number, kind, date, orderId, placeOfSupply, buyerGstin, total, document } = bills
  const [day, last] = from ?? []
  const beyond = from && sql`(${date}, ${id}) ${backwards ? sql`>` : sql`<`} (${day}::date, ${last}::bigint)`
  const buyer = sql<string>`coalesce(nullif(${document}->'buyer'->>'firm', ''), ${document}->'buyer'->>'name', '')`
  const rows = await db
    .select({ id, number, kind, date, orderId, placeOfSupply, buyerGstin, buyer, total })
    .from(bills)
    .where(and(which, beyond))
    .orderBy(...(backwards ? [asc(date), asc(id)] : [desc(date), desc(id)]))
    .limit(limit)
  return rows.map((row) => ({ ...row, placeOfSupply: row.placeOfSupply as StateCode | '' }))
}

/** The day of the first bill; undefined: there is none. */
export async function findFirstBillDay(db: Db): Promise<string | undefined> {
  const [first] = await db.select({ date: bills.date }).from(bills).orderBy(asc(bills.date), asc(bills.id)).limit(1)
  return first?.date
}
