import { Readable } from 'node:stream'
import { imageFile, jpegFile } from '#domain/catalog/images.ts'
import {
  CATALOGUE_COLUMNS,
  type FeedFacts,
  type FeedItem,
  feedItemOf,
  GOOGLE_FEED_END,
  googleFeedStart,
  writeGoogleItem,
} from '#domain/seo/feed.ts'
import { listedVariants } from '#domain/seo/variants.ts'
import { highestFee } from '#domain/shop/delivery-fees.ts'
import { listVariants } from '#server/catalog/stock/queries.ts'
import { listForSaleAfter } from '#server/catalog/storefront-queries.ts'
import { originOf } from '#server/config.ts'
import { toCsv } from '#server/http/csv.ts'
import type { Shop } from '#server/shop.ts'
import { readDescription } from '#server/texts/description.ts'

type FeedShop = Pick<Shop, 'db' | 'config' | 'settings' | 'catalogue'>

/** A product feed, written in parts: everything that is for sale, each at the price on its page. */
export type Feed = { type: string; write(shop: FeedShop): AsyncGenerator<string> }

export const googleFeed: Feed = {
  type: 'application/xml; charset=utf-8',
  async *write(shop) {
    const { shopName, deliveryFees } = await shop.settings.read()
    const fee = highestFee({ deliveryFees })
    yield googleFeedStart({ origin: originOf(shop.config), shopName })
    for await (const items of listItems(shop, imageFile)) yield items.map((item) => writeGoogleItem(item, fee)).join('')
    yield GOOGLE_FEED_END
  },
}

export const catalogueFeed: Feed = {
  type: 'text/csv; charset=utf-8',
  async *write(shop) {
    yield toCsv([CATALOGUE_COLUMNS])
    // Meta takes JPEG and PNG only.
    for await (const items of listItems(shop, jpegFile)) {
      yield toCsv(items.map((item) => CATALOGUE_COLUMNS.map((column) => item[column])))
    }
  },
}

/** Reads products in batches, so that a slow reader holds no database connection. */
async function* listItems(shop: FeedShop, fileOf: FeedFacts['fileOf']): AsyncGenerator<FeedItem[]> {
  const [catalogue, { shopName }] = await Promise.all([shop.catalogue.read(), shop.settings.read()])
  const facts = { origin: originOf(shop.config), shopName, fileOf }
  let products = await listForSaleAfter(shop.db, 0)
  while (products.length > 0) {
    const variants = await listVariants(
      shop.db,
      products.map(({ id }) => id),
    )
    yield products.flatMap((product) =>
      listedVariants(product, variants.get(product.id) ?? [], catalogue).map((variant) =>
        feedItemOf({ ...product, description: readDescription(product.description).text }, variant, facts),
      ),
    )
    products = await listForSaleAfter(shop.db, products.at(-1)?.id ?? 0)
  }
}

/** A larger feed is sent while it is read, and not cached. */
const MAX_CACHED_BYTES = 4 * 1024 * 1024

export class FeedTooLargeError extends Error {
  override name = 'FeedTooLargeError'
}

/** The whole feed, for the cache. @throws FeedTooLargeError */
export async function renderFeed(shop: FeedShop, feed: Feed): Promise<Response> {
  const parts: string[] = []
  let size = 0
  for await (const part of feed.write(shop)) {
    parts.push(part)
    size += part.length
    if (size > MAX_CACHED_BYTES) throw new FeedTooLargeError('This feed is not cached')
  }
  return new Response(parts.join(''), { headers: { 'content-type': feed.type } })
}

/**
 * Streams the feed as it is read from the database, at the reader's pace.
 *
 * @param running counts the feeds that are being sent
 */
export function streamFeed(shop: FeedShop, feed: Feed, running: { count: number }): Response {
  const encoder = new TextEncoder()
  async function* write() {
    running.count += 1
    try {
      for await (const part of feed.write(shop)) yield encoder.encode(part)
    } finally {
      running.count -= 1
    }
  }
  const body = Readable.toWeb(Readable.from(write())) as ReadableStream
  return new Response(body, { headers: { 'content-type': feed.type, 'cache-control': 'no-cache' } })
}
