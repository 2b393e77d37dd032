import { parseId } from '#domain/text.ts'

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

function refusal(sentence: string): Response {
  return new Response(sentence, { status: 400 })
}

/** @throws a 404 that names them */
export function refuseUnknown(name: 'orders' | 'shipments', unknown: readonly number[]): never {
  throw new Response(`Not found, so nothing is printed: ${name} ${unknown.join(', ')}.`, { status: 404 })
}
