import { parseMonth } from '#domain/admin-lists.ts'
import type { Settings } from '#domain/shop/settings.ts'

/** @throws a 400 with a sentence when the address names no month */
export function monthOf(request: Request): string {
  const month = parseMonth(new URL(request.url).searchParams)
  if (!month) throw new Response('Choose a month, such as 2026-11.', { status: 400 })
  return month
}

/** Why this seller files no GSTR-1, as a sentence; undefined: it does. */
export function noGstr1(regime: Settings['taxRegime']): string | undefined {
  if (regime === 'composition')
    return 'No GSTR-1: a Composition taxpayer files CMP-08 and GSTR-4. The sales ledger has the figures for both.'
  if (regime === 'unregistered') return 'No GSTR-1: an Unregistered seller files none.'
  if (regime === '') return 'No GSTR-1 yet: choose the tax regime under Settings, Legal.'
  return undefined
}
