import type { Catalogue } from '#domain/catalog/sizes.ts'
import { containsText } from '#domain/text.ts'
import {
  dimensionOf,
  FACETS,
  type Facet,
  type FacetedVariant,
  type Filters,
  filterOf,
  hasFilters,
  isChosen,
  isRange,
  mapFacets,
  type NamedValue,
  noFilters,
  SHOWN_FACETS,
  toggleFilter,
  type ValuesOf,
  valuesOf,
  valuesWith,
} from './filters.ts'
import { labelUpTo, PRICE_BANDS } from './price-bands.ts'

export type FacetValue = NamedValue & { count: number }

/** `name`: of an attribute. */
export type ShownFacet = { facet: Facet; name?: string; values: FacetValue[] }

/** The categories of these groups that contain this text. Undefined: all of them. */
export function categoriesOf(groups: readonly ProductGroup[], text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined
  return [...new Set(groups.map(({ category }) => category))].filter((category) => containsText(category, text))
}

/** The filters of a list. `categories`: undefined: all. */
type Context = { filters: Filters; catalogue: Catalogue; categories?: readonly string[] | undefined }

/**
 * The choices of a list, and what is chosen. Left out is what would change nothing: values that all products have, and
 * values that none has.
 *
 * @returns also how many products fit, and how many there are without filters
 */
export function listFacets(
  groups: readonly ProductGroup[],
  { filters, catalogue, categories }: Context,
): { count: number; total: number; facets: ShownFacet[] } {
  const whole = countFacets(groups, { filters: noFilters, catalogue, categories })
  const { count, values, among } = hasFilters(filters) ? countFacets(groups, { filters, catalogue, categories }) : whole
  const cheapest = PRICE_BANDS.find((band) => whole.values.price.has(band))
  const facets = SHOWN_FACETS.flatMap((facet): ShownFacet[] => {
    const chosen = filters[facet]
    const countOf = (value: string) => values[facet].get(value) ?? 0
    if (facet === 'attribute') return listAttributes(groups, { chosen, countOf, among, uses: whole.values[facet] })
    // A range goes from the least to the most that the other filters leave.
    const span = chosen.length > 0 && values[facet].size < 2 ? whole.values : values
    const offered = valuesOf(facet, catalogue).filter(({ value }) =>
      isRange(facet)
        ? span[facet].has(value)
        : chosen.includes(value) || (countOf(value) > 0 && countOf(value) < among(facet)),
    )
    if (offered.length < (isRange(facet) ? 2 : 1)) return []
    const shown = isRange(facet) ? offered : mostCommon(offered, whole.values[facet], chosen)
    return [
      {
        facet,
        values: shown.map((named) => ({
          ...named,
          ...(facet === 'price' && named.value === cheapest && { label: labelUpTo(cheapest) }),
          count: countOf(named.value),
        })),
      },
    ]
  })
  return { count, total: whole.count, facets }
}

/** Attributes beyond these are not offered: most common names first. */
const MOST_NAMES = 12

type AttributeCounts = {
  chosen: readonly string[]
  countOf: (value: string) => number
  among: FacetCounts['among']
  /** Without any filters. */
  uses: ReadonlyMap<string, number>
}

/** A facet for each name that products have, spelt as they spell it. */
function listAttributes(
  groups: readonly ProductGroup[],
  { chosen, countOf, among, uses }: AttributeCounts,
): ShownFacet[] {
  if (uses.size === 0) return []
  const spelt = new Map(
    groups.flatMap(({ variants }) => variants[0]?.attributes ?? []).map((each) => [each.toLowerCase(), each]),
  )
  const offered = [...uses.keys()].filter(
    (value) =>
      chosen.includes(value) || (countOf(value) > 0 && countOf(value) < among(dimensionOf('attribute', value))),
  )
  const usesOf = (values: readonly string[]) => values.reduce((sum, value) => sum + (uses.get(value) ?? 0), 0)
  const names = [...Map.groupBy(offered, (value) => dimensionOf('attribute', value)).values()]
  return names
    .toSorted((one, other) => usesOf(other) - usesOf(one))
    .slice(0, MOST_NAMES)
    .map((values) => {
      const named = values
        .map((value) => {
          const [name = '', ...label] = (spelt.get(value) ?? value).split(': ')
          return { name, value, label: label.join(': ') }
        })
        .sort((one, other) => one.label.localeCompare(other.label, 'en-IN', { numeric: true }))
      return {
        facet: 'attribute',
        name: named[0]?.name ?? '',
        values: mostCommon(named, uses, chosen).map(({ value, label }) => ({ value, label, count: countOf(value) })),
      }
    })
}

export type ChosenFilter = { facet: Facet; value: string; label: string; without: Filters }

/** The chosen filters as pages name them, each with the filters that are left without it. */
export function listChosen(facets: readonly ShownFacet[], filters: Filters): ChosenFilter[] {
  return facets.flatMap(({ facet, name, values }): ChosenFilter[] => {
    const unit = filterOf(facet).rangeIn
    if (unit !== undefined) {
      const [from, to = from] = filters[facet]
      if (from === undefined) return []
      return [{ facet, value: from, label: `${from} – ${to} ${unit}`, without: { ...filters, [facet]: [] } }]
    }
    const chosen = values.filter(({ value }) => filters[facet].includes(value))
    return chosen.map(({ value, label }) => ({
      facet,
      value,
      label: name === undefined ? label : `${name}: ${label}`,
      without: toggleFilter(filters, facet, value),
    }))
  })
}

/** A shop that has moved here may have a family, and sizes, for each of its products. */
const MOST_VALUES = 40

/** The values that most products have, in their order, and those that are chosen. */
function mostCommon(
  values: readonly NamedValue[],
  uses: ReadonlyMap<string, number>,
  chosen: readonly string[],
): NamedValue[] {
  const usesOf = ({ value }: NamedValue) => uses.get(value) ?? 0
  const common = new Set(values.toSorted((a, b) => usesOf(b) - usesOf(a)).slice(0, MOST_VALUES))
  return values.filter((value) => common.has(value) || chosen.includes(value.value))
}

/** Products of one category with the same variants. `count`: how many they are. */
export type ProductGroup = { category: string; count: number; variants: readonly FacetedVariant[] }

/** Number of products by value; a value that no product has is absent. */
export type ValueCounts = Readonly<Record<Facet, ReadonlyMap<string, number>>>

/** `count`: products that fit all filters; `among`: for each dimension, those that fit the filters of the others. */
export type FacetCounts = { count: number; values: ValueCounts; among: (dimension: string) => number }

/**
 * Counts the products beside each value of each facet: those that fit the filters of the other facets, so that the number
 * is what choosing that value alone in its facet leads to. A product counts once however many of its variants fit.
 */
export function countFacets(groups: readonly ProductGroup[], { filters, catalogue, categories }: Context): FacetCounts {
  const wanted = categories && new Set(categories)
  const valuesIn = valuesWith(catalogue)
  const values = mapFacets(() => new Map<string, number>())
  /** Products that only the filter of this dimension excludes. */
  const excluded = new Map<string, number>()
  const asked = listAsked(filters)
  let total = 0
  for (const { category, count, variants } of groups) {
    if (wanted && !wanted.has(category)) continue
    const { fitsAll, fitsOthers, fitting } = fittingValues(variants, asked, valuesIn)
    if (fitsAll) total += count
    else for (const dimension of fitsOthers) excluded.set(dimension, (excluded.get(dimension) ?? 0) + count)
    for (const facet of FACETS) {
      for (const value of fitting[facet]) values[facet].set(value, (values[facet].get(value) ?? 0) + count)
    }
  }
  return { count: total, values, among: (dimension) => total + (excluded.get(dimension) ?? 0) }
}

type Asked = { facet: Facet; dimension: string; filters: Filters }

/** The filters of each dimension that has any. */
function listAsked(filters: Filters): Asked[] {
  return FACETS.flatMap((facet) =>
    [...Map.groupBy(filters[facet], (value) => dimensionOf(facet, value))].map(([dimension, chosen]) => ({
      facet,
      dimension,
      filters: { ...noFilters, [facet]: chosen },
    })),
  )
}

function fittingValues(variants: readonly FacetedVariant[], asked: readonly Asked[], valuesIn: ValuesOf) {
  const fitting = mapFacets(() => new Set<string>())
  const fitsOthers = new Set<string>()
  let fitsAll = false
  for (const variant of variants) {
    const [unfit, ...others] = asked.filter(({ facet, filters }) => !isChosen(valuesIn(variant, facet), filters, facet))
    if (others.length > 0) continue
    fitsAll ||= unfit === undefined
    // A variant that only one dimension excludes is counted for it, as its numbers ignore its own selection.
    if (unfit) fitsOthers.add(unfit.dimension)
    for (const facet of unfit ? [unfit.facet] : FACETS) {
      for (const value of valuesIn(variant, facet)) {
        if (unfit === undefined || dimensionOf(facet, value) === unfit.dimension) fitting[facet].add(value)
      }
    }
  }
  return { fitsAll, fitsOthers, fitting }
}
