import { linesOf } from '#domain/catalog/attributes.ts'
import type { Sort } from '#domain/catalog/listing.ts'
import { type Catalogue, dimensionsOf, finishesOnSale, type Size, sizeLabelOf } from '#domain/catalog/sizes.ts'
import { USES, usesOf } from '#domain/catalog/uses.ts'
import type { Variant } from '#domain/catalog/variant.ts'
import type { Sentence } from '#domain/shop/wording.ts'
import { cleanLine } from '#domain/text.ts'
import { bandOf, listBands } from './price-bands.ts'

/** The only value of the facet `stock` that can be chosen. */
export const IN_STOCK = 'in'

/**
 * A value that a list can be narrowed down to. `note`: beside the label; `swatch`: the colour of a finish; `group`: the
 * heading under which it is folded.
 */
export type NamedValue = { value: string; label: string; note?: string; swatch?: string; group?: string }

/** The properties of a variant that filters compare. */
export type FilteredVariant = Pick<Variant, 'sizeCode' | 'finish' | 'price' | 'isAvailable'> & {
  /** Of its product. */
  attributes?: string | undefined
  image?: string | null
  was?: number | null
}
type Filter = {
  heading: Sentence
  values: (catalogue: Catalogue) => NamedValue[]
  /** Two values are chosen, from and to; they are whole numbers, and this is their unit. */
  rangeIn?: string
} & (
  | { ofSize: (size: Size) => readonly string[] }
  | { of: (variant: FilteredVariant) => string }
  | { ofProduct: (attributes: readonly string[]) => readonly string[] }
)

/**
 * Every filter of a list, which is also a parameter of its address, in this order. One that asks about the size
 * (`ofSize`) needs this row only; one that asks about anything else of a variant needs its condition in SQL too
 * (server/catalog/filters/filtered-queries.ts).
 */
const FILTERS = {
  use: {
    heading: 'Use',
    ofSize: usesOf,
    values: () => USES.map((use) => ({ value: use, label: use })),
  },
  family: {
    heading: 'Family',
    ofSize: ({ family }) => [family],
    values: ({ sizes }) => [...new Set(sizes.map(({ family }) => family))].map((value) => ({ value, label: value })),
  },
  size: {
    heading: 'Size',
    ofSize: ({ code }) => [code],
    values: ({ sizes }) =>
      sizes.map((size) => ({
        value: size.code,
        label: sizeLabelOf(size),
        note: dimensionsOf(size),
        group: size.family,
      })),
  },
  finish: {
    heading: ({ Finish }) => Finish,
    of: ({ finish }) => finish,
    values: (catalogue) => finishesOnSale(catalogue).map(({ name, swatch }) => ({ value: name, label: name, swatch })),
  },
  price: { heading: 'Price', of: ({ price }) => bandOf(price), values: listBands },
  stock: {
    heading: 'Availability',
    of: ({ isAvailable }) => (isAvailable ? IN_STOCK : 'out'),
    values: () => [{ value: IN_STOCK, label: 'In stock' }],
  },
  width: {
    heading: 'Width',
    rangeIn: 'cm',
    ofSize: ({ width }) => [String(width)],
    values: ({ sizes }) =>
      [...new Set(sizes.map(({ width }) => width))]
        .sort((a, b) => a - b)
        .map((width) => ({ value: String(width), label: `${width} cm` })),
  },
  /** A facet for each name: a product must have one of the chosen values of each of them. */
  attribute: {
    heading: 'Attributes',
    ofProduct: (attributes) => attributes.map((each) => each.toLowerCase()),
    values: () => [],
  },
} satisfies Record<string, Filter>

export type Facet = keyof typeof FILTERS
export const FACETS = Object.keys(FILTERS) as Facet[]
const SHOWN_LAST: readonly Facet[] = ['attribute', 'width', 'size']
/** In the order in which pages show them. */
export const SHOWN_FACETS: readonly Facet[] = [...FACETS.filter((facet) => !SHOWN_LAST.includes(facet)), ...SHOWN_LAST]

export function filterOf(facet: Facet): Filter {
  return FILTERS[facet]
}

/** The chosen values. A product must fit every facet; for that, one of the facet's chosen values is enough. */
export type Filters = Readonly<Record<Facet, readonly string[]>>

export const noFilters: Filters = mapFacets(() => [])

/** Limits of the filters in one address; further values and longer ones are ignored. */
const MAX_VALUES = 30
const MAX_LENGTH = 60
const MAX_ATTRIBUTE = 130

/** The filters of an address that `listQuery` has made. */
export function filtersOf(params: URLSearchParams): Filters {
  return mapFacets((facet) => params.getAll(facet))
}

/** The filters in an address, known to the shop or not: each value once, sorted. */
export function parseFilters(params: URLSearchParams): Filters {
  return mapFacets((facet) => {
    const typed = params.getAll(facet).map(cleanLine)
    const values = facet === 'attribute' ? typed.map((value) => value.toLowerCase()) : typed
    return normalised(
      facet,
      values.filter((value) => mayBeValue(facet, value)),
    )
  })
}

function mayBeValue(facet: Facet, value: string): boolean {
  if (facet === 'attribute') return /^[^:]+: ./.test(value) && value.length <= MAX_ATTRIBUTE
  if (isRange(facet)) return /^\d{1,4}(\.\d)?$/.test(value)
  // Prices, stock and uses have the same values in every shop.
  const fixed = valuesOf(facet, { sizes: [], finishes: [] })
  if (fixed.length > 0) return fixed.some((one) => one.value === value)
  return value !== '' && value.length <= MAX_LENGTH
}

export function isRange(facet: Facet): boolean {
  return filterOf(facet).rangeIn !== undefined
}

export function valuesOf(facet: Facet, catalogue: Catalogue): NamedValue[] {
  return FILTERS[facet].values(catalogue)
}

/** Drops values that the shop does not have, and spells the others as the shop does. */
export function knownFilters(filters: Filters, catalogue: Catalogue): Filters {
  return mapFacets((facet) => {
    // Those of the products, which are not read for this.
    if (facet === 'attribute') return filters[facet]
    const known = valuesOf(facet, catalogue).map(({ value }) => value)
    if (isRange(facet)) return knownRange(filters[facet].map(Number), known.map(Number)).map(String)
    const wanted = new Set(filters[facet].map((value) => value.toLowerCase()))
    return normalised(
      facet,
      known.filter((value) => wanted.has(value.toLowerCase())),
    )
  })
}

/** Within the values that there are; empty: it leaves none of them out. */
function knownRange(chosen: readonly number[], known: readonly number[]): number[] {
  const least = Math.min(...known)
  const most = Math.max(...known)
  const from = Math.max(least, Math.min(...chosen))
  const to = Math.min(most, Math.max(...chosen))
  return chosen.length === 0 || known.length === 0 || (from <= least && to >= most)
    ? []
    : [from, to].sort((a, b) => a - b)
}

/** The size of a variant, and its value in each filter that is not about the size. */
export type FacetedVariant = Readonly<Partial<Record<Facet, string>> & { size: string; attributes?: readonly string[] }>

export function toFaceted(variant: FilteredVariant): FacetedVariant {
  const others = FACETS.flatMap((facet) => {
    const filter = filterOf(facet)
    return 'of' in filter ? [[facet, filter.of(variant)]] : []
  })
  const attributes = linesOf(variant.attributes)
  return { ...Object.fromEntries(others), size: variant.sizeCode, ...(attributes.length > 0 && { attributes }) }
}

export type ValuesOf = (variant: FacetedVariant, facet: Facet) => readonly string[]

/** The values of each size, kept as long as the catalogue, because every list asks for them. */
const valuesOfSizes = new WeakMap<Catalogue['sizes'], Map<string, Record<Facet, readonly string[]>>>()

export function valuesWith({ sizes }: Pick<Catalogue, 'sizes'>): ValuesOf {
  const ofSizes =
    valuesOfSizes.get(sizes) ??
    new Map(sizes.map((size) => [size.code, mapFacets((facet) => valuesOfSize(facet, size))]))
  valuesOfSizes.set(sizes, ofSizes)
  return (variant, facet) => {
    const value = variant[facet]
    const filter = filterOf(facet)
    if ('ofProduct' in filter) return filter.ofProduct(variant.attributes ?? [])
    if ('of' in filter) return value === undefined ? [] : [value]
    return ofSizes.get(variant.size)?.[facet] ?? []
  }
}

function valuesOfSize(facet: Facet, size: Size): readonly string[] {
  const filter = filterOf(facet)
  return 'ofSize' in filter ? filter.ofSize(size) : []
}

export function fits(variant: FilteredVariant, filters: Filters, catalogue: Pick<Catalogue, 'sizes'>): boolean {
  const values = valuesWith(catalogue)
  const faceted = toFaceted(variant)
  return FACETS.every((facet) => isChosen(values(faceted, facet), filters, facet))
}

/** A group of values with counts of its own: a facet, or one name of the attributes. */
export function dimensionOf(facet: Facet, value: string): string {
  return facet === 'attribute' ? `attribute ${value.split(': ')[0]}` : facet
}

/** Without a chosen value a facet fits everything. */
export function isChosen(values: readonly string[], filters: Filters, facet: Facet): boolean {
  const chosen = filters[facet]
  if (chosen.length === 0) return true
  if (facet === 'attribute') {
    const byName = Map.groupBy(chosen, (value) => dimensionOf(facet, value))
    return [...byName.values()].every((alternatives) => alternatives.some((value) => values.includes(value)))
  }
  if (!isRange(facet)) return values.some((value) => chosen.includes(value))
  const limits = chosen.map(Number)
  return values.some((value) => Number(value) >= Math.min(...limits) && Number(value) <= Math.max(...limits))
}

/** The codes of the sizes that fit all filters that ask about the size. Undefined: there is no such filter. */
export function sizesThatFit(filters: Filters, { sizes }: Pick<Catalogue, 'sizes'>): string[] | undefined {
  const asked = FACETS.filter((facet) => filters[facet].length > 0 && 'ofSize' in FILTERS[facet])
  if (asked.length === 0) return undefined
  return sizes
    .filter((size) => asked.every((facet) => isChosen(valuesOfSize(facet, size), filters, facet)))
    .map(({ code }) => code)
}

export function hasFilters(filters: Filters): boolean {
  return countFilters(filters) > 0
}

export function countFilters(filters: Filters): number {
  return FACETS.reduce(
    (sum, facet) => sum + (isRange(facet) ? Math.min(1, filters[facet].length) : filters[facet].length),
    0,
  )
}

/** Chooses this value, or removes it if it is chosen already. */
export function toggleFilter(filters: Filters, facet: Facet, value: string): Filters {
  const others = filters[facet].filter((other) => other !== value)
  return {
    ...filters,
    [facet]: others.length < filters[facet].length ? others : normalised(facet, [...others, value]),
  }
}

/** Filters as parameters of an address: the same choice always gives the same ones. */
export function filterParams(filters: Filters): [name: Facet, value: string][] {
  return FACETS.flatMap((facet) => filters[facet].map((value): [Facet, string] => [facet, value]))
}

/** A page of a list. `q`: the words of a search. */
type ListPage = { q?: string | undefined; page: number; sort: Sort; filters: Filters }

/** The query of a list's page. Only the whole list has `page=1`, so that links to it stay valid. */
export function listQuery({ q, page, sort, filters }: ListPage): string {
  const query = new URLSearchParams({
    ...(q && { q }),
    ...((page > 1 || !(q || hasFilters(filters))) && { page: String(page) }),
    ...(sort !== 'newest' && { sort }),
  })
  for (const [name, value] of filterParams(filters)) query.append(name, value)
  return `?${query}`
}

function normalised(facet: Facet, values: readonly string[]): string[] {
  if (!isRange(facet)) return [...new Set(values)].slice(0, MAX_VALUES).sort()
  const sorted = values.toSorted((a, b) => Number(a) - Number(b))
  return [...sorted.slice(0, 1), ...sorted.slice(-1)]
}

export function mapFacets<T>(derive: (facet: Facet) => T): Record<Facet, T> {
  return Object.fromEntries(FACETS.map((facet) => [facet, derive(facet)])) as Record<Facet, T>
}
