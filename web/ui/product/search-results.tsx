import { ownAltText } from '#domain/catalog/alt-texts.ts'
import { type Product, priceText, SEARCH_TITLE } from '#domain/catalog/product.ts'
import { firstImageOf } from '#domain/catalog/sized-image.ts'
import { productPath } from '#domain/catalog/variant-address.ts'
import type { NamedPage } from '#domain/search/named-pages.ts'
import type { SearchList } from '#web/ui/forms/search-field.tsx'
import { SearchOption } from '#web/ui/forms/search-option.tsx'
import { SiteImage } from '#web/ui/layout/site-image.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import { CutTitle } from './product-card.tsx'
import { ProductImage } from './product-image.tsx'

type SearchResultsProps = Omit<SearchList<unknown>, 'answer'> & {
  /** Pages of the shop that the words name, above the products. */
  pages: readonly NamedPage[]
  results: readonly Pick<Product, 'id' | 'title' | 'price' | 'isFrom' | 'productImageUrl' | 'sizeCode' | 'altTexts'>[]
}

export function SearchResults({ pages, results, ...list }: SearchResultsProps) {
  const { id, query } = list
  if (pages.length + results.length === 0) return <NoMatch query={query} id={id} />
  return (
    <div className="search-results" role="listbox" id={id} aria-label="Search results">
      {pages.map(({ label, to }, index) => (
        <SearchOption key={to} list={list} index={index} to={to}>
          {label}
        </SearchOption>
      ))}
      {results.map((product, place) => {
        const image = firstImageOf(product)
        return (
          <SearchOption
            key={product.id}
            list={list}
            index={pages.length + place}
            className="search-result"
            to={productPath(product.id)}
            viewTransition
          >
            <ProductImage src={image} alt={ownAltText(product, image) ?? ''} sizes="3rem" priority />
            <span className="search-result-title">
              <CutTitle title={product.title} length={SEARCH_TITLE} />
            </span>
            <span className="quiet numbers">{priceText(product)}</span>
          </SearchOption>
        )
      })}
    </div>
  )
}

function NoMatch({ query, id }: { query: string; id: string }) {
  const { sellsPots } = useWords()
  return (
    <div className="search-results row search-nothing" id={id} role="status">
      {sellsPots && <SiteImage name="empty-search" alt="An empty pot" sizes="6rem" />}
      <p>
        No results for “<span className="search-query">{query}</span>”.{' '}
        {sellsPots ? 'Try a shape such as cube, bowl or trough.' : 'Try another word.'}
      </p>
    </div>
  )
}
