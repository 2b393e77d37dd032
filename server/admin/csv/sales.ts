import type { Period } from '#domain/billing/sales-period.ts'
import { fileNameOf } from '#domain/file-name.ts'
import type { Paise } from '#domain/money.ts'
import { keptOf, returnRateOf, SALES_GROUPS, SALES_STAGES, type Sales } from '#domain/orders/revenue.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { readSalesBy, readSalesTotals } from '#server/admin/sales-queries.ts'
import { download, type ExportShop } from './export.ts'

const NUMBERS = [...SALES_STAGES, 'kept'] as const
const COLUMNS = ['by', 'name', ...NUMBERS.flatMap((name) => [`${name}Units`, name]), 'returnRatePercent']

/** The sales of a period as a whole and divided in each way; amounts in rupees. */
export function exportSales(
  { db }: Pick<ExportShop, 'db'>,
  settings: Settings,
  { period }: { period: Period },
): Response {
  async function* batches() {
    yield [{ by: 'all', name: '', sales: await readSalesTotals(db, period) }]
    for (const by of SALES_GROUPS) yield (await readSalesBy(db, period, by)).map((row) => ({ by, ...row }))
  }
  const file = fileNameOf(settings, `sales-${period.from}-${period.until}.csv`)
  return download(file, COLUMNS, batches(), ({ by, name, sales }) => [{ by, name, ...numbersOf(sales) }])
}

function numbersOf(sales: Sales): Record<string, string | number> {
  const all = { ...sales, kept: keptOf(sales) }
  const rate = returnRateOf(sales)
  return {
    ...Object.fromEntries(
      NUMBERS.flatMap((name) => [
        [`${name}Units`, all[name].units],
        [name, rupees(all[name].amount)],
      ]),
    ),
    returnRatePercent: rate === undefined ? '' : (100 * rate).toFixed(1),
  }
}

function rupees(amount: Paise): string {
  return (amount / 100).toFixed(2)
}
