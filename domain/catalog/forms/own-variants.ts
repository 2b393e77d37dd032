import * as v from 'valibot'
import { findBarcodeProblem } from '#domain/catalog/barcode.ts'
import type { KINDS } from '#domain/catalog/kind.ts'
import { MAX_OPTIONS, OPTION_MAX, optionWords, VALUE_MAX } from '#domain/catalog/options.ts'
import { fieldOf } from '#domain/catalog/product-fields.ts'
import { parseRow, tooFewNow, unitsAfter, variantFields } from '#domain/catalog/stock/stock-form.ts'
import type { StockMode, StockReason } from '#domain/catalog/stock-mode.ts'
import { VARIANT_WORDS_MAX } from '#domain/catalog/variant.ts'
import { line, type Problems, refuseWith } from '#domain/form-fields.ts'
import { formatRupees, type Rupees } from '#domain/money.ts'
import { cleanLine, lengthOf } from '#domain/text.ts'

/** A variant of a product of another kind, on sale or not. Null: none. */
export type OwnVariant = {
  id: number
  /** A value for each option of its product. */
  options: string[]
  isOffered: boolean
  units: number
  /** Null: the product's. */
  price: Rupees | null
  sku: string | null
  barcode: string | null
  /** Kilograms. */
  weight: number | null
  image: string | null
}

/** The options of a product of another kind by their names, and all combinations of their values. */
export type OwnVariants = { names: string[]; variants: OwnVariant[] }

/** A row of the grid as somebody has typed it. `id`: of the stored variant that it was opened with. */
export type OwnEdit = Omit<OwnVariant, 'id' | 'units' | 'image'> & {
  id: number | null
  /** Null: the form did not ask, because the stock is not counted. */
  units: number | null
  seen: number | null
  hasNoPicture: boolean
}

export type OwnForm = { names: string[]; edits: OwnEdit[] }

export const MAX_OWN_VARIANTS = 100
const WEIGHT_MAX = 1000

/** Fields of a row. `offered` is a box, `picture` a file, and `nopicture` takes the stored picture away. */
export const OWN_FIELDS = ['price', 'units', 'sku', 'barcode', 'weight', 'offered', 'picture', 'nopicture'] as const
export type OwnField = (typeof OWN_FIELDS)[number] | 'id' | 'seen'

/** Such as `1 kg, Red`; values have no comma. Empty: the product has no options. */
export function keyOf(options: readonly string[]): string {
  return options.join(', ')
}

/** Such as `own:price:1 kg, Red`. */
export function ownFieldName(field: OwnField, options: readonly string[]): string {
  return `own:${field}:${keyOf(options)}`
}

/** The variant whose picture this file is; undefined: it is another file. */
export function pictureKeyOf(field: string): string | undefined {
  const start = 'own:picture:'
  return field.startsWith(start) ? field.slice(start.length) : undefined
}

type Sent = Readonly<Record<string, unknown>>

const textOf = (sent: Sent, name: string): string => {
  const value = sent[name]
  return typeof value === 'string' ? value : ''
}

export function isOtherKind(sent: Sent): boolean {
  return textOf(sent, 'kind') === ('Other' satisfies (typeof KINDS)[number])
}

export type TypedOption = { name: string; values: string[] }

/** The three options as typed; those that are wholly empty are left out. */
export function typedOptions(sent: Sent): (TypedOption & { number: number })[] {
  return Array.from({ length: MAX_OPTIONS }, (_, index) => index + 1).flatMap((number) => {
    const name = cleanLine(textOf(sent, `option${number}`))
    const values = textOf(sent, `values${number}`)
      .split(',')
      .map(cleanLine)
      .filter((value) => value !== '')
    return name === '' && values.length === 0 ? [] : { number, name, values }
  })
}

/** Every combination of their values, the last option changing first. @returns undefined: too many to show */
export function combinationsOf(options: readonly Pick<TypedOption, 'values'>[]): string[][] | undefined {
  const lists = options.map(({ values }) => [...new Set(values)]).filter((values) => values.length > 0)
  if (lists.reduce((count, { length }) => count * length, 1) > MAX_OWN_VARIANTS) return undefined
  return lists.reduce<string[][]>((rows, values) => rows.flatMap((row) => values.map((value) => [...row, value])), [[]])
}

const NOT_IN_OPTIONS = /[;=·]/

function findOptionProblems(options: ReturnType<typeof typedOptions>): Problems {
  const problems: Problems = {}
  const names = new Set<string>()
  for (const { number, name, values } of options) {
    const known = new Set<string>()
    const twice = values.find((value) => known.size === known.add(value.toLowerCase()).size)
    if (name === '') problems[`option${number}`] = 'Name this option, such as Pack or Colour.'
    else if (lengthOf(name) > OPTION_MAX)
      problems[`option${number}`] = `A name of an option can have at most ${OPTION_MAX} characters.`
    else if (NOT_IN_OPTIONS.test(name) || /[:,]/.test(name))
      problems[`option${number}`] = 'Leave commas, colons, semicolons, = and · out of the name.'
    else if (names.has(name.toLowerCase())) problems[`option${number}`] = 'Another option has this name.'
    names.add(name.toLowerCase())
    if (values.length === 0) problems[`values${number}`] = 'Enter its values, with commas between them.'
    else if (twice !== undefined) problems[`values${number}`] = `“${twice}” is there twice. Enter each value once.`
    else if (values.some((value) => lengthOf(value) > VALUE_MAX))
      problems[`values${number}`] = `A value can have at most ${VALUE_MAX} characters.`
    else if (values.some((value) => NOT_IN_OPTIONS.test(value)))
      problems[`values${number}`] = 'Leave semicolons, = and · out of the values.'
  }
  if (Object.keys(problems).length > 0) return problems
  const last = options.at(-1)
  const count = options.reduce((product, { values }) => product * values.length, 1)
  if (last && count > MAX_OWN_VARIANTS)
    return {
      [`values${last.number}`]: `That makes ${count.toLocaleString('en-IN')} variants. A product can have at most ${MAX_OWN_VARIANTS}.`,
    }
  const longest = options.map(({ values }) => values.toSorted((one, other) => other.length - one.length)[0] ?? '')
  const words = optionWords(
    options.map(({ name }) => name),
    longest,
  )
  if (last && words.length > VARIANT_WORDS_MAX)
    return {
      [`values${last.number}`]: `“${words.slice(0, 40)}…” is too long. Shorten the names or the values of the options.`,
    }
  return {}
}

const rowSchema = v.object({
  id: v.pipe(
    line,
    v.transform((text) => (/^\d{1,15}$/.test(text) ? Number(text) : null)),
  ),
  ...variantFields(),
  seen: v.pipe(
    line,
    v.transform((text) => (/^\d{1,6}$/.test(text) ? Number(text) : null)),
  ),
  barcode: v.pipe(
    line,
    v.transform((text) => text.replace(/[\s-]/g, '')),
    refuseWith((digits: string) => digits && findBarcodeProblem(digits)),
    v.transform((text) => text || null),
  ),
  weight: v.pipe(
    line,
    v.transform((text) => text.replace(/kg$/i, '').trim().replace(',', '.')),
    v.regex(/^(\d{1,4}(\.\d{1,3})?)?$/, 'Enter kilograms, such as 5 or 0.25.'),
    v.transform((text) => (text === '' ? null : Number(text))),
    v.nullable(
      v.pipe(
        v.number(),
        v.gtValue(0, 'The weight must be above 0.'),
        v.maxValue(WEIGHT_MAX, `The weight can be at most ${WEIGHT_MAX.toLocaleString('en-IN')} kg.`),
      ),
    ),
  ),
})

/** The product's values of fields that another kind asks for each variant. */
export type OwnParsed =
  | { ok: true; form: OwnForm; price: Rupees; highest: Rupees; sku: string }
  | { ok: false; problems: Problems }

/** Reads the options and the grid. A row that the form did not show yet asks for its price. */
export function parseOwnVariants(sent: Sent): OwnParsed {
  const options = typedOptions(sent)
  const optionProblems = findOptionProblems(options)
  const rows = combinationsOf(options)
  if (Object.keys(optionProblems).length > 0 || !rows) return { ok: false, problems: optionProblems }
  const problems: Problems = {}
  const seen = { sku: new Set<string>(), barcode: new Set<string>() }
  const isCounted = (textOf(sent, 'stock') || 'as-delivered') === ('counted' satisfies StockMode)
  const edits = rows.flatMap((values): OwnEdit | [] => {
    const name = (field: OwnField) => ownFieldName(field, values)
    const row = parseRow(rowSchema, sent, name, problems)
    if (!row) return []
    const isOffered = isRowOffered(sent, values)
    if (isOffered && row.price === null) problems[name('price')] = 'Enter a price in rupees.'
    if (isOffered && isCounted && row.units === null)
      problems[name('units')] = 'Enter how many there are; 0 if there is none yet.'
    for (const field of ['sku', 'barcode'] as const) {
      const code = row[field]?.toLowerCase()
      if (code && seen[field].has(code))
        problems[name(field)] = `Another variant has this ${field === 'sku' ? 'SKU' : 'barcode'}.`
      if (code) seen[field].add(code)
    }
    const hasNoPicture = textOf(sent, name('nopicture')) !== ''
    return { ...row, options: values, isOffered, units: name('units') in sent ? row.units : null, hasNoPicture }
  })
  const [first] = rows
  if (first && edits.length > 0 && edits.every(({ isOffered }) => !isOffered))
    problems[ownFieldName('offered', first)] = 'Offer at least one. To stop selling all, take the product off sale.'
  const names = options.map(({ name }) => name)
  const plain = edits.length === 1 && names.length === 0 ? edits[0] : undefined
  const skuProblem = plain && findSkuProblem(plain.sku ?? '')
  if (skuProblem) problems[ownFieldName('sku', [])] = skuProblem
  if (Object.keys(problems).length > 0) return { ok: false, problems }
  const prices = edits.flatMap(({ isOffered, price }) => (isOffered && price !== null ? [price] : []))
  return {
    ok: true,
    // A product without options has price and SKU like any other, so that lists and searches find them there.
    form: { names, edits: plain ? [{ ...plain, price: null, sku: null }] : edits },
    price: Math.min(...prices),
    highest: Math.max(...prices),
    sku: plain?.sku ?? '',
  }
}

function findSkuProblem(sku: string): string | undefined {
  const parsed = v.safeParse(fieldOf('sku').schema, sku)
  return parsed.success ? undefined : parsed.issues[0].message
}

/** Is the box ticked? A row that the form did not show is offered, as is the only one of a product without options. */
export function isRowOffered(sent: Sent, values: readonly string[]): boolean {
  const isShown = ownFieldName('id', values) in sent
  return !isShown || values.length === 0 || textOf(sent, ownFieldName('offered', values)) !== ''
}

/** One variant to write. `id` null: it is new. `change`: of the units on hand. */
export type OwnWrite = Omit<OwnVariant, 'id'> & { id: number | null; change: number; reason: StockReason }
export type OwnDecision =
  | { ok: true; names: string[]; writes: OwnWrite[]; gone: OwnVariant[] }
  | { ok: false; problems: Problems; seen: Record<string, string> }

/**
 * Applies the grid to the stored variants, which are locked. A variant that got another name stays the same one.
 *
 * @param pictures addresses of the uploaded pictures, by the keys of their variants
 */
export function decideOwn(
  stored: readonly OwnVariant[],
  { names, edits }: OwnForm,
  pictures: ReadonlyMap<string, string>,
): OwnDecision {
  const problems: Problems = {}
  const used = new Set<number>()
  const take = (isIt: (one: OwnVariant) => boolean) => {
    const found = stored.find((one) => !used.has(one.id) && isIt(one))
    if (found) used.add(found.id)
    return found
  }
  const takeNamed = (name: string) => take(({ options }) => keyOf(options) === name)
  const matched = new Map(edits.map((edit) => [edit, take(({ id }) => id === edit.id)]))
  for (const [edit, found] of matched) if (!found) matched.set(edit, takeNamed(keyOf(edit.options)))
  const writes = edits.map((edit): OwnWrite => {
    const { id: _, seen, hasNoPicture, units: typed, ...values } = edit
    const before = matched.get(edit)
    const now = before?.units ?? 0
    const units = typed === null ? now : unitsAfter({ units: typed, seen }, now)
    if (units < 0) problems[ownFieldName('units', edit.options)] = tooFewNow(seen, now)
    const image = pictures.get(keyOf(edit.options)) ?? (hasNoPicture ? null : (before?.image ?? null))
    return { ...values, id: before?.id ?? null, units, image, change: units - now, reason: 'counted' }
  })
  if (Object.keys(problems).length > 0) {
    const seen = edits.map((edit) => [ownFieldName('seen', edit.options), String(matched.get(edit)?.units ?? '')])
    return { ok: false, problems, seen: Object.fromEntries(seen) }
  }
  return { ok: true, names, writes, gone: stored.filter(({ id }) => !used.has(id)) }
}

/** The finishes of a pot whose own pictures shall go. */
export function removedPictures(sent: Sent): string[] {
  const start = ownFieldName('nopicture', [])
  return Object.keys(sent).flatMap((name) => (name.startsWith(start) ? name.slice(start.length) : []))
}

/** Must a seller's change be approved again? What buyers read and see; numbers and codes need no approval. */
export function changesWhatIsShown(before: OwnVariants, after: OwnVariants): boolean {
  const shown = ({ names, variants }: OwnVariants) =>
    JSON.stringify([names, variants.map(({ options, image }) => [options, image])])
  return shown(before) !== shown(after)
}

/** The fields of the form as they are stored, by name; `price` and `sku` of a product without options are its own. */
export function ownFields(
  { names, variants }: OwnVariants,
  product: { price: Rupees; sku: string },
): Record<string, string> {
  const options = names.flatMap((name, index) => [
    [`option${index + 1}`, name],
    [`values${index + 1}`, [...new Set(variants.map((one) => one.options[index] ?? ''))].join(', ')],
  ])
  // Combinations that the product does not have are not offered.
  const rows = (combinationsOf(typedOptions(Object.fromEntries(options))) ?? []).flatMap((row) => {
    const one = variants.find((variant) => keyOf(variant.options) === keyOf(row))
    if (!one) return [[ownFieldName('id', row), '']]
    const isPlain = one.options.length === 0
    const fields = {
      id: one.id,
      seen: one.units,
      units: one.units,
      price: one.price ?? product.price,
      sku: isPlain ? product.sku : one.sku,
      barcode: one.barcode,
      weight: one.weight,
      offered: one.isOffered ? 'on' : '',
    }
    return Object.entries(fields).map(([field, value]) => [
      ownFieldName(field as OwnField, one.options),
      String(value ?? ''),
    ])
  })
  return Object.fromEntries([...options, ...rows])
}

/** The hidden fields of a form that was opened with these variants. */
export function seenOwn(own: OwnVariants | undefined): Record<string, string> {
  const variants = own?.variants ?? []
  return Object.fromEntries(variants.map(({ options, units }) => [ownFieldName('seen', options), String(units)]))
}

/** The variants as the form has them, for comparing versions; a form that cannot be read changes nothing. */
export function typedOwn(stored: OwnVariants | undefined, sent: Sent): OwnVariants | undefined {
  const parsed = stored && Object.keys(sent).length > 0 ? parseOwnVariants(sent) : undefined
  if (!stored || !parsed?.ok) return stored
  const { names, edits } = parsed.form
  const variants = edits.map(({ seen, hasNoPicture, id, units, ...edit }): OwnVariant => {
    const before = stored.variants.find((one) => one.id === id)
    const image = hasNoPicture ? null : (before?.image ?? null)
    return { ...edit, id: id ?? 0, units: units ?? before?.units ?? 0, image }
  })
  return { names, variants }
}

/** The grid's texts by field after an option's values were typed anew: a value that only got another name keeps its rows. */
export function carryRows(
  texts: Readonly<Record<string, string>>,
  before: readonly Pick<TypedOption, 'values'>[],
  after: readonly Pick<TypedOption, 'values'>[],
): Record<string, string> {
  if (before.length !== after.length) return { ...texts }
  const renamed = after.map(({ values }, index) => {
    const was = before[index]?.values ?? []
    const changed = values.flatMap((value, at) => (value === was[at] ? [] : at))
    const at = changed[0]
    const isOne = values.length === was.length && changed.length === 1 && at !== undefined
    return isOne && !was.includes(values[at] ?? '') ? { from: was[at], to: values[at] } : undefined
  })
  const next: Record<string, string> = { ...texts }
  for (const row of combinationsOf(after) ?? []) {
    const old = row.map((value, index) => (value === renamed[index]?.to ? (renamed[index]?.from ?? value) : value))
    if (keyOf(old) === keyOf(row)) continue
    for (const field of ['id', 'seen', 'origin', ...OWN_FIELDS] as const) {
      const text =
        field === 'origin' ? (texts[`own:origin:${keyOf(old)}`] ?? keyOf(old)) : texts[ownFieldName(field, old)]
      delete next[`own:${field}:${keyOf(old)}`]
      if (text !== undefined) next[`own:${field}:${keyOf(row)}`] = text
    }
  }
  return next
}

/** Options and variants in words, a line each, for the audit log and for comparing two versions. */
export function ownText({ names, variants }: OwnVariants): string {
  return variants
    .map(({ options, isOffered, units, price, sku, barcode, weight, image }) =>
      [
        optionWords(names, options),
        price !== null && formatRupees(price),
        `${units} on hand`,
        sku && `SKU ${sku}`,
        barcode && `barcode ${barcode}`,
        weight !== null && `${weight} kg`,
        image && `picture ${image}`,
        !isOffered && 'not offered',
      ]
        .filter(Boolean)
        .join(', '),
    )
    .join('\n')
}
