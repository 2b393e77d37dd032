import { type Catalogue, findSize } from '#domain/catalog/sizes.ts'
import { type CacheFeed, cacheUntil } from '#server/db/cached-read.ts'
import type { Db } from '#server/db/connection.ts'
import { readCatalogue } from './queries.ts'

type Catalogues = { read(): Promise<Catalogue> }

/** Sizes and finishes, cached in this process until one of them changes. */
export function openCatalogue(db: Db, feed: CacheFeed): Catalogues {
  return { read: cacheUntil(feed, 'settings', () => readCatalogue(db)) }
}

/** Sizes and finishes including this size, even if it is so new that this process's cache does not have it yet. */
export async function readCatalogueWith(shop: { db: Db; catalogue: Catalogues }, sizeCode: string): Promise<Catalogue> {
  const known = await shop.catalogue.read()
  return sizeCode === '' || findSize(known, sizeCode) ? known : readCatalogue(shop.db)
}
