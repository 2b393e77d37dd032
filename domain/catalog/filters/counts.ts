import { FACETS, type Facet, type Filters } from './filters.ts'
import { isChosen, type Offer } from './offers.ts'

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
  const values: Record<Facet, Map<string, number>> = {
    family: new Map(),
    size: new Map(),
    finish: new Map(),
    price: new Map(),
    stock: new Map(),
  }
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
  const fitting: Record<Facet, Set<string>> = {
    family: new Set(),
    size: new Set(),
    finish: new Set(),
    price: new Set(),
    stock: new Set(),
  }
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
