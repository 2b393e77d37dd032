import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { type Collection, readRule } from '#domain/catalog/collection.ts'
import { PAGE_SIZE, type Sort } from '#domain/catalog/listing.ts'
import type { PickedProduct } from '#domain/catalog/picked-products.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { isInCollection } from '#server/catalog/collection-queries.ts'
import { findPriceOffers, pageOf } from '#server/catalog/price-offer-queries.ts'
import { type Db, getWritten, type Transaction } from '#server/db/connection.ts'
import { countUpTo } from '#server/db/keyset-pagination.ts'
import { collectionProducts, collections } from '#server/db/schema/collections.ts'
import { products } from '#server/db/schema/shop.ts'

const { time: _, ...columns } = getTableColumns(collections)

type Row = Omit<Collection, 'rule'> & { rule: unknown }

function toCollection({ rule, ...row }: Row): Collection {
  return { ...row, rule: readRule(rule) }
}

export async function listCollections(db: Db): Promise<Collection[]> {
  const rows = await db.select(columns).from(collections).orderBy(asc(collections.name), asc(collections.id))
  return rows.map(toCollection)
}

export async function findCollection(db: Db, id: number): Promise<Collection | undefined> {
  const [row] = await db.select(columns).from(collections).where(eq(collections.id, id))
  return row && toCollection(row)
}

/** @param address as `addressKey` makes it */
export async function findCollectionAt(db: Db, address: string): Promise<Collection | undefined> {
  const [row] = await db.select(columns).from(collections).where(eq(collections.address, address))
  return row && toCollection(row)
}

export async function lockCollection(tx: Transaction, id: number): Promise<Collection | undefined> {
  const [row] = await tx.select(columns).from(collections).where(eq(collections.id, id)).for('update')
  return row && toCollection(row)
}

type Stored = Omit<Collection, 'id' | 'version'>

export async function insertCollection(tx: Transaction, values: Stored): Promise<number> {
  const { id } = await getWritten(tx.insert(collections).values(values).returning({ id: collections.id }))
  return id
}

export async function updateCollection(tx: Transaction, id: number, values: Stored): Promise<void> {
  await tx
    .update(collections)
    .set({ ...values, version: sql`${collections.version} + 1` })
    .where(eq(collections.id, id))
}

export async function removeCollection(tx: Transaction, id: number): Promise<void> {
  await tx.delete(collections).where(eq(collections.id, id))
}

/** Those that no longer exist are left out. */
export async function replaceChosen(tx: Transaction, collectionId: number, ids: readonly ProductId[]): Promise<void> {
  await tx.delete(collectionProducts).where(eq(collectionProducts.collectionId, collectionId))
  await tx.execute(sql`
    insert into collection_products (collection_id, product_id, position)
    select ${collectionId}, products.id, chosen.position
    from unnest(${sql.param(ids)}::bigint[]) with ordinality as chosen (id, position) join products using (id)`)
}

/** Products that were chosen by hand, for sale or not, in their order. */
export async function listChosen(db: Db, collectionId: number): Promise<PickedProduct[]> {
  return db
    .select({ id: products.id, title: products.title })
    .from(collectionProducts)
    .innerJoin(products, eq(products.id, collectionProducts.productId))
    .where(eq(collectionProducts.collectionId, collectionId))
    .orderBy(asc(collectionProducts.position))
}

/** The newest products for sale, for forms that are sent without scripts. */
export async function listNewestTitles(db: Db, limit: number): Promise<PickedProduct[]> {
  return db
    .select({ id: products.id, title: products.title })
    .from(products)
    .where(and(products.approved, products.onSale))
    .orderBy(desc(products.id))
    .limit(limit)
}

/** In the order of the ids. */
export async function listTitles(db: Db, ids: readonly ProductId[]): Promise<PickedProduct[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: products.id, title: products.title })
    .from(products)
    .where(inArray(products.id, ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The first collection that this product for sale is in; those that are chosen by hand come first. */
export async function findCollectionOf(db: Db, id: ProductId, list: readonly Collection[]) {
  const asked = list.toSorted((one, other) => Number(one.rule !== null) - Number(other.rule !== null)).slice(0, ASKED)
  if (asked.length === 0) return undefined
  const questions = asked.map(
    (collection, index) =>
      sql`(select ${sql.raw(String(index))} as place from products where id = ${id} and ${isInCollection(collection)})`,
  )
  const { rows } = await db.execute<{ place: number }>(
    sql`${sql.join(questions, sql` union all `)} order by place limit 1`,
  )
  return rows[0] && asked[rows[0].place]
}

/** Each is one look-up in an index. */
const ASKED = 100

/** Products that the owner has chosen to go with each product. */
export async function listGoesWith(db: Db, ids: readonly ProductId[]): Promise<Map<ProductId, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: products.id, goesWith: products.goesWith })
    .from(products)
    .where(inArray(products.id, ids))
  return new Map(rows.map(({ id, goesWith }) => [id, goesWith]))
}

/** Products for sale; at most one more than lists are counted up to. */
export async function countIn(db: Db, collection: Pick<Collection, 'id' | 'rule'>): Promise<number> {
  return countUpTo(db, sql`products`, isInCollection(collection))
}

/** The ids of the products for sale of a collection. */
export async function listIn(
  db: Db,
  collection: Pick<Collection, 'id' | 'rule'>,
  { sort = 'newest', skip = 0, limit = PAGE_SIZE }: { sort?: Sort; skip?: number; limit?: number },
): Promise<ProductId[]> {
  const offers = sort === 'newest' ? undefined : await findPriceOffers(db)
  const { rows } = await db.execute<{ id: string }>(pageOf(isInCollection(collection), { sort, skip, limit, offers }))
  return rows.map(({ id }) => Number(id))
}

/** Families, tags and attributes that a rule can name; the most common ones. */
export async function listConditions(db: Db) {
  const [families, tags, attributes] = await Promise.all([
    db.execute<{ name: string }>(sql`select name from families order by position, name`),
    listWords(db, sql`tags`, sql`', '`),
    listWords(db, sql`attributes`, sql`E'\\n'`),
  ])
  return { families: families.rows.map(({ name }) => name), tags, attributes }
}

const OFFERED_WORDS = 200
/** The newest products that are read for them. */
const READ_FOR_WORDS = 5000

async function listWords(db: Db, column: SQL, separator: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ word: string }>(sql`
    select min(word) as word from (
      select unnest(string_to_array(${column}, ${separator})) as word
      from (select ${column} from products where ${column} <> '' order by id desc limit ${READ_FOR_WORDS}) as newest
    ) as words group by lower(word) order by count(*) desc, lower(word) limit ${OFFERED_WORDS}`)
  return rows.map(({ word }) => word).sort((a, b) => a.localeCompare(b, 'en-IN'))
}
