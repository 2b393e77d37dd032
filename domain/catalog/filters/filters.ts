import type { Sort } from '#domain/catalog/listing.ts'
import { type Catalogue, dimensionsOf, finishesOnSale, sizeLabelOf } from '#domain/catalog/sizes.ts'
import type { Variant } from '#domain/catalog/variant.ts'
import { cleanLine } from '#domain/text.ts'
import { bandOf, listBands } from './price-bands.ts'

/** The only value of the facet `stock` that can be chosen. */
export const IN_STOCK = 'in'

/** A value that a list can be narrowed down to. `note`: beside the label; `swatch`: the colour of a finish. */
export type NamedValue = { value: string; label: string; note?: string; swatch?: string }

type FilteredVariant = Pick<Variant, 'family' | 'sizeCode' | 'finish' | 'price' | 'isAvailable'>
type Filter = { of: (variant: FilteredVariant) => string; values: (catalogue: Catalogue) => NamedValue[] }

/**
 * Every filter of a list, which is also a parameter of its address, in this order: the value of a variant, and those that
 * can be chosen. A new one also needs its condition in SQL (filtered-queries.ts) and its heading (list-filters.tsx).
 */
const FILTERS = {
  family: {
    of: ({ family }) => family,
    values: ({ sizes }) => [...new Set(sizes.map(({ family }) => family))].map((value) => ({ value, label: value })),
  },
  size: {
    of: ({ sizeCode }) => sizeCode,
    values: ({ sizes }) =>
      sizes.map((size) => ({ value: size.code, label: sizeLabelOf(size), note: dimensionsOf(size) })),
  },
  finish: {
    of: ({ finish }) => finish,
    values: (catalogue) => finishesOnSale(catalogue).map(({ name, swatch }) => ({ value: name, label: name, swatch })),
  },
  price: { of: ({ price }) => bandOf(price), values: listBands },
  stock: {
    of: ({ isAvailable }) => (isAvailable ? IN_STOCK : 'out'),
    values: () => [{ value: IN_STOCK, label: 'In stock' }],
  },
} satisfies Record<string, Filter>

export type Facet = keyof typeof FILTERS
export const FACETS = Object.keys(FILTERS) as Facet[]

/** The chosen values. A product must fit every facet; for that, one of the facet's chosen values is enough. */
export type Filters = Readonly<Record<Facet, readonly string[]>>

export const noFilters: Filters = mapFacets(() => [])

/** Limits of the filters in one address; further values and longer ones are ignored. */
const MAX_VALUES = 30
const MAX_LENGTH = 60

/** The filters of an address that `listQuery` has made. */
export function filtersOf(params: URLSearchParams): Filters {
  return mapFacets((facet) => params.getAll(facet))
}

/** The filters in an address, known to the shop or not: each value once, sorted. */
export function parseFilters(params: URLSearchParams): Filters {
  return mapFacets((facet) => {
    const values = params.getAll(facet).map(cleanLine)
    return normalised(values.filter((value) => mayBeValue(facet, value)))
  })
}

function mayBeValue(facet: Facet, value: string): boolean {
  // Prices and stock have the same values in every shop.
  const fixed = valuesOf(facet, { sizes: [], finishes: [] })
  if (fixed.length > 0) return fixed.some((one) => one.value === value)
  return value !== '' && value.length <= MAX_LENGTH
}

/** The values that this filter offers. */
export function valuesOf(facet: Facet, catalogue: Catalogue): NamedValue[] {
  return FILTERS[facet].values(catalogue)
}

/** Drops values that the shop does not have, and spells the others as the shop does. */
export function knownFilters(filters: Filters, catalogue: Catalogue): Filters {
  return mapFacets((facet) => {
    const wanted = new Set(filters[facet].map((value) => value.toLowerCase()))
    const known = valuesOf(facet, catalogue).map(({ value }) => value)
    return normalised(known.filter((value) => wanted.has(value.toLowerCase())))
  })
}

/** A variant by its value in each facet. */
export type Offer = Readonly<Record<Facet, string>>

export function toOffer(variant: FilteredVariant): Offer {
  return mapFacets((facet) => FILTERS[facet].of(variant))
}

/** Does this variant fit all of the filters? */
export function fits(variant: FilteredVariant, filters: Filters): boolean {
  const offer = toOffer(variant)
  return FACETS.every((facet) => isChosen(offer, filters, facet))
}

/** Without a chosen value a facet fits everything. */
export function isChosen(offer: Offer, filters: Filters, facet: Facet): boolean {
  return filters[facet].length === 0 || filters[facet].includes(offer[facet])
}

export function hasFilters(filters: Filters): boolean {
  return countFilters(filters) > 0
}

export function countFilters(filters: Filters): number {
  return FACETS.reduce((sum, facet) => sum + filters[facet].length, 0)
}

/** Chooses this value, or removes it if it is chosen already. */
export function toggleFilter(filters: Filters, facet: Facet, value: string): Filters {
  const others = filters[facet].filter((other) => other !== value)
  return {
    ...filters,
    [facet]: others.length < filters[facet].length ? others : normalised([...others, value]),
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

function normalised(values: readonly string[]): string[] {
  return [...new Set(values)].slice(0, MAX_VALUES).sort()
}

export function mapFacets<T>(derive: (facet: Facet) => T): Record<Facet, T> {
  return Object.fromEntries(FACETS.map((facet) => [facet, derive(facet)])) as Record<Facet, T>
}
