import type { Catalogue } from '#domain/catalog/sizes.ts'
import { makeSearchIndex, type SearchedProduct, type SearchIndex } from '#domain/search/similar.ts'
import { readSynonyms, synonymLines } from '#domain/search/synonyms.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { type CacheFeed, cacheUntil } from '#server/db/cached-read.ts'
import type { Db } from '#server/db/connection.ts'
import { listSearchedProducts } from './similar-queries.ts'

type Sources = { settings: { read(): Promise<Settings> }; catalogue: { read(): Promise<Catalogue> } }

/** The index in which similar products are found, kept in this process until a product, a finish or a synonym changes. */
export function openSearchIndex(db: Db, feed: CacheFeed, sources: Sources) {
  const readProducts = cacheUntil(feed, 'product', () => listSearchedProducts(db))
  let made: { from: readonly [SearchedProduct[], Catalogue, Settings]; index: SearchIndex } | undefined
  return {
    async read(): Promise<SearchIndex> {
      const from = await Promise.all([readProducts(), sources.catalogue.read(), sources.settings.read()])
      if (made?.from.every((source, place) => source === from[place])) return made.index
      const [searched, { finishes }, settings] = from
      const names = finishes.map(({ name }) => name)
      const index = makeSearchIndex(searched, names, readSynonyms(synonymLines(settings)), made?.index)
      made = { from, index }
      return index
    },
  }
}
