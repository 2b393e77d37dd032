import { formatRupees } from '#domain/money.ts'
import { LAST_ROW, type Rows, type Section } from '#domain/shop/section.ts'
import { stripRupeeFormat } from '#domain/text.ts'

/** A setting as a change is listed: `Largest cash order: ₹0 → ₹20,000`. */
export type SettingChange = { label: string; from: string; to: string }

/** The differences between two versions of a section's fields. Images are left out: they come beside the fields. */
export function listChanges(
  section: Section,
  from: Readonly<Record<string, string>>,
  to: Readonly<Record<string, string>>,
): SettingChange[] {
  return Object.entries(section.fields).flatMap(([name, field]) => {
    if (field.control === 'image') return []
    const change = { label: field.label, from: shownValue(section, name, from), to: shownValue(section, name, to) }
    return change.from === change.to ? [] : [change]
  })
}

/** The text of a field as people read it: that of a list has a line for each row. */
export function shownValue(section: Section, name: string, typed: Readonly<Record<string, string>>): string {
  const field = section.fields[name]
  if (field?.rows) return shownRows(name, field.rows, typed) || 'none'
  const value = (typed[name] ?? '').replace(/\r\n?/g, '\n').trim()
  if (field?.control === 'checkbox') return value === 'on' ? 'yes' : 'no'
  if (field?.isRupees) {
    const amount = stripRupeeFormat(value) || '0'
    return /^\d+$/.test(amount) ? formatRupees(Number(amount)) : value
  }
  return field?.options?.find(([each]) => each === value)?.[1] ?? (value || 'none')
}

function shownRows(name: string, rows: Rows, typed: Readonly<Record<string, string>>): string {
  const columns = Object.keys(rows.columns)
  const last = Object.keys(typed).some((key) => key.startsWith(`${name}.${LAST_ROW}.`)) ? [LAST_ROW] : []
  return [...Array(countRows(name, typed)).keys(), ...last]
    .map((index) =>
      columns
        .map((column) => ({ column, text: (typed[`${name}.${index}.${column}`] ?? '').trim() }))
        // Of the fixed row its text alone says nothing.
        .filter(({ text }, _, cells) => text && (index !== LAST_ROW || cells.some((cell) => isTyped(cell, rows))))
        .map(({ text }) => text)
        .join(' · '),
    )
    .filter(Boolean)
    .join('\n')
}

function isTyped({ column, text }: { column: string; text: string }, { last }: Rows): boolean {
  return column !== last?.column && text !== ''
}

/** Rows of a list up to the last that has a text; without the fixed last one. */
export function countRows(name: string, typed: Readonly<Record<string, string>>): number {
  const indexes = Object.keys(typed)
    .filter((key) => key.startsWith(`${name}.`) && typed[key]?.trim())
    .map((key) => Number(key.split('.')[1]) + 1)
    .filter((count) => count <= LAST_ROW)
  return Math.max(0, ...indexes)
}
