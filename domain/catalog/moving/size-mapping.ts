import { parseSize, type SizeValues } from '#domain/catalog/forms/size-form.ts'
import { type Catalogue, findSize, type Size, sizeLabelOf } from '#domain/catalog/sizes.ts'
import { startInWords } from '#domain/short-text.ts'
import type { Measures } from './amounts.ts'
import type { SourceProduct, SourceVariant } from './source.ts'
import { isWhole } from './variants.ts'

const FAMILY_MAX = 40
/** Longest name of a family that is named after its only product: about three words. */
const SHORT_NAME_MAX = 24
const CODE_MAX = 20

/** An owner's choice for a size of the file, as typed: one of the shop's, or the measures of a new one. */
export type SizeChoice = Partial<Record<'code' | keyof Measures, string>>

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
  const mappings = collect(products)
  const weights = new Map<string, number | null>()
  const prices = new Map<string, number>()
  for (const product of products)
    for (const variant of product.variants) {
      const key = sizeKeyOf(product, variant)
      const weight = weights.get(key)
      weights.set(key, weight === undefined || weight === variant.weight ? variant.weight : null)
      if (!prices.has(key)) prices.set(key, variant.price)
    }
  for (const mapping of mappings.values()) {
    const choice = Object.hasOwn(chosen, mapping.key) ? chosen[mapping.key] : undefined
    const present = findPresent(catalogue, mapping, choice, known)
    if (present) mapping.code = present.code
    else mapping.measures = withTyped(mapping, choice)
  }
  const families = familiesOf(products, mappings, catalogue)
  const codes = new Set(catalogue.sizes.map(({ code }) => code))
  for (const mapping of mappings.values()) {
    if (mapping.code || mapping.problem || !isWhole(mapping.measures)) continue
    const code = freeCode(mapping, codes)
    codes.add(code)
    mapping.code = code
    mapping.added = {
      ...mapping.measures,
      code,
      family: families.get(mapping.key) ?? '',
      price: prices.get(mapping.key) ?? 0,
      weight: weights.get(mapping.key) ?? null,
    }
  }
  return [...mappings.values()]
}

function collect(products: readonly SourceProduct[]): Map<string, SizeMapping> {
  const mappings = new Map<string, SizeMapping>()
  for (const product of products) {
    const seen = new Set<string>()
    for (const variant of product.variants) {
      const key = sizeKeyOf(product, variant)
      if (seen.has(key)) continue
      seen.add(key)
      const { size: value, measures } = variant
      const mapping = mappings.get(key) ?? {
        key,
        value,
        category: product.category,
        products: 0,
        examples: [],
        measures,
      }
      mapping.products += 1
      if (mapping.examples.length < 3) mapping.examples.push(product.title)
      mappings.set(key, mapping)
    }
  }
  return mappings
}

function findPresent(
  catalogue: Families,
  { key, value }: SizeMapping,
  choice: SizeChoice | undefined,
  known: ReadonlyMap<string, string>,
): Size | undefined {
  if (choice?.code) return findSize(catalogue, choice.code)
  const code = known.get(key)
  if (code !== undefined) return findSize(catalogue, code)
  // `Small` of one category is not that of another; a code such as `C02` is the same everywhere.
  if (!/\d/.test(value)) return undefined
  const lower = value.toLowerCase()
  return catalogue.sizes.find((size) => size.code.toLowerCase() === lower || sizeLabelOf(size).toLowerCase() === lower)
}

/** Typed measures take the place of those in the file; a side that was left empty is unknown. */
function withTyped(mapping: SizeMapping, choice: SizeChoice = {}): Partial<Measures> {
  const sides = ['width', 'depth', 'height'] as const
  if (!sides.some((side) => choice[side])) return mapping.measures
  const measures: Partial<Measures> = {}
  for (const side of sides) {
    if (!choice[side]) continue
    const parsed = parseSize({ ...A_SIZE, [side]: choice[side] })
    if (parsed.ok) measures[side] = parsed.value[side]
    else mapping.problem ??= parsed.problems[side] ?? ''
  }
  return measures
}

const A_SIZE = { family: 'any', code: 'ANY', price: '1', width: '1', depth: '1', height: '1', weight: '' }

/**
 * Sizes of one product belong to one family, so products that share a size share the family.
 *
 * @returns families by the size's key
 */
function familiesOf(
  products: readonly SourceProduct[],
  mappings: ReadonlyMap<string, SizeMapping>,
  catalogue: Families,
): Map<string, string> {
  const parents = new Map<string, string>()
  const rootOf = (key: string): string => {
    let root = key
    for (let next = parents.get(root); next !== undefined && next !== root; next = parents.get(root)) root = next
    parents.set(key, root)
    return root
  }
  const keysOf = (product: SourceProduct) => [
    ...new Set(product.variants.map((variant) => sizeKeyOf(product, variant))),
  ]
  const familyOfKey = (key: string) => {
    const code = mappings.get(key)?.code
    return code === undefined ? undefined : findSize(catalogue, code)?.family
  }
  for (const product of products) {
    const added = keysOf(product).filter((key) => familyOfKey(key) === undefined)
    for (const key of added) parents.set(rootOf(key), rootOf(added[0] as string))
  }
  const members = Map.groupBy(
    products.flatMap((product) => keysOf(product).map((key) => ({ product, key }))),
    ({ key }) => rootOf(key),
  )
  const taken = new Set(catalogue.families.map((name) => name.toLowerCase()))
  const names = new Map<string, string>()
  for (const [root, list] of members) {
    if (familyOfKey(root) !== undefined) continue
    const group = [...new Set(list.map(({ product }) => product))]
    const present = group
      .flatMap(keysOf)
      .map(familyOfKey)
      .find((family) => family !== undefined)
    const [first] = group
    const wish = group.length === 1 && first ? shortNameOf(first.title) : first?.category || 'Pots'
    const name = present ?? freeName(wish, taken)
    taken.add(name.toLowerCase())
    for (const { key } of list) names.set(key, name)
  }
  return names
}

/** The name at the beginning of a title, without remarks, uses and measures: `Terrace Tub` of `Terrace Tub, glazed, with saucer 30 x 30 cm`. */
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
