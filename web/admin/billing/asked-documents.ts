import { parseMonth } from '#domain/admin-lists.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { parseId } from '#domain/text.ts'

/** @throws a 400 with a sentence when the address names no month */
export function monthOf(request: Request): string {
  const month = parseMonth(new URL(request.url).searchParams)
  if (!month) throw refusal('Choose a month, such as 2026-11.')
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

/** Bounds how long a browser waits for one PDF. */
const MAX_IDS = 50

/**
 * The ids of `?orders=1001,1002`, or of `?orders=1001&orders=1002` as a form with tick boxes sends it, each once.
 *
 * @throws a 400 with a sentence
 */
export function idsOf(request: Request, name: 'orders' | 'shipments'): number[] {
  const given = new URL(request.url).searchParams.getAll(name).flatMap((text) => text.split(','))
  const ids = [
    ...new Set(given.filter((text) => text.trim() !== '').map((text) => parseId(text.trim().replace(/^#/, '')))),
  ]
  const known = ids.filter((id) => id !== undefined)
  if (known.length < ids.length) throw refusal(`The address has ${name} that are no numbers.`)
  if (known.length === 0) throw refusal(`Choose ${name} to print.`)
  if (known.length > MAX_IDS) throw refusal(`Choose at most ${MAX_IDS} ${name} at a time.`)
  return known
}

export function refusal(sentence: string): Response {
  return new Response(sentence, { status: 400 })
}

/** @throws a 404 that names them */
export function refuseUnknown(name: 'orders' | 'shipments', unknown: readonly number[]): never {
  throw new Response(`Not found, so nothing is printed: ${name} ${unknown.join(', ')}.`, { status: 404 })
}
