import { LRUCache } from 'lru-cache'
import type { Catalogue } from '#domain/catalog/sizes.ts'
import { makeSearchIndex, type SearchedProduct, type SearchIndex } from '#domain/search/similar.ts'
import { readSynonyms, synonymLines } from '#domain/search/synonyms.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { type CacheFeed, cacheUntil } from '#server/db/cached-read.ts'
import type { Db } from '#server/db/connection.ts'
import { listSearchedProducts, listTitleWords, MAX_SEARCHED } from './similar-queries.ts'

/** Interval for reading the words of all titles. New products bring their words at once; older ones hardly change. */
const TITLE_WORDS_MS = 60 * 60_000

const NO_WORDS: string[] = []

type Sources = { settings: { read(): Promise<Settings> }; catalogue: { read(): Promise<Catalogue> } }

/** The index for similar products, cached in this process until a product, a finish or a synonym changes. */
export function openSearchIndex(db: Db, feed: CacheFeed, sources: Sources) {
  const readProducts = cacheUntil(feed, 'product', () => listSearchedProducts(db))
  const titleWords = new LRUCache<'all', string[]>({
    max: 1,
    ttl: TITLE_WORDS_MS,
    allowStale: true,
    fetchMethod: () => listTitleWords(db),
  })
  let made: { from: readonly [SearchedProduct[], Catalogue, Settings, string[]]; index: SearchIndex } | undefined
  return {
    async read(): Promise<SearchIndex> {
      const searched = await readProducts()
      const from = await Promise.all([
        searched,
        sources.catalogue.read(),
        sources.settings.read(),
        searched.length === MAX_SEARCHED ? titleWords.forceFetch('all') : NO_WORDS,
      ])
      if (made?.from.every((source, place) => source === from[place])) return made.index
      const [, { finishes }, settings, words] = from
      const names = finishes.map(({ name }) => name)
      const index = makeSearchIndex(searched, names, readSynonyms(synonymLines(settings)), {
        words,
        before: made?.index,
      })
      made = { from, index }
      return index
    },
  }
}
