import { type FinishValues, parseSize, type SizeValues } from '#domain/catalog/forms/size-form.ts'
import { type Catalogue, FINISH_NAME_MAX, findSize, type Size, sizeLabelOf } from '#domain/catalog/sizes.ts'
import type { Parsed } from '#domain/form-fields.ts'
import { startInWords, startOf } from '#domain/short-text.ts'
import { cleanLine } from '#domain/text.ts'
import { isWhole, type Measures } from './measures.ts'
import type { SourceProduct, SourceVariant } from './row.ts'

const FAMILY_MAX = 40
/** Longest name of a family that is named after its only product: about three words. */
const SHORT_NAME_MAX = 24
const CODE_MAX = 20
const SIDES = ['width', 'depth', 'height'] as const

/** An owner's choice for a size of the file, as typed: one of the shop's, or the measures of a new one. */
type SizeChoice = Partial<Record<SizeField, string>>
export type SizeField = 'code' | keyof Measures

/**
 * The owner's choices for a file: sizes and finishes of this shop for those of the file, and the units of a choice for
 * which the file has no number.
 */
export type ImportChoices = {
  sizes: Record<string, SizeChoice>
  /** Names of the shop by the file's values; empty: a new finish. */
  finishes: Record<string, string>
  units: number
}

export const NO_CHOICES: ImportChoices = { sizes: {}, finishes: {}, units: 0 }

/** The name of the form field for a size or finish of the file. */
export function sizeFieldName(field: SizeField, key: string): string {
  return `${field}:${key}`
}
export function finishFieldName(value: string): string {
  return `finish:${value}`
}

const TYPED_MAX = 60

/** The typed choices on top of earlier ones. Measures stay as typed, right or wrong: `mapSizes` checks them. */
export function parseChoices(form: FormData, before: ImportChoices): Parsed<ImportChoices> {
  const sizes = { ...before.sizes }
  const finishes = { ...before.finishes }
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue
    const [, field = '', key = ''] = /^(\w+):(.*)$/s.exec(name) ?? []
    if (field === 'finish') finishes[key] = startOf(value, TYPED_MAX)
    const sizeField = (['code', ...SIDES] as const).find((one) => one === field)
    if (sizeField) sizes[key] = { ...sizes[key], [sizeField]: startOf(value.trim(), TYPED_MAX) }
  }
  const typed = form.get('units')
  const text = typeof typed === 'string' ? typed.replace(/[,\s]/g, '') : String(before.units)
  if (!/^\d{0,6}$/.test(text)) return { ok: false, problems: { units: 'Enter a whole number from 0 to 999999.' } }
  return { ok: true, value: { sizes, finishes, units: Number(text) } }
}

/**
 * A size of the file. `code` is the shop's for it, absent while its measures are not known. Products without a size in the
 * file have the empty value.
 */
export type SizeMapping = {
  key: string
  value: string
  category: string
  products: number
  examples: string[]
  measures: Partial<Measures>
  code?: string
  /** To be added to the catalogue. */
  added?: SizeValues
  /** Of what was typed. */
  problem?: string
}

type Families = Pick<Catalogue, 'sizes'> & { families: readonly string[] }

/** Sizes with equal words and measures are one size, within a category. */
export function sizeKeyOf({ category }: Pick<SourceProduct, 'category'>, variant: SourceVariant): string {
  const { width, depth, height } = variant.measures
  const measures = isWhole(variant.measures) ? `${width}x${depth}x${height}` : ''
  return [category, variant.size, measures].join('|')
}

/**
 * @param known codes of the shop by the key, from earlier imports
 * @param chosen by the key
 */
export function mapSizes(
  products: readonly SourceProduct[],
  catalogue: Families,
  known: ReadonlyMap<string, string>,
  chosen: Readonly<Record<string, SizeChoice>>,
): SizeMapping[] {
  const uses = products.flatMap((product) => product.variants.map((variant) => ({ product, variant })))
  const byKey = Map.groupBy(uses, ({ product, variant }) => sizeKeyOf(product, variant))
  const mappings = new Map<string, SizeMapping>()
  for (const [key, list] of byKey) {
    const [{ variant, product }] = list as [(typeof list)[number]]
    const titles = [...new Set(list.map((use) => use.product))].map(({ title }) => title)
    const { size: value, measures } = variant
    const { category } = product
    const mapping = { key, value, category, products: titles.length, examples: titles.slice(0, 3), measures }
    const choice = Object.hasOwn(chosen, key) ? chosen[key] : undefined
    const present = findPresent(catalogue, mapping, choice, known)
    mappings.set(key, present ? { ...mapping, code: present.code } : { ...mapping, ...withTyped(measures, choice) })
  }
  const families = familiesOf(products, mappings, catalogue)
  const codes = new Set(catalogue.sizes.map(({ code }) => code))
  for (const [key, mapping] of mappings) {
    if (mapping.code || mapping.problem || !isWhole(mapping.measures)) continue
    const code = freeCode(mapping, codes)
    codes.add(code)
    const variants = byKey.get(key)?.map(({ variant }) => variant) ?? []
    const weights = [...new Set(variants.map(({ weight }) => weight))]
    const weight = weights.length === 1 ? (weights[0] ?? null) : null
    const family = families.get(key) ?? ''
    mapping.code = code
    mapping.added = { ...mapping.measures, code, family, price: variants[0]?.price ?? 0, weight }
  }
  return [...mappings.values()]
}

function findPresent(
  catalogue: Families,
  { key, value }: SizeMapping,
  choice: SizeChoice | undefined,
  known: ReadonlyMap<string, string>,
): Size | undefined {
  const code = choice?.code || known.get(key)
  if (code !== undefined) return findSize(catalogue, code)
  // `Small` of one category is not that of another; a code such as `C02` is the same everywhere.
  if (!/\d/.test(value)) return undefined
  const lower = value.toLowerCase()
  return catalogue.sizes.find((size) => size.code.toLowerCase() === lower || sizeLabelOf(size).toLowerCase() === lower)
}

/** Typed measures take the place of those in the file; a side that was left empty is unknown. */
function withTyped(measures: Partial<Measures>, choice: SizeChoice = {}): Pick<SizeMapping, 'measures' | 'problem'> {
  const typed = SIDES.filter((side) => choice[side])
  if (typed.length === 0) return { measures }
  const parsed = typed.map((side) => ({ side, read: parseSize({ ...A_SIZE, [side]: choice[side] }) }))
  const [problem] = parsed.flatMap(({ side, read }) => (read.ok ? [] : (read.problems[side] ?? '')))
  const sides = parsed.flatMap(({ side, read }) => (read.ok ? [[side, read.value[side]]] : []))
  return { measures: Object.fromEntries(sides), ...(problem !== undefined && { problem }) }
}

const A_SIZE = { family: 'any', code: 'ANY', price: '1', width: '1', depth: '1', height: '1', weight: '' }

/**
 * Sizes of one product belong to one family, so products that share a size share the family.
 *
 * @returns families of new sizes by the size's key
 */
function familiesOf(
  products: readonly SourceProduct[],
  mappings: ReadonlyMap<string, SizeMapping>,
  catalogue: Families,
): Map<string, string> {
  const keysOf = (product: SourceProduct) => product.variants.map((variant) => sizeKeyOf(product, variant))
  const familyOf = (key: string) => findSize(catalogue, mappings.get(key)?.code ?? '')?.family
  const groups = new Map<string, { keys: Set<string>; members: SourceProduct[] }>()
  for (const product of products) {
    const added = keysOf(product).filter((key) => familyOf(key) === undefined)
    const sharing = new Set(added.flatMap((key) => groups.get(key) ?? []))
    const [group = { keys: new Set(), members: [] }, ...others] = sharing
    group.members.push(...others.flatMap(({ members }) => members), product)
    for (const key of [...added, ...others.flatMap(({ keys }) => [...keys])]) {
      groups.set(key, group)
      group.keys.add(key)
    }
  }
  const taken = new Set(catalogue.families.map((name) => name.toLowerCase()))
  const families = new Map<string, string>()
  for (const { keys, members } of new Set(groups.values())) {
    const [first] = members
    const present = members
      .flatMap(keysOf)
      .map(familyOf)
      .find((family) => family !== undefined)
    const wish = members.length === 1 && first ? shortNameOf(first.title) : first?.category || 'Pots'
    const name = present ?? freeName(wish, taken)
    taken.add(name.toLowerCase())
    for (const key of keys) families.set(key, name)
  }
  return families
}

/**
 * The name at the beginning of a title, without remarks, uses and measures: `Terrace Tub` of `Terrace Tub, glazed, with saucer
 * 30 x 30 cm`.
 */
function shortNameOf(title: string): string {
  const [start = ''] = title.split(/[,;|([]|\s[–—-]\s|\swith\s|\sfor\s|\s\d\d|\s\d inch/i)
  return startInWords(start.trim() || title, SHORT_NAME_MAX)
}

function freeName(wish: string, taken: ReadonlySet<string>): string {
  const base = startInWords(wish, FAMILY_MAX - 5).replace('…', '') || 'Pots'
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base} ${number}`
    if (!taken.has(name.toLowerCase())) return name
  }
}

function freeCode({ value }: SizeMapping, taken: ReadonlySet<string>): string {
  const words = (value || 'one size')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-')
    .replace(/^-/, '')
  const base = words.slice(0, CODE_MAX - 5).replace(/-$/, '') || 'SIZE'
  for (let number = 1; ; number += 1) {
    const code = number === 1 ? base : `${base}-${number}`
    if (!taken.has(code)) return code
  }
}

/** The finish of a product that has no colour in the file. */
export const NO_FINISH = 'As pictured'

/** A finish of the file, and that of the shop which stands for it. */
export type FinishMapping = { value: string; products: number; name: string; isNew: boolean }

/**
 * @param known names of the shop by the file's values, from earlier imports
 * @param chosen likewise, by the owner now; empty: a new finish
 */
export function mapFinishes(
  products: readonly SourceProduct[],
  { finishes }: Pick<Catalogue, 'finishes'>,
  known: ReadonlyMap<string, string>,
  chosen: Readonly<Record<string, string>>,
): FinishMapping[] {
  const nameByLower = new Map(finishes.map(({ name }) => [name.toLowerCase(), name]))
  const values = products.flatMap(({ variants }) => [...new Set(variants.map(({ finish }) => finish))])
  return [...Map.groupBy(values, (value) => value)].map(([value, uses]) => {
    const own = nameOf(value)
    const choice = Object.hasOwn(chosen, value) ? chosen[value] : known.get(value)
    const name = nameByLower.get((choice || own).toLowerCase()) ?? own
    const isNew = !nameByLower.has(name.toLowerCase())
    return { value, products: uses.length, name, isNew }
  })
}

/** New finishes, each once. */
export function newFinishes(mappings: readonly FinishMapping[]): FinishValues[] {
  const byLower = Map.groupBy(
    mappings.filter(({ isNew }) => isNew),
    ({ name }) => name.toLowerCase(),
  )
  return [...byLower.values()].flatMap(([first]) => (first ? { name: first.name, swatch: swatchOf(first.name) } : []))
}

/** Turns a value of the file into a valid name for a finish. */
function nameOf(value: string): string {
  return startInWords(cleanLine(value.replace(/[;=]/g, ',')), FINISH_NAME_MAX - 1) || NO_FINISH
}

const SWATCHES: readonly [RegExp, string][] = [
  [/terracotta|terra cotta|rust|clay|मिट्टी|टेराकोटा/, '#b5623f'],
  [/off.?white|ivory|cream|beige|क्रीम/, '#e9dfc8'],
  [/white|सफ/, '#f2f1ec'],
  [/black|charcoal|काल/, '#2b2b2b'],
  [/gr[ea]y|cement|concrete|stone|स्लेटी/, '#8b8c8a'],
  [/\bsand/, '#cdb48c'],
  [/copper|bronze/, '#a5673f'],
  [/gold|brass|सुनहर/, '#c4a052'],
  [/silver|steel/, '#b9bcbf'],
  [/brown|wood|walnut|coffee|भूर/, '#7a5539'],
  [/\bred\b|maroon|लाल/, '#a83a32'],
  [/orange|नारंगी/, '#d9803a'],
  [/yellow|mustard|पीला/, '#d8b03c'],
  [/olive|green|हरा/, '#5f7a4f'],
  [/teal|turquoise/, '#3f8a8a'],
  [/blue|indigo|navy|नीला/, '#3f5f8f'],
  [/purple|violet|lavender/, '#7a5f96'],
  [/pink|rose|गुलाबी/, '#d59aa3'],
]

/** A guess, which the owner corrects under Sizes. */
function swatchOf(name: string): string {
  const lower = name.toLowerCase().normalize('NFC')
  return SWATCHES.find(([pattern]) => pattern.test(lower))?.[1] ?? '#a39c92'
}
