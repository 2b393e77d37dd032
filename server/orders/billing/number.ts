import type { Series } from '#domain/billing/bill.ts'
import { type BillNumber, billDay, numbersFor } from '#domain/billing/bill-number.ts'
import { financialYearOf } from '#domain/billing/financial-year.ts'
import { calendarDay } from '#domain/time.ts'
import type { Transaction } from '#server/db/connection.ts'
import { listNumbersNear, takeSerial } from './queries.ts'

/**
 * The next number of a series. Its counter stays locked until the transaction ends, so take it last; if the transaction
 * rolls back, the next one gets the number.
 *
 * @throws when the year has more bills than there are numbers of sixteen characters
 */
export async function nextNumber(
  tx: Transaction,
  series: Series,
  { prefix, now }: { prefix: string; now: Date },
): Promise<BillNumber> {
  const financialYear = financialYearOf(calendarDay(now))
  const serial = await takeSerial(tx, series, financialYear)
  const numbers = numbersFor(prefix, financialYear, serial)
  const { taken, previousDay } = await listNumbersNear(tx, { series, financialYear, serial, numbers })
  const number = numbers.find((each) => !taken.includes(each))
  if (!number) throw new Error(`No number is left for bill ${serial} of ${financialYear}: use a shorter prefix`)
  return { series, financialYear, serial, number, date: billDay(now, previousDay) }
}
