import { and, asc, eq, gte, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ReturnBill } from '#domain/billing/gstr1.ts'
import { daysOfMonth } from '#domain/time.ts'
import type { Db } from '#server/db/connection.ts'
import { bills } from '#server/db/schema/billing.ts'
import { shipments } from '#server/db/schema/shipping.ts'

const BATCH = 500

export type MonthBill = ReturnBill & { id: number; awb: string }

/** The bills and credit notes of a month by day, in batches, between which no connection is held. */
export async function* readMonth(db: Db, month: string): AsyncGenerator<MonthBill[]> {
  const { first, last } = daysOfMonth(month)
  let after = { date: first, id: 0 }
  for (;;) {
    const batch = await readBatch(db, last, after)
    const end = batch.at(-1)
    if (!end) return
    yield batch
    after = { date: end.bill.date, id: end.id }
  }
}

async function readBatch(db: Db, last: string, after: { date: string; id: number }): Promise<MonthBill[]> {
  const billed = alias(bills, 'billed')
  const { id, series, financialYear, serial, number, kind, document, date } = bills
  const rows = await db
    .select({
      ...{ id, series, financialYear, serial, number, kind, bill: document },
      awb: shipments.awb,
      billedKind: billed.kind,
      billedTotal: billed.total,
      billedDeclaration: sql<string | null>`${billed.document}->>'declaration'`,
    })
    .from(bills)
    .leftJoin(shipments, eq(shipments.id, bills.shipmentId))
    .leftJoin(billed, eq(billed.id, bills.billId))
    .where(
      and(gte(date, after.date), lte(date, last), sql`(${date}, ${id}) > (${after.date}::date, ${after.id}::bigint)`),
    )
    .orderBy(asc(date), asc(id))
    .limit(BATCH)
  return rows.map(({ awb, billedKind, billedTotal, billedDeclaration, ...bill }) => ({
    ...bill,
    awb: awb ?? '',
    ...(billedKind !== null &&
      billedTotal !== null && {
        against: { kind: billedKind, total: billedTotal, isComposition: billedDeclaration !== null },
      }),
  }))
}
