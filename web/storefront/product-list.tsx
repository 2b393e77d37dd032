import { useEffect, useRef } from 'react'
import { Form, useLocation, useSubmit } from 'react-router'
import { formatCount, pagesFor, type Sort } from '#domain/catalog/listing.ts'
import type { Product } from '#domain/catalog/product.ts'
import { countOfNouns } from '#domain/shop/wording.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { ProductGrid } from '#web/ui/product/product-card.tsx'
import { SeeAllLink } from '#web/ui/see-all-link.tsx'
import { useWords } from '#web/ui/shop-info.ts'

type ProductListProps = {
  heading: string
  products: Product[]
  page: number
  pages: number
  count: number
  sort: Sort
}

/** A sorted, paginated list; page and sort are in the URL. */
export function ProductList({ heading, products, page, pages, count, sort }: ProductListProps) {
  const words = useWords()
  const { pathname } = useLocation()
  return (
    <section className="section" aria-labelledby="list">
      <div className="section-heading">
        <div>
          <h1 id="list">{heading}</h1>
          <p className="quiet">{countOfNouns(count, words, formatCount(count))}</p>
        </div>
        <SortSelect sort={sort} />
      </div>
      {products.length > 0 ? (
        <ProductGrid products={products} priority={2} morph />
      ) : (
        <NoProducts isCategory={!pathname.toLowerCase().startsWith('/allproduct')} isAll={count === 0} />
      )}
      <Pagination page={page} pages={pages} hrefFor={(number) => listHref(pathname, number, sort)} />
    </section>
  )
}

function listHref(pathname: string, page: number, sort: Sort): string {
  const query = new URLSearchParams({ page: String(page), ...(sort !== 'newest' && { sort }) })
  return `${pathname}?${query}`
}

/** Changing the sort order goes back to page 1. Without scripts a button submits it. */
function SortSelect({ sort }: { sort: Sort }) {
  const submit = useSubmit()
  const select = useRef<HTMLSelectElement>(null)
  const chosen = sort === 'newest' ? '' : sort

  // Back and forward change the sort order too; re-mounting the select would lose the focus.
  useEffect(() => {
    if (select.current) select.current.value = chosen
  }, [chosen])

  return (
    <Form className="sort" onChange={(event) => submit(event.currentTarget, { preventScrollReset: true })}>
      <label htmlFor="sort">Sort by</label>
      <select id="sort" name="sort" ref={select} defaultValue={chosen}>
        <option value="">Newest first</option>
        <option value="lowToHigh">Price: low to high</option>
        <option value="highToLow">Price: high to low</option>
      </select>
      <noscript>
        <Button type="submit" variant="quiet" small>
          Sort
        </Button>
      </noscript>
    </Form>
  )
}

/** @param isAll nothing in this list at all: of a category its name is unknown, else the whole shop is empty */
function NoProducts({ isCategory, isAll }: { isCategory: boolean; isAll: boolean }) {
  const { nouns } = useWords()
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
export const noProducts = { products: [] as Product[], page: 1, pages: pagesFor(0), count: 0 }
