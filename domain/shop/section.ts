import * as v from 'valibot'
import { type Parsed, type Problems, parseWith } from '#domain/form-fields.ts'
import type { SettingName, Settings } from './settings.ts'
import type { Sentence } from './wording.ts'

/** One setting as its form shows it. */
export type SettingField<Value = unknown> = {
  label: string
  hint?: Sentence
  required?: true
  /** `image`: the file comes beside the other fields, so the form's own parser leaves it out. */
  control?: 'textarea' | 'checkbox' | 'image'
  /** A choice: values and their texts. */
  options?: readonly (readonly [value: string, text: string])[]
  inputMode?: 'numeric' | 'decimal'
  /** An amount; empty: ₹0. */
  isRupees?: true
  type?: 'email' | 'tel' | 'url' | 'color' | 'datetime-local'
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
  return {
    names,
    fields,
    parse(form) {
      const result = parseWith(schema, form) as Parsed<Pick<Settings, Name>>
      const problems = result.ok ? check(result.value) : result.problems
      return result.ok && Object.keys(problems).length === 0 ? result : { ok: false, problems }
    },
    typedOf: (settings) =>
      Object.fromEntries(names.map((name) => [name, (fields[name].typed ?? String)(settings[name], settings)])),
    warningsOf: warn,
  }
}
