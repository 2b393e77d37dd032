import * as v from 'valibot'
import { line, type Parsed, parseWith } from '#domain/text.ts'
import type { Settings } from './settings.ts'

const MAX = 99

const schema = v.object({
  lowStock: v.pipe(line, v.regex(/^\d{1,2}$/, `Enter a whole number from 0 to ${MAX}.`), v.transform(Number)),
})

/** From how many units on pages say that only a few are left, and the overview lists a choice. */
export function parseLowStock(form: unknown): Parsed<Pick<Settings, 'lowStock'>> {
  return parseWith(schema, form)
}
