import type { Settings } from '#domain/shop/settings.ts'

/** Why this seller files no GSTR-1, as a sentence; undefined: it does. */
export function noGstr1(regime: Settings['taxRegime']): string | undefined {
  if (regime === 'composition')
    return 'No GSTR-1: a Composition taxpayer files CMP-08 and GSTR-4. The sales ledger has the figures for both.'
  if (regime === 'unregistered') return 'No GSTR-1: an Unregistered seller files none.'
  if (regime === '') return 'No GSTR-1 yet: choose the tax regime under Settings, Legal.'
  return undefined
}
