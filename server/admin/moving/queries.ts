import { and, asc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { MoveChoices } from '#domain/catalog/moving/choices.ts'
import type { ImportMappings } from '#domain/catalog/moving/plan.ts'
import type { MoveResult } from '#domain/catalog/moving/result.ts'
import type { Source, SourceFile } from '#domain/catalog/moving/source.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { movedProducts, movePictures, moves } from '#server/db/schema/moves.ts'
import { products } from '#server/db/schema/shop.ts'
import { productVariants } from '#server/db/schema/stock.ts'

export type StoredMove = typeof moves.$inferSelect
export type MovePicture = typeof movePictures.$inferSelect

export async function insertMove(
  db: Db,
  move: { id: string; fileName: string; file: SourceFile; choices: MoveChoices },
) {
  await db.insert(moves).values(move)
}

export async function findMove(db: Db, id: string): Promise<StoredMove | undefined> {
  const [row] = await db.select().from(moves).where(eq(moves.id, id))
  return row
}

/** Locks the file until the transaction ends, so that it is imported only once. */
export async function lockMove(tx: Transaction, id: string): Promise<StoredMove | undefined> {
  const [row] = await tx.select().from(moves).where(eq(moves.id, id)).for('update')
  return row
}

/** The files that were not imported yet, newest first. */
export async function listOpenMoves(db: Db) {
  return db
    .select({ id: moves.id, fileName: moves.fileName, time: moves.time })
    .from(moves)
    .where(isNull(moves.result))
    .orderBy(sql`${moves.time} desc`)
    .limit(10)
}

export async function updateChoices(tx: Transaction, id: string, choices: MoveChoices): Promise<void> {
  await tx.update(moves).set({ choices }).where(eq(moves.id, id))
}

export async function updateResult(tx: Transaction, id: string, result: MoveResult): Promise<void> {
  await tx.update(moves).set({ result }).where(eq(moves.id, id))
}

export async function removeMove(tx: Transaction, id: string): Promise<void> {
  await tx.delete(moves).where(eq(moves.id, id))
}

export async function listOldMoves(db: Db, before: Date): Promise<string[]> {
  const rows = await db.select({ id: moves.id }).from(moves).where(lt(moves.time, before)).limit(100)
  return rows.map(({ id }) => id)
}

export async function listPictures(db: Db, moveId: string): Promise<MovePicture[]> {
  return db.select().from(movePictures).where(eq(movePictures.moveId, moveId)).orderBy(asc(movePictures.name))
}

/** Inserts pictures. One that could not be read before is replaced; any other that is there already stays. */
export async function insertPictures(
  tx: Transaction,
  list: readonly Pick<MovePicture, 'moveId' | 'name' | 'storeKey' | 'problem'>[],
): Promise<void> {
  if (list.length === 0) return
  await tx
    .insert(movePictures)
    .values([...list])
    .onConflictDoUpdate({
      target: [movePictures.moveId, movePictures.name],
      set: { storeKey: sql`excluded.store_key`, problem: sql`excluded.problem` },
      setWhere: isNotNull(movePictures.problem),
    })
}

const isWaiting = and(isNull(movePictures.address), isNull(movePictures.problem))

export async function listWaiting(db: Db, moveId: string, limit: number): Promise<MovePicture[]> {
  return db
    .select()
    .from(movePictures)
    .where(and(eq(movePictures.moveId, moveId), isWaiting))
    .orderBy(asc(movePictures.name))
    .limit(limit)
}

/** False: the picture was prepared already, or its file is gone. */
export async function setPrepared(
  tx: Db | Transaction,
  { moveId, name }: Pick<MovePicture, 'moveId' | 'name'>,
  made: { address: string } | { problem: string },
): Promise<boolean> {
  const done = await tx
    .update(movePictures)
    .set(made)
    .where(and(eq(movePictures.moveId, moveId), eq(movePictures.name, name), isWaiting))
  return done.rowCount === 1
}

/** Products that earlier imports made, keyed by their id in the source shop. */
export async function listImportedProducts(
  db: Db,
  source: Source,
): Promise<Map<string, { productId: ProductId; mappings: ImportMappings }>> {
  const rows = await db.select().from(movedProducts).where(eq(movedProducts.source, source))
  return new Map(rows.map(({ key, productId, mappings }) => [key, { productId, mappings }]))
}

export async function upsertImportedProducts(
  tx: Transaction,
  list: readonly { source: Source; key: string; productId: ProductId; mappings: ImportMappings }[],
): Promise<void> {
  if (list.length === 0) return
  await tx
    .insert(movedProducts)
    .values([...list])
    .onConflictDoUpdate({
      target: [movedProducts.source, movedProducts.key],
      set: { productId: sql`excluded.product_id`, mappings: sql`excluded.memory` },
    })
}

/** The products that have these SKUs, as their own or in one of their choices, by SKU in lower case. */
export async function listByAnySku(db: Db, skus: readonly string[]): Promise<Map<string, ProductId>> {
  const wanted = skus.map((sku) => sku.toLowerCase()).filter((sku) => sku !== '')
  if (wanted.length === 0) return new Map()
  const ofCells = await db
    .select({ id: productVariants.productId, sku: sql<string>`lower(${productVariants.sku})` })
    .from(productVariants)
    .where(inArray(sql`lower(${productVariants.sku})`, wanted))
  const own = await db
    .select({ id: products.id, sku: sql<string>`lower(${products.sku})` })
    .from(products)
    .where(and(sql`sku <> ''`, inArray(sql`lower(sku)`, wanted)))
  return new Map([...ofCells, ...own].map(({ sku, id }) => [sku, id]))
}

/** Products without counted stock; a new finish appears on all of them. */
export async function countUntrackedProducts(db: Db): Promise<number> {
  const others = or(eq(products.stock, 'as-delivered'), eq(products.stock, 'made-to-order'))
  return db.$count(products, others)
}
