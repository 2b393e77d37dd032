import * as v from 'valibot'
import { findBarcodeProblem } from '#domain/catalog/barcode.ts'
import { kindOf } from '#domain/catalog/kind.ts'
import { rupeesOf } from '#domain/catalog/product-fields.ts'
import type { Catalogue } from '#domain/catalog/sizes.ts'
import type { StockReason } from '#domain/catalog/stock-mode.ts'
import { findVariant, type VariantName } from '#domain/catalog/variant.ts'
import { line, type Problems, parseWith } from '#domain/form-fields.ts'
import type { Rupees } from '#domain/money.ts'
import { stripRupeeFormat } from '#domain/text.ts'

/** A variant as staff entered it, with its units on hand. Only offered variants have an entry. */
export type StockedVariant = VariantName & {
  units: number
  /** Null: the price of its size, or of its product. */
  price: Rupees | null
  sku: string | null
} & OwnDetails

/** Of a variant of another kind; weight in kilograms. Absent: unchanged. */
type OwnDetails = { barcode?: string | null; weight?: number | null; image?: string | null }

/**
 * A variant as somebody has typed it. `seen`: the units that the form was opened with, null: not offered. `units` null: it
 * shall not be offered.
 */
export type VariantEdit = Omit<StockedVariant, 'units'> & { seen: number | null; units: number | null }

export type StockField = 'units' | 'seen' | 'cellPrice' | 'sku'

/** Such as `units:C01/Grey Stone`. */
export function stockFieldName(field: StockField, { sizeCode, finish }: VariantName): string {
  return `${field}:${sizeCode}/${finish}`
}

/** `C01/Grey Stone` → its size and finish; a finish may have slashes of its own. */
function parseVariantName(text: string): VariantName | undefined {
  const slash = text.indexOf('/')
  return slash >= 0 ? { sizeCode: text.slice(0, slash), finish: text.slice(slash + 1) } : undefined
}

const UNITS_MAX = 999_999
export const VARIANT_SKU_MAX = 60

/** Price, units and SKU of a variant in a form; an empty one is null. @param mayBeEmpty ends the sentences of its problems */
export function variantFields(mayBeEmpty = '') {
  return {
    price: v.pipe(
      line,
      v.transform(stripRupeeFormat),
      v.regex(/^\d{0,15}$/, `Enter the price in whole rupees, such as 849${mayBeEmpty}.`),
      v.transform((text) => (text === '' ? null : Number(text))),
      v.nullable(rupeesOf('price')),
    ),
    units: v.pipe(
      line,
      v.transform((text) => text.replace(/[,\s]/g, '')),
      v.regex(/^\d{0,6}$/, `Enter a whole number from 0 to ${UNITS_MAX}${mayBeEmpty}.`),
      v.transform((text) => (text === '' ? null : Number(text))),
    ),
    sku: v.pipe(
      line,
      v.maxLength(VARIANT_SKU_MAX, `An SKU can have at most ${VARIANT_SKU_MAX} characters.`),
      v.regex(/^[^;]*$/, 'An SKU cannot have a semicolon.'),
      v.transform((text) => text || null),
    ),
  }
}

const { units, price, sku } = variantFields(', or leave it empty')
const stockSchema = v.object({ units, seen: units, cellPrice: price, sku })

/** @returns undefined: the form has no grid */
export function parseStockFields(
  sent: Record<string, unknown>,
): { ok: true; cells: VariantEdit[] } | { ok: false; problems: Problems } | undefined {
  const named = Object.keys(sent).flatMap((field) => {
    const name = field.startsWith('units:') && parseVariantName(field.slice('units:'.length))
    return name || []
  })
  if (named.length === 0) return undefined
  const problems: Problems = {}
  const cells = named.flatMap((name): VariantEdit | [] => {
    const row = parseRow(stockSchema, sent, (field) => stockFieldName(field, name), problems)
    if (!row) return []
    const { cellPrice: price, ...cell } = row
    if (cell.units === null && (price !== null || cell.sku !== null))
      problems[stockFieldName('units', name)] = 'Enter how many there are; 0 if there is none yet.'
    return { ...name, ...cell, price }
  })
  return Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, cells }
}

/** A row of a grid; undefined: something is wrong in it, which `problems` has from then on. */
export function parseRow<Row>(
  schema: v.GenericSchema<unknown, Row> & { entries: Record<keyof Row, unknown> },
  sent: Readonly<Record<string, unknown>>,
  nameOf: (field: keyof Row) => string,
  problems: Problems,
): Row | undefined {
  const fields = Object.keys(schema.entries) as (keyof Row & string)[]
  const parsed = parseWith(schema, Object.fromEntries(fields.map((field) => [field, sent[nameOf(field)] ?? ''])))
  if (parsed.ok) return parsed.value
  for (const field of fields) if (parsed.problems[field]) problems[nameOf(field)] = parsed.problems[field]
}

/** A size or finish that the shop does not have: it was renamed or deleted since the form was opened. */
export function findUnknownVariant(
  cells: readonly (VariantName & { units: number | null })[],
  { sizes, finishes }: Catalogue,
): VariantName | undefined {
  return cells.find(
    ({ units, sizeCode, finish }) =>
      units !== null &&
      sizeCode !== '' &&
      !(sizes.some(({ code }) => code === sizeCode) && finishes.some(({ name }) => name === finish)),
  )
}

export const UNKNOWN_VARIANT = 'The shop no longer has this size or finish. Reload the page.'

/** One variant to write. `stocked` undefined: not offered any more. */
export type VariantChange = VariantName & {
  stocked: Omit<StockedVariant, keyof VariantName> | undefined
  /** Of the units on hand. */
  change: number
  reason: StockReason
}

/**
 * Units are typed as a difference to what was seen, so that a sale between opening and saving is not overwritten. A typed 0
 * stays 0, whatever was sold meanwhile.
 */
export function unitsAfter({ units, seen }: { units: number; seen: number | null }, now: number): number {
  return units === 0 ? 0 : now + units - (seen ?? now)
}

export function tooFewNow(seen: number | null, now: number): string {
  return `There were ${seen} when you opened this page, and there are ${now} now. Enter the number again.`
}

/**
 * @param current the stored variants, locked
 * @returns `seen`: what the form shows from now on, after a problem
 */
export function decideStocked(
  current: readonly StockedVariant[],
  edits: readonly VariantEdit[],
  reason: StockReason = 'counted',
): { ok: true; changes: VariantChange[] } | { ok: false; problems: Problems; seen: Record<string, string> } {
  const problems: Problems = {}
  const changes = edits.flatMap((edit): VariantChange | [] => {
    const { sizeCode, finish, price, sku } = edit
    const name = { sizeCode, finish }
    const stored = findVariant(current, name)
    const details = { ...detailsOf(stored), ...detailsOf(edit) }
    if (edit.units === null)
      return stored ? { ...name, stocked: undefined, change: -stored.units, reason: 'not-offered' } : []
    const units = stored ? unitsAfter({ units: edit.units, seen: edit.seen }, stored.units) : edit.units
    if (stored && units < 0) {
      problems[stockFieldName('units', name)] = tooFewNow(edit.seen, stored.units)
      return []
    }
    const stocked = { units, price, sku, ...details }
    if (stored && formatStock([{ ...name, ...stocked }]) === formatStock([stored])) return []
    return { ...name, stocked, change: units - (stored?.units ?? 0), reason }
  })
  return Object.keys(problems).length > 0 ? { ok: false, problems, seen: seenFields(current) } : { ok: true, changes }
}

function detailsOf(variant: OwnDetails = {}): OwnDetails {
  const { barcode, weight, image } = variant
  return {
    ...(barcode !== undefined && { barcode }),
    ...(weight !== undefined && { weight }),
    ...(image !== undefined && { image }),
  }
}

/** The hidden fields of a form that was opened with these variants. */
export function seenFields(cells: readonly StockedVariant[]): Record<string, string> {
  return Object.fromEntries(cells.map((cell) => [stockFieldName('seen', cell), String(cell.units)]))
}

/** The variants as the form has them, for comparing versions; those that are not in its grid stay as stored. */
export function typedStock(cells: readonly StockedVariant[], sent: Record<string, unknown>): StockedVariant[] {
  const parsed = parseStockFields(sent)
  if (!parsed?.ok) return [...cells]
  const others = cells.filter((cell) => !findVariant(parsed.cells, cell))
  return [...others, ...parsed.cells.flatMap(({ seen, units, ...cell }) => (units === null ? [] : { ...cell, units }))]
}

/**
 * A product of another kind has no size: `/Pack: 5 kg=5`, or `/=5` if it has no options. Its variants may have more:
 * `/Pack: 5 kg=5@399 weight 5.2 barcode 8901234567890 picture /productImages/1763700000000-bag-4f1c9a#SKU-1`.
 */
const CELL = /^([A-Z0-9-]{0,20})\/([^=]{0,180})=(\d{1,9})(?:@(\d{1,9}))?( [^#]{1,280})?(?:#(.*))?$/
const WEIGHT = /^\d{1,4}(\.\d{1,3})?$/
const PICTURE = /^\/[\w/-]{1,220}$/

/** The inverse of `formatStock`. @returns undefined when it cannot be read, or names a choice twice */
export function parseStockText(text: string): StockedVariant[] | undefined {
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const cells = parts.flatMap((part): StockedVariant | [] => {
    const [, sizeCode = '', finish = '', units, price, details, sku] = CELL.exec(part) ?? []
    const typed = { units, seen: '', cellPrice: price ?? '', sku: sku ?? '' }
    const parsed = units === undefined ? undefined : parseWith(stockSchema, typed)
    if (!parsed?.ok || parsed.value.units === null) return []
    const cell = { sizeCode, finish, units: parsed.value.units, price: parsed.value.cellPrice, sku: parsed.value.sku }
    if (kindOf(cell) === 'Pot') return details ? [] : cell
    const { weight, barcode, picture, ...unknown } = pairsOf(details)
    if (Object.keys(unknown).length > 0) return []
    if (weight !== undefined && !WEIGHT.test(weight)) return []
    if (barcode !== undefined && findBarcodeProblem(barcode)) return []
    if (picture !== undefined && !PICTURE.test(picture)) return []
    return { ...cell, barcode: barcode ?? null, weight: Number(weight) || null, image: picture ?? null }
  })
  const isTwice = new Set(cells.map(({ sizeCode, finish }) => `${sizeCode}/${finish}`)).size < cells.length
  return cells.length < parts.length || isTwice ? undefined : cells
}

/** @param details such as ` weight 5.2 barcode 8901234567890` */
function pairsOf(details = ''): Record<string, string | undefined> {
  const words = details.trim().split(' ')
  return Object.fromEntries(
    words.flatMap((name, index) => (name !== '' && index % 2 === 0 ? [[name, words[index + 1] ?? '']] : [])),
  )
}

/** Edits that make these variants the only ones. @param current as the new ones were based on */
export function toEdits(current: readonly StockedVariant[], wanted: readonly StockedVariant[]): VariantEdit[] {
  const gone = current.filter((cell) => !findVariant(wanted, cell))
  return [
    ...wanted.map((cell) => ({ ...cell, seen: findVariant(current, cell)?.units ?? null })),
    ...gone.map((cell) => ({ ...cell, seen: cell.units, units: null })),
  ]
}

/** `C01/Grey Stone=5@450#SKU-1`: five units at ₹450; price, SKU and the rest only where the cell has them. */
export function formatStock(cells: readonly StockedVariant[]): string {
  const nameOf = ({ sizeCode, finish }: VariantName) => `${sizeCode}/${finish}`
  return cells
    .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
    .map(({ sizeCode, finish, units, price, sku, weight, barcode, image }) => {
      const details = [
        price !== null && `@${price}`,
        weight && ` weight ${weight}`,
        barcode && ` barcode ${barcode}`,
        image && ` picture ${image}`,
        sku !== null && `#${sku}`,
      ]
      return `${sizeCode}/${finish}=${units}${details.filter(Boolean).join('')}`
    })
    .join('; ')
}
