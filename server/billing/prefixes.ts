import { supplierGstinOf } from '#domain/billing/compose-invoice.ts'
import { financialYearOf } from '#domain/billing/financial-year.ts'
import type { Problems } from '#domain/form-fields.ts'
import { defaultSettings, type Settings } from '#domain/shop/settings.ts'
import { calendarDay } from '#domain/time.ts'
import type { Transaction } from '#server/db/connection.ts'
import { listPrefixesOfOthers } from './queries.ts'

const PREFIXES = ['invoicePrefix', 'creditNotePrefix'] as const

/**
 * Prefixes that numbered documents of another registration in this financial year, as problems of the form. Each GSTIN has
 * series of its own that begin at 1 (CGST Rules 2017, rule 46(b)), so with one prefix two documents would have one number.
 */
export async function listPrefixProblems(tx: Transaction, values: Partial<Settings>, now: Date): Promise<Problems> {
  const settings = { ...defaultSettings, ...values }
  if (settings.taxRegime === '') return {}
  const used = await listPrefixesOfOthers(tx, {
    supplierGstin: supplierGstinOf(settings),
    financialYear: financialYearOf(calendarDay(now)),
    prefixes: PREFIXES.map((name) => settings[name]),
  })
  return Object.fromEntries(
    PREFIXES.flatMap((name) => {
      const other = used.find(({ prefix }) => prefix === settings[name])
      return other ? [[name, problemOf(other)]] : []
    }),
  )
}

function problemOf({ prefix, gstin }: { prefix: string; gstin: string }): string {
  const whose = gstin === '' ? 'from before the registration' : `of ${gstin}`
  return `${prefix} numbers documents ${whose} this year. Choose another prefix.`
}
