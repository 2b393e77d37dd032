import type { Catalogue } from '#domain/catalog/sizes.ts'
import { containsText } from '#domain/text.ts'
import {
  FACETS,
  type Facet,
  type Filters,
  isChosen,
  mapFacets,
  type NamedValue,
  noFilters,
  type Offer,
  valuesOf,
} from './filters.ts'

/** @see countFacets */
export type FacetValue = NamedValue & { count: number }

export type ShownFacet = { facet: Facet; values: FacetValue[] }

/** The categories of these groups that contain this text. Undefined: all of them. */
export function categoriesOf(groups: readonly ProductGroup[], text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined
  return [...new Set(groups.map(({ category }) => category))].filter((category) => containsText(category, text))
}

/**
 * The choices of a list: facets in which its products differ, and what is chosen. A size is left out while its
 * family is not among the chosen ones.
 *
 * @returns also how many products fit, and how many there are without filters
 */
export function listFacets(
  groups: readonly ProductGroup[],
  {
    filters,
    catalogue,
    categories,
  }: { filters: Filters; catalogue: Catalogue; categories: readonly string[] | undefined },
): { count: number; total: number; facets: ShownFacet[] } {
  const whole = countFacets(groups, noFilters, categories)
  const { count, values } = countFacets(groups, filters, categories)
  const facets = FACETS.flatMap((facet): ShownFacet[] => {
    const chosen = filters[facet]
    const all = valuesOf(facet, catalogue).filter(
      ({ value }) => chosen.includes(value) || (whole.values[facet].has(value) && isOffered(facet, value)),
    )
    if (chosen.length === 0 && whole.values[facet].size < 2) return []
    return [
      {
        facet,
        values: mostCommon(all, whole.values[facet], chosen).map((value) => ({
          ...value,
          count: values[facet].get(value.value) ?? 0,
        })),
      },
    ]
  })
  return { count, total: whole.count, facets }

  function isOffered(facet: Facet, value: string): boolean {
    return facet !== 'size' || filters.family.length === 0 || values.size.has(value)
  }
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

/** @param count of the products that fit all filters */
export type FacetCounts = { count: number; values: ValueCounts }

/**
 * Counts the products beside each value of each facet: those that fit the filters of the other facets, so that the number
 * is what choosing that value alone in its facet leads to. A product counts once however many of its offers fit.
 *
 * @param categories undefined: all
 */
export function countFacets(
  groups: readonly ProductGroup[],
  filters: Filters,
  categories?: readonly string[],
): FacetCounts {
  const wanted = categories && new Set(categories)
  const values = mapFacets(() => new Map<string, number>())
  let total = 0
  for (const { category, count, offers } of groups) {
    if (wanted && !wanted.has(category)) continue
    const { fitsAll, fitting } = fittingValues(offers, filters)
    if (fitsAll) total += count
    for (const facet of FACETS) {
      for (const value of fitting[facet]) values[facet].set(value, (values[facet].get(value) ?? 0) + count)
    }
  }
  return { count: total, values }
}

function fittingValues(offers: readonly Offer[], filters: Filters) {
  const fitting = mapFacets(() => new Set<string>())
  let fitsAll = false
  for (const offer of offers) {
    const unfit = FACETS.filter((facet) => !isChosen(offer, filters, facet))
    if (unfit.length > 1) continue
    fitsAll ||= unfit.length === 0
    // An offer that only one facet excludes is counted for that facet, as its numbers ignore its own selection.
    for (const facet of unfit.length === 0 ? FACETS : unfit) fitting[facet].add(offer[facet])
  }
  return { fitsAll, fitting }
}
