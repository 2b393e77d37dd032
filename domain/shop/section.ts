import * as v from 'valibot'
import type { Parsed, Problems } from '#domain/form-fields.ts'
import type { SettingName, Settings } from './settings.ts'
import type { Sentence } from './wording.ts'

/** `last`: the row at the end whose cell in this column has a fixed text. */
export type Rows = {
  name: string
  columns: Readonly<Record<string, Column>>
  last?: { column: string; value: string }
}

/** The number that the fixed last row has in the form, because it comes after all others. */
export const LAST_ROW = 999

/** `isEmptyAtZero`: 0 is shown as an empty cell. */
type Column = { label: string; isEmptyAtZero?: true; unit?: string; inputMode?: 'numeric' | 'decimal' }

/** One setting as its form shows it. */
export type SettingField<Value = unknown> = {
  label: string
  hint?: Sentence
  required?: true
  /** `image`: the file comes beside the other fields, so the form's own parser leaves it out. */
  control?: 'textarea' | 'checkbox' | 'image'
  /** A choice: values and their texts. */
  options?: readonly (readonly [value: string, text: string])[]
  /** A list: each cell is a control of its own, such as `boxes.0.length`, and a row without any text is left out. */
  rows?: Rows
  inputMode?: 'numeric' | 'decimal'
  /** An amount; empty: ₹0. */
  isRupees?: true
  type?: 'email' | 'tel' | 'url' | 'color' | 'datetime-local' | 'time'
  autoComplete?: string
  /** Parses what was typed; an absent field counts as empty. */
  schema: v.GenericSchema<unknown, Value>
  /** The stored value as it would be typed. */
  typed?: (value: Value, settings: Settings) => string
}

type Fields<Name extends SettingName> = { [Each in Name]: SettingField<Settings[Each]> }

/** Things that a warning may depend on and that are no settings. */
export type ShopFacts = { mayPayOnline: boolean; now: Date }

type Rules<Name extends SettingName> = {
  /** Problems of values that are valid one by one but not together. */
  check?: (values: Pick<Settings, Name>) => Problems
  /** Warnings about the stored values, by field; nothing is refused for them. */
  warn?: (values: Settings, facts: ShopFacts) => Problems
}

/** One form of the settings. */
export type Section = {
  names: readonly SettingName[]
  /** In the order of the form. */
  fields: Readonly<Record<string, Omit<SettingField, 'schema' | 'typed'>>>
  parse(form: unknown): Parsed<Partial<Settings>>
  typedOf(settings: Settings): Record<string, string>
  warningsOf(settings: Settings, facts: ShopFacts): Problems
}

export function defineSection<Name extends SettingName>(
  fields: Fields<Name>,
  { check = () => ({}), warn = () => ({}) }: Rules<Name> = {},
): Section {
  const names = Object.keys(fields) as Name[]
  const parsed = names.filter((name) => fields[name].control !== 'image')
  const schema = v.object(Object.fromEntries(parsed.map((name) => [name, fields[name].schema])))
  const lists = names.filter((name) => fields[name].rows)
  return {
    names,
    fields,
    parse(form) {
      const typed: Record<string, unknown> =
        form instanceof FormData ? Object.fromEntries(form) : { ...(form as object) }
      const rows = new Map(lists.map((name) => [name as string, listRows(typed, name, fields[name].rows?.last)]))
      for (const [name, list] of rows) typed[name] = list.map(({ cells }) => cells)
      const result = v.safeParse(schema, typed)
      const problems = result.success
        ? check(result.output as Pick<Settings, Name>)
        : problemsOf(result.issues, (name, position) => rows.get(name)?.[position]?.index)
      if (result.success && Object.keys(problems).length === 0)
        return { ok: true, value: result.output as Partial<Settings> }
      return { ok: false, problems }
    },
    typedOf: (settings) =>
      Object.assign(
        {},
        ...names.map((name) => {
          const { rows, typed = String } = fields[name]
          return rows ? cellsOf(name, settings[name] as object[], rows) : { [name]: typed(settings[name], settings) }
        }),
      ),
    warningsOf: warn,
  }
}

/** The rows that have any text, with the numbers that they have in the form. */
function listRows(
  typed: Record<string, unknown>,
  name: string,
  last: Rows['last'],
): { index: number; cells: Record<string, string> }[] {
  const rows = new Map<number, Record<string, string>>()
  for (const [key, value] of Object.entries(typed)) {
    const [, index, column] = /^\.(\d{1,3})\.(\w+)$/.exec(key.startsWith(name) ? key.slice(name.length) : '') ?? []
    if (column && typeof value === 'string') rows.set(Number(index), { ...rows.get(Number(index)), [column]: value })
  }
  return [...rows]
    .filter(([index, cells]) =>
      Object.entries(cells).some(
        ([column, text]) => text.trim() !== '' && !(index === LAST_ROW && column === last?.column),
      ),
    )
    .sort(([one], [other]) => one - other)
    .map(([index, cells]) => ({ index, cells }))
}

function cellsOf(name: string, rows: readonly object[], { columns, last }: Rows): Record<string, string> {
  const isLast = (index: number) => {
    const row = rows[index] as Record<string, unknown>
    return last !== undefined && index === rows.length - 1 && row[last.column] === last.value
  }
  return Object.fromEntries(
    rows.flatMap((row, index) =>
      Object.entries(row).map(([column, value]) => [
        `${name}.${isLast(index) ? LAST_ROW : index}.${column}`,
        value === 0 && columns[column]?.isEmptyAtZero ? '' : String(value ?? ''),
      ]),
    ),
  )
}

/** The first message of each field or cell. */
function problemsOf(
  issues: readonly v.BaseIssue<unknown>[],
  indexOf: (name: string, position: number) => number | undefined,
): Problems {
  const problems: Problems = {}
  for (const { path = [], message } of issues) {
    const [name, position, column] = path.map(({ key }) => key)
    const field = column === undefined ? String(name) : `${name}.${indexOf(String(name), Number(position))}.${column}`
    problems[field] ??= message
  }
  return problems
}
