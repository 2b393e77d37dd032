import { type Catalogue, dimensionsOf, finishesOnSale, sizeLabelOf } from '#domain/catalog/sizes.ts'
import { containsText } from '#domain/text.ts'
import { countFacets, type ProductGroup } from './counts.ts'
import { FACETS, type Facet, type Filters, IN_STOCK, noFilters } from './filters.ts'
import { findBand, labelOfBand, PRICE_BANDS } from './price-bands.ts'

/** One value that a list can be narrowed down to. @see countFacets for `count` */
export type FacetValue = {
  value: string
  label: string
  /** Beside the label: the dimensions of a size. */
  note?: string
  /** The colour of a finish. */
  swatch?: string
  count: number
}

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
function mostCommon(values: readonly Named[], uses: ReadonlyMap<string, number>, chosen: readonly string[]): Named[] {
  const usesOf = ({ value }: Named) => uses.get(value) ?? 0
  const common = new Set(values.toSorted((a, b) => usesOf(b) - usesOf(a)).slice(0, MOST_VALUES))
  return values.filter((value) => common.has(value) || chosen.includes(value.value))
}

type Named = Omit<FacetValue, 'count'>

function valuesOf(facet: Facet, catalogue: Catalogue): Named[] {
  switch (facet) {
    case 'family':
      return [...new Set(catalogue.sizes.map(({ family }) => family))].map((family) => ({
        value: family,
        label: family,
      }))
    case 'size':
      return catalogue.sizes.map((size) => ({
        value: size.code,
        label: sizeLabelOf(size),
        note: dimensionsOf(size),
      }))
    case 'finish':
      return finishesOnSale(catalogue).map(({ name, swatch }) => ({ value: name, label: name, swatch }))
    case 'price':
      return PRICE_BANDS.map((name) => ({ value: name, label: labelOf(name) }))
    case 'stock':
      return [{ value: IN_STOCK, label: 'In stock' }]
  }
}

function labelOf(band: string): string {
  const found = findBand(band)
  return found ? labelOfBand(found) : band
}
