import type { Catalogue } from '#domain/catalog/sizes.ts'
import { containsText } from '#domain/text.ts'
import {
  FACETS,
  type Facet,
  type Filters,
  filterOf,
  hasFilters,
  isChosen,
  isRange,
  mapFacets,
  type NamedValue,
  noFilters,
  type Offer,
  type OfferValues,
  SHOWN_FACETS,
  toggleFilter,
  valuesOf,
  valuesWith,
} from './filters.ts'
import { labelUpTo, PRICE_BANDS } from './price-bands.ts'

/** @see countFacets */
export type FacetValue = NamedValue & { count: number }

export type ShownFacet = { facet: Facet; values: FacetValue[] }

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
    // A range goes from the least to the most that the other filters leave.
    const span = chosen.length > 0 && values[facet].size < 2 ? whole.values : values
    const offered = valuesOf(facet, catalogue).filter(({ value }) =>
      isRange(facet)
        ? span[facet].has(value)
        : chosen.includes(value) || (countOf(value) > 0 && countOf(value) < among[facet]),
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

/** @see listChosen */
export type ChosenFilter = { facet: Facet; value: string; label: string; without: Filters }

/** The chosen filters as pages name them, each with the filters that are left without it. */
export function listChosen(facets: readonly ShownFacet[], filters: Filters): ChosenFilter[] {
  return facets.flatMap(({ facet, values }): ChosenFilter[] => {
    const unit = filterOf(facet).rangeIn
    if (unit !== undefined) {
      const [from, to = from] = filters[facet]
      if (from === undefined) return []
      return [{ facet, value: from, label: `${from} – ${to} ${unit}`, without: { ...filters, [facet]: [] } }]
    }
    const chosen = values.filter(({ value }) => filters[facet].includes(value))
    return chosen.map(({ value, label }) => ({ facet, value, label, without: toggleFilter(filters, facet, value) }))
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

/** Products of one category with the same offers. `count`: how many they are. */
export type ProductGroup = { category: string; count: number; offers: readonly Offer[] }

/** Number of products by value; a value that no product has is absent. */
export type ValueCounts = Readonly<Record<Facet, ReadonlyMap<string, number>>>

/** `count`: products that fit all filters; `among`: for each facet, those that fit the filters of the others. */
export type FacetCounts = { count: number; values: ValueCounts; among: Readonly<Record<Facet, number>> }

/**
 * Counts the products beside each value of each facet: those that fit the filters of the other facets, so that the number
 * is what choosing that value alone in its facet leads to. A product counts once however many of its offers fit.
 */
export function countFacets(groups: readonly ProductGroup[], { filters, catalogue, categories }: Context): FacetCounts {
  const wanted = categories && new Set(categories)
  const valuesIn = valuesWith(catalogue)
  const values = mapFacets(() => new Map<string, number>())
  const among = mapFacets(() => 0)
  let total = 0
  for (const { category, count, offers } of groups) {
    if (wanted && !wanted.has(category)) continue
    const { fitsAll, fitsOthers, fitting } = fittingValues(offers, filters, valuesIn)
    if (fitsAll) total += count
    for (const facet of fitsOthers) among[facet] += count
    for (const facet of FACETS) {
      for (const value of fitting[facet]) values[facet].set(value, (values[facet].get(value) ?? 0) + count)
    }
  }
  return { count: total, values, among }
}

function fittingValues(offers: readonly Offer[], filters: Filters, valuesIn: OfferValues) {
  const fitting = mapFacets(() => new Set<string>())
  const fitsOthers = new Set<Facet>()
  const asked = FACETS.filter((facet) => filters[facet].length > 0)
  let fitsAll = false
  for (const offer of offers) {
    const unfit = asked.filter((facet) => !isChosen(valuesIn(offer, facet), filters, facet))
    if (unfit.length > 1) continue
    fitsAll ||= unfit.length === 0
    // An offer that only one facet excludes is counted for that facet, as its numbers ignore its own selection.
    for (const facet of unfit.length === 0 ? FACETS : unfit) {
      fitsOthers.add(facet)
      for (const value of valuesIn(offer, facet)) fitting[facet].add(value)
    }
  }
  return { fitsAll, fitsOthers, fitting }
}
