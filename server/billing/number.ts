import { type BillNumber, billDay, numbersFor } from '#domain/billing/bill-number.ts'
import { financialYearOf } from '#domain/billing/financial-year.ts'
import { calendarDay } from '#domain/time.ts'
import type { Transaction } from '#server/db/connection.ts'
import { listNumbersNear, type SeriesOfSeller, takeSerial } from './queries.ts'

/**
 * The next number of a seller's series. Its counter stays locked until the transaction ends, so take it last; if the transaction
 * rolls back, the next one gets the number.
 *
 * @throws when the year has more bills than there are numbers of sixteen characters
 */
export async function nextNumber(
  tx: Transaction,
  { supplierGstin, series }: SeriesOfSeller,
  { prefix, now }: { prefix: string; now: Date },
): Promise<BillNumber> {
  const financialYear = financialYearOf(calendarDay(now))
  const year = { supplierGstin, series, financialYear }
  const serial = await takeSerial(tx, year)
  const numbers = numbersFor(prefix, financialYear, serial)
  const { taken, previousDay } = await listNumbersNear(tx, { ...year, serial, numbers })
  const number = numbers.find((each) => !taken.includes(each))
  if (!number) throw new Error(`No number is left for bill ${serial} of ${financialYear}: use another prefix`)
  return { ...year, serial, number, date: billDay(now, previousDay) }
}
