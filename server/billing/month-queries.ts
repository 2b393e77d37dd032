import { and, asc, eq, gte, inArray, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ReturnBill } from '#domain/billing/gstr1.ts'
import type { MonthReturn } from '#domain/billing/missing-for-returns.ts'
import type { ReturnPeriod } from '#domain/billing/return-period.ts'
import { ENDED_GST_RATES, RATES_ENDED_ON } from '#domain/shop/settings.ts'
import type { Db } from '#server/db/connection.ts'
import { bills } from '#server/db/schema/billing.ts'
import { shipments } from '#server/db/schema/shipping.ts'

const BATCH = 500

export type MonthBill = ReturnBill & { id: number; awb: string }

type Days = Pick<ReturnPeriod, 'first' | 'last'>

/**
 * The documents of a period by day, in batches, between which no connection is held.
 *
 * @param gstin of the seller, for its return; absent: what all have sold, and so no vouchers
 */
export async function* readPeriod(db: Db, { first, last }: Days, gstin?: string): AsyncGenerator<MonthBill[]> {
  let after = { date: first, id: 0 }
  for (;;) {
    const batch = await readBatch(db, { last, gstin }, after)
    const end = batch.at(-1)
    if (!end) return
    yield batch
    after = { date: end.bill.date, id: end.id }
  }
}

async function readBatch(
  db: Db,
  { last, gstin }: { last: string; gstin: string | undefined },
  after: { date: string; id: number },
): Promise<MonthBill[]> {
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
      and(
        gte(date, after.date),
        lte(date, last),
        gstin === undefined ? inArray(series, ['bill', 'credit-note']) : eq(bills.supplierGstin, gstin),
        sql`(${date}, ${id}) > (${after.date}::date, ${after.id}::bigint)`,
      ),
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

/** The registrations that sold as a Regular taxpayer in these days, by month, even if the tax regime has changed since. */
export async function listReturns(db: Db, { first, last }: Days): Promise<MonthReturn[]> {
  const endedRates = sql.join(
    ENDED_GST_RATES.map((rate) => sql`${rate}::real`),
    sql`, `,
  )
  const { rows } = await db.execute<MonthReturn>(sql`
    select bill.supplier_gstin as gstin, to_char(bill.date, 'YYYY-MM') as month,
      count(*) filter (where "lacksHsn")::integer as "withoutHsn",
      coalesce((array_agg(bill.number order by bill.id) filter (where "lacksHsn"))[1:5], '{}') as "firstWithoutHsn",
      count(*) filter (where "isEnded")::integer as "atEndedRate",
      coalesce((array_agg(bill.number order by bill.id) filter (where "isEnded"))[1:5], '{}') as "firstAtEndedRate"
    from bills as bill
    left join bills as credited on credited.id = bill.bill_id
    cross join lateral (
      select coalesce(bool_or(line ->> 'hsn' = ''), false) as "lacksHsn",
        coalesce(bool_or((line ->> 'rate')::real in (${endedRates})), false)
          and coalesce(credited.date, bill.date) >= ${RATES_ENDED_ON}::date as "isEnded"
      from jsonb_array_elements(bill.document -> 'lines') as line
    ) as goods
    where bill.date between ${first}::date and ${last}::date
      and coalesce(credited.kind, bill.kind) in ('tax-invoice', 'bill-of-supply')
      and not coalesce(credited.document, bill.document) ? 'declaration'
    group by 1, 2 order by 2, 1`)
  return rows
}
