import { and, desc, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { imageInFinish, PHOTOGRAPHED_FINISHES } from '#domain/catalog/catalogue-images.ts'
import { SEARCH_LIMIT } from '#domain/catalog/listing.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import type { SearchedProduct } from '#domain/search/similar.ts'
import { wordsOf } from '#domain/search/words.ts'
import type { Db } from '#server/db/connection.ts'
import { containsText, hasTrigram } from '#server/db/keyset-pagination.ts'
import { products } from '#server/db/schema/shop.ts'

const isForSale = sql`approved and on_sale`

/** As many of the newest products as the search itself examines. */
export const MAX_SEARCHED = 5000

export async function listSearchedProducts(db: Db): Promise<SearchedProduct[]> {
  const rows = await db
    .select({
      id: products.id,
      title: products.title,
      category: products.category,
      sizeLabel: products.sizeLabel,
      image: sql<string | null>`${products.productImageUrl}[1]`,
    })
    .from(products)
    .where(isForSale)
    .orderBy(desc(products.id))
    .limit(MAX_SEARCHED)
  return rows.map(({ id, title, category, sizeLabel, image }) => ({
    id,
    title,
    about: `${category} ${sizeLabel} ${finishOf(image)}`,
  }))
}

/** The finish on a picture that comes with the shop. */
function finishOf(image: string | null): string {
  return PHOTOGRAPHED_FINISHES.find((finish) => image && imageInFinish(image, finish) === image) ?? ''
}

/** With a million products, reading all titles takes six seconds, and this many half a second. */
const SAMPLED_TITLES = 50_000
const MAX_TITLE_WORDS = 5000

/** The most frequent words in all titles; of very many titles only a sample is read. */
export async function listTitleWords(db: Db): Promise<string[]> {
  const size = await db.execute<{ rows: number }>(
    sql`select reltuples as rows from pg_class where oid = 'products'::regclass`,
  )
  const percent = Math.min(100, (100 * SAMPLED_TITLES) / Math.max(1, size.rows[0]?.rows ?? 0))
  const { rows } = await db.execute<{ word: string }>(sql`
    select word
    from products tablesample system (${percent}), unnest(string_to_array(lower(title), ' ')) word
    where ${isForSale}
    group by word
    order by count(*) desc
    limit ${MAX_TITLE_WORDS}`)
  return rows.flatMap(({ word }) => wordsOf(word))
}

/**
 * Older products whose titles have one of the texts for each word, as far as the trigram index finds them; newest
 * first.
 */
export async function listOlderSimilar(
  db: Db,
  meant: readonly (readonly string[])[],
  without: readonly ProductId[],
): Promise<ProductId[]> {
  const title = sql`lower(title)`
  const each = meant.map((texts) => texts.filter(hasTrigram).map((text): SQL => containsText(title, text)))
  if (each.length === 0 || each.some((texts) => texts.length === 0)) return []
  // "+ 0" makes PostgreSQL use the trigram index instead of walking all products by id.
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(isForSale, ...each.map((texts) => or(...texts)), notInArray(products.id, [...without])))
    .orderBy(sql`${products.id} + 0 desc`)
    .limit(SEARCH_LIMIT)
  return rows.map(({ id }) => id)
}
