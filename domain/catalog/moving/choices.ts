import type { Parsed } from '#domain/form-fields.ts'
import { startOf } from '#domain/short-text.ts'
import type { SizeChoice } from './size-mapping.ts'

/**
 * The owner's choices for a file: sizes and finishes of this shop for those of the file, and the units of a choice for
 * which the file has no number.
 */
export type MoveChoices = {
  sizes: Record<string, SizeChoice>
  /** Names of the shop by the file's values; empty: a new finish. */
  finishes: Record<string, string>
  units: number
}

export const NO_CHOICES: MoveChoices = { sizes: {}, finishes: {}, units: 0 }

const SIZE_FIELDS = ['code', 'width', 'depth', 'height'] as const
export type SizeField = (typeof SIZE_FIELDS)[number]

/** The name of the form field for a size or finish of the file. */
export function sizeFieldName(field: SizeField, key: string): string {
  return `${field}:${key}`
}
export function finishFieldName(value: string): string {
  return `finish:${value}`
}

const TYPED_MAX = 60

/** The typed choices on top of earlier ones. Measures stay as typed, right or wrong: `mapSizes` checks them. */
export function parseChoices(form: FormData, before: MoveChoices): Parsed<MoveChoices> {
  const sizes = { ...before.sizes }
  const finishes = { ...before.finishes }
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue
    const colon = name.indexOf(':')
    const [field, key] = [name.slice(0, Math.max(0, colon)), name.slice(colon + 1)]
    if (field === 'finish') finishes[key] = startOf(value, TYPED_MAX)
    const sizeField = SIZE_FIELDS.find((one) => one === field)
    if (sizeField) sizes[key] = { ...sizes[key], [sizeField]: startOf(value.trim(), TYPED_MAX) }
  }
  const typed = form.get('units')
  const text = typeof typed === 'string' ? typed.replace(/[,\s]/g, '') : String(before.units)
  if (!/^\d{0,6}$/.test(text)) return { ok: false, problems: { units: 'Enter a whole number from 0 to 999999.' } }
  return { ok: true, value: { sizes, finishes, units: Number(text) } }
}
