import { type ReactNode, useEffect, useRef } from 'react'
import { Form, useLocation, useNavigation, useSubmit } from 'react-router'
import { listChosen, type ShownFacet } from '#domain/catalog/filters/facets.ts'
import {
  type Filters,
  filterParams,
  filtersOf,
  hasFilters,
  listQuery,
  noFilters,
} from '#domain/catalog/filters/filters.ts'
import type { ListedProduct } from '#domain/catalog/filters/match.ts'
import { formatCount, pagesFor, parseSort, type Sort } from '#domain/catalog/listing.ts'
import { countOfNouns } from '#domain/shop/wording.ts'
import { Button, LinkButton } from '#web/ui/forms/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { SeeAllLink } from '#web/ui/layout/see-all-link.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { ListFilters } from '#web/ui/product/list-filters.tsx'
import { ProductGrid } from '#web/ui/product/product-card.tsx'
import { useWords } from '#web/ui/shop-info.ts'

type ProductListProps = {
  heading: string
  sentence?: string
  /** 2 where the page has a heading above the list. */
  level?: 1 | 2
  /** The words of the search that found these products. */
  q?: string
  /** The name of the order before it is sorted by price. */
  unsorted?: string | undefined
  children?: ReactNode
  products: ListedProduct[]
  page: number
  pages: number
  count: number
  sort: Sort
  filters: Filters
  facets: ShownFacet[]
}

/** A sorted, filtered, paginated list; page, sort and filters are in the URL. */
export function ProductList(props: ProductListProps) {
  const { heading, sentence, level = 1, q, unsorted, children, products, page, pages, count, facets, ...loaded } = props
  const words = useWords()
  const Heading = level === 1 ? 'h1' : 'h2'
  const { pathname } = useLocation()
  const { sort, filters } = useChosen(loaded)
  const hrefOf = (to: { page?: number; filters?: Filters }) =>
    pathname + listQuery({ q, page: to.page ?? 1, sort, filters: to.filters ?? filters })
  const found = countOfNouns(count, words, formatCount(count))
  const clearHref = hrefOf({ filters: noFilters })
  return (
    <section className={level === 1 ? 'section' : undefined} aria-labelledby="list">
      <div className="cluster spread bottom section-heading">
        <div>
          <Heading id="list">{heading}</Heading>
          {sentence && <p className="product-description">{sentence}</p>}
          <p className="quiet" aria-live="polite">
            {found}
          </p>
        </div>
        <SortSelect sort={sort} filters={filters} q={q} unsorted={unsorted} />
      </div>
      {children}
      <ListFilters
        facets={facets}
        filters={filters}
        hrefOf={(chosen) => hrefOf({ filters: chosen })}
        fields={{ ...(q !== undefined && { q }), ...(sort !== 'newest' && { sort }) }}
        found={found}
        page={page}
      />
      {products.length > 0 ? (
        <ProductGrid products={products} priority={2} morph level={level === 1 ? 2 : 3} />
      ) : (
        <NoProducts
          isCategory={!pathname.toLowerCase().startsWith('/allproduct')}
          isAll={count === 0}
          clearHref={hasFilters(filters) ? clearHref : undefined}
        />
      )}
      <Pagination page={page} pages={pages} hrefFor={(number) => hrefOf({ page: number })} />
    </section>
  )
}

/** The chosen filters, before the server has answered: two filters that are chosen quickly both count. */
function useChosen(loaded: { sort: Sort; filters: Filters }) {
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  if (next?.pathname !== pathname) return loaded
  const params = new URLSearchParams(next.search)
  return { sort: parseSort(params.get('sort')), filters: filtersOf(params) }
}

type SortSelectProps = { sort: Sort; filters: Filters; q: string | undefined; unsorted: string | undefined }

/** Changing the sort order goes back to page 1 and keeps the filters. Without scripts a button submits it. */
function SortSelect({ sort, filters, q, unsorted }: SortSelectProps) {
  const submit = useSubmit()
  const select = useRef<HTMLSelectElement>(null)
  const chosen = sort === 'newest' ? '' : sort

  // Back and forward change the sort order too; re-mounting the select would lose the focus.
  useEffect(() => {
    if (select.current) select.current.value = chosen
  }, [chosen])

  return (
    <Form className="row sort" onChange={(event) => submit(event.currentTarget, { preventScrollReset: true })}>
      <label htmlFor="sort">Sort by</label>
      <select id="sort" name="sort" ref={select} defaultValue={chosen}>
        <option value="">{unsorted ?? (q === undefined ? 'Newest first' : 'Best match first')}</option>
        <option value="lowToHigh">Price: low to high</option>
        <option value="highToLow">Price: high to low</option>
      </select>
      {q !== undefined && <input type="hidden" name="q" value={q} />}
      {filterParams(filters).map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <noscript>
        <Button type="submit" variant="quiet" small>
          Sort
        </Button>
      </noscript>
    </Form>
  )
}

type NoProductsProps = {
  isCategory: boolean
  /** The list has no product on any page; otherwise only this page is empty, such as one after the last. */
  isAll: boolean
  /** The address of the list without filters, if it is filtered. */
  clearHref: string | undefined
}

function NoProducts({ isCategory, isAll, clearHref }: NoProductsProps) {
  const { nouns } = useWords()
  if (clearHref !== undefined) {
    return (
      <EmptyState
        heading={`No ${nouns} found`}
        text={`No ${nouns} match your filters. Remove a filter, or clear them all.`}
        action={<LinkButton to={clearHref}>Clear all filters</LinkButton>}
      />
    )
  }
  return (
    <EmptyState
      heading={`No ${nouns} found`}
      text={
        isCategory && isAll ? `No ${nouns} for sale are in this category.` : `There are no ${nouns} here right now.`
      }
      action={(isCategory || !isAll) && <SeeAllLink />}
    />
  )
}

/** The fallback when the list could not be read. */
export const noProducts = {
  products: [] as ListedProduct[],
  page: 1,
  pages: pagesFor(0),
  count: 0,
  facets: [] as ShownFacet[],
}

type Shown = { page: number; filters: Filters; facets: ShownFacet[] }

/** A page's title: `All pots, page 2`, `All pots: CUBEE, Sandstone`. */
export function listTitle(heading: string, list: Shown | undefined): string {
  const chosen = list ? listChosen(list.facets, list.filters) : []
  const filtered = [heading, chosen.map(({ label }) => label).join(', ')].filter(Boolean).join(': ')
  return list && list.page > 1 ? `${filtered}, page ${list.page}` : filtered
}
