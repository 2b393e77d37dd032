import type { Sort } from '#domain/catalog/listing.ts'
import { type Catalogue, finishesOnSale } from '#domain/catalog/sizes.ts'
import { cleanLine } from '#domain/text.ts'
import { findBand } from './price-bands.ts'

/** The filters of a list, which are also the parameters of its address, in this order. */
export const FACETS = ['family', 'size', 'finish', 'price', 'stock'] as const
export type Facet = (typeof FACETS)[number]

/** The chosen values. A product must fit every facet; for that, one of the facet's chosen values is enough. */
export type Filters = Readonly<Record<Facet, readonly string[]>>

export const noFilters: Filters = { family: [], size: [], finish: [], price: [], stock: [] }

/** The only value of the facet `stock` that can be chosen. */
export const IN_STOCK = 'in'

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
  if (facet === 'price') return findBand(value) !== undefined
  if (facet === 'stock') return value === IN_STOCK
  return value !== '' && value.length <= MAX_LENGTH
}

/** Drops values that the shop does not have, and spells the others as the shop does. */
export function knownFilters(filters: Filters, catalogue: Catalogue): Filters {
  const names: Partial<Record<Facet, readonly string[]>> = {
    family: catalogue.sizes.map(({ family }) => family),
    size: catalogue.sizes.map(({ code }) => code),
    finish: finishesOnSale(catalogue).map(({ name }) => name),
  }
  return mapFacets((facet) => {
    const known = names[facet]
    if (!known) return filters[facet]
    const wanted = new Set(filters[facet].map((value) => value.toLowerCase()))
    return normalised(known.filter((name) => wanted.has(name.toLowerCase())))
  })
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

/** The query of a list's page. Only a filtered list leaves `page=1` out, so that links to the whole list stay valid. */
export function listQuery({ page, sort, filters }: { page: number; sort: Sort; filters: Filters }): string {
  const query = new URLSearchParams({
    ...((page > 1 || !hasFilters(filters)) && { page: String(page) }),
    ...(sort !== 'newest' && { sort }),
  })
  for (const [name, value] of filterParams(filters)) query.append(name, value)
  return `?${query}`
}

function normalised(values: readonly string[]): string[] {
  return [...new Set(values)].slice(0, MAX_VALUES).sort()
}

function mapFacets(valuesOf: (facet: Facet) => readonly string[]): Filters {
  return {
    family: valuesOf('family'),
    size: valuesOf('size'),
    finish: valuesOf('finish'),
    price: valuesOf('price'),
    stock: valuesOf('stock'),
  }
}
