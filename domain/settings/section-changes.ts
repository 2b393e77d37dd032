import { formatRupees } from '#domain/money.ts'
import type { Section } from '#domain/shop/section.ts'
import { stripRupeeFormat } from '#domain/text.ts'

/** A setting as a change is listed: `Largest cash order: ₹0 → ₹20,000`. */
export type SettingChange = { label: string; from: string; to: string }

/** What differs between two versions of a section's fields. Images are left out: they come beside the fields. */
export function listChanges(
  section: Section,
  from: Readonly<Record<string, string>>,
  to: Readonly<Record<string, string>>,
): SettingChange[] {
  return Object.entries(section.fields).flatMap(([name, field]) => {
    if (field.control === 'image') return []
    const change = { label: field.label, from: shownValue(field, from[name]), to: shownValue(field, to[name]) }
    return change.from === change.to ? [] : [change]
  })
}

/** The text of a field as people read it. */
function shownValue(field: Section['fields'][string], typed = ''): string {
  const value = typed.replace(/\r\n?/g, '\n').trim()
  if (field.control === 'checkbox') return value === 'on' ? 'yes' : 'no'
  if (field.isRupees) {
    const amount = stripRupeeFormat(value) || '0'
    return /^\d+$/.test(amount) ? formatRupees(Number(amount)) : value
  }
  return field.options?.find(([each]) => each === value)?.[1] ?? (value || 'none')
}
