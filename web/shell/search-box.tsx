import { useState } from 'react'
import { productPath } from '#domain/catalog/variant-address.ts'
import type { SearchAnswer } from '#web/storefront/search.tsx'
import { SearchField } from '#web/ui/forms/search-field.tsx'
import { useLate } from '#web/ui/use-late.ts'

const loadList = () => import('#web/ui/product/search-results.tsx')

/** Search with a dropdown; without scripts a plain form that leads to /search. */
export function SearchBox() {
  const [isUsed, setUsed] = useState(false)
  const list = useLate(loadList, isUsed)
  return (
    <SearchField<SearchAnswer>
      label="Search products"
      action="/search"
      fetcherKey="search-box"
      pathsOf={({ pages, products }) => [...pages.map(({ to }) => to), ...products.map(({ id }) => productPath(id))]}
      onUse={() => setUsed(true)}
    >
      {({ answer, ...shown }) =>
        list && <list.SearchResults pages={answer.pages} results={answer.products} {...shown} />
      }
    </SearchField>
  )
}
