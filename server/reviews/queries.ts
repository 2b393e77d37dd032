import { and, asc, desc, eq, notInArray, sql } from 'drizzle-orm'
import type { Cursor, ReviewFilter } from '#domain/admin-lists.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import {
  NEWEST_REVIEWS,
  type PublishedReview,
  REVIEWS_A_PAGE,
  type ReviewSummary,
  ratingOf,
  reviewPicture,
} from '#domain/reviews/review.ts'
import { batchesOf, type Db, getWritten, type Transaction } from '#server/db/connection.ts'
import { type Page, readNewest } from '#server/db/keyset-pagination.ts'
import { reviewPictures, reviews } from '#server/db/schema/reviews.ts'
import { orderLines, orders, products } from '#server/db/schema/shop.ts'

export type ReviewRow = typeof reviews.$inferSelect

/** In the order of the form. */
const pictures = sql<string[]>`array(
  select folder from review_pictures where review_id = ${sql.raw('reviews.id')} order by place)`

const publishedColumns = {
  id: reviews.id,
  source: reviews.source,
  pictures,
  stars: reviews.stars,
  text: reviews.text,
  shownAs: reviews.shownAs,
  answer: reviews.answer,
  answeredAt: reviews.answeredAt,
  time: reviews.time,
}

type PublishedRow = Pick<ReviewRow, Exclude<keyof typeof publishedColumns, 'pictures'>> & { pictures: string[] }

function toPublished<Row extends PublishedRow>({ answeredAt, time, pictures, ...row }: Row) {
  return {
    ...row,
    pictures: pictures.map(reviewPicture),
    answeredAt: answeredAt?.toISOString(),
    time: time.toISOString(),
  }
}

/** Undefined: nobody has reviewed it. Counted from indexes alone. */
export async function summariseReviews(db: Db, productId: ProductId): Promise<ReviewSummary | undefined> {
  const { state, stars, source } = reviews
  const isImported = sql<boolean>`${source} is not null`
  const [rows, pictured] = await Promise.all([
    db
      .select({ state, stars, isImported, count: sql<number>`count(*)::integer` })
      .from(reviews)
      .where(eq(reviews.productId, productId))
      .groupBy(state, stars, isImported),
    countPublished(db, productId, { stars: undefined, isPictured: true }),
  ])
  const count = (wanted: Partial<Pick<(typeof rows)[number], 'state' | 'stars' | 'isImported'>>) =>
    rows
      .filter((row) => Object.entries(wanted).every(([name, value]) => row[name as keyof typeof wanted] === value))
      .reduce((all, row) => all + row.count, 0)
  const published = 'published'
  const imported = count({ state: published, isImported: true })
  const isFromImported = imported > 0 && count({ state: published, isImported: false }) === 0
  const of = (ofStars: number) => count({ state: published, stars: ofStars, isImported: isFromImported })
  const declined = count({ state: 'declined' })
  if (declined === 0 && count({ state: published }) === 0) return undefined
  return { spread: [of(1), of(2), of(3), of(4), of(5)], isImported: isFromImported, imported, pictured, declined }
}

/** Which of a product's published reviews. */
export type ReviewSelection = { stars: number | undefined; isPictured: boolean }

function isSelected(productId: ProductId, { stars, isPictured }: ReviewSelection) {
  return and(
    eq(reviews.productId, productId),
    sql`state = 'published'`,
    stars === undefined ? undefined : eq(reviews.stars, stars),
    isPictured
      ? sql`${sql.raw('reviews.id')} in (select review_id from review_pictures where product_id = ${productId})`
      : undefined,
  )
}

export async function countPublished(db: Db, productId: ProductId, selection: ReviewSelection): Promise<number> {
  return db.$count(reviews, isSelected(productId, selection))
}

/** Newest first. @param page counted from 1 */
export async function listPublished(
  db: Db,
  productId: ProductId,
  { page, ...selection }: ReviewSelection & { page: number },
): Promise<PublishedReview[]> {
  return readPublished(db, productId, selection, { limit: REVIEWS_A_PAGE, offset: (page - 1) * REVIEWS_A_PAGE })
}

/** The reviews on the page of a product; undefined: nobody has reviewed it. */
export async function readBuyersSay(db: Db, productId: ProductId) {
  const summary = await summariseReviews(db, productId)
  if (!summary) return undefined
  const all = { stars: undefined, isPictured: false }
  return { ...summary, newest: await readPublished(db, productId, all, { limit: NEWEST_REVIEWS, offset: 0 }) }
}

async function readPublished(
  db: Db,
  productId: ProductId,
  selection: ReviewSelection,
  { limit, offset }: { limit: number; offset: number },
): Promise<PublishedReview[]> {
  const rows = await db
    .select(publishedColumns)
    .from(reviews)
    .where(isSelected(productId, selection))
    .orderBy(desc(reviews.time), desc(reviews.id))
    .limit(limit)
    .offset(offset)
  return rows.map(toPublished)
}

/** The author's own, with what has become of it. */
export type OwnReview = PublishedReview & Pick<ReviewRow, 'state' | 'reason' | 'version'>
/** A line of an order, by its place in the order. Its buyer may review it once it is received. */
export type ReviewedLine = { position: number; isReceived: boolean; review: OwnReview | undefined }

/** Has a parcel with this line arrived, or the whole order without one? */
const isReceived = sql<boolean>`(
  exists (select from orders as o where o.id = order_lines.order_id and o.status = 'delivered')
  or exists (
    select from shipments as s join shipment_lines as l on l.shipment_id = s.id
    where s.order_id = order_lines.order_id and s.step = 'delivered' and l.position = order_lines.position))`

/** In the order of the lines, each of which has one. */
export async function listReviewsOfOrder(db: Db, orderId: OrderId): Promise<ReviewedLine[]> {
  const rows = await db
    .select({ position: orderLines.position, isReceived, review: reviews, pictures })
    .from(orderLines)
    .leftJoin(reviews, and(eq(reviews.orderId, orderLines.orderId), eq(reviews.position, orderLines.position)))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))
  return rows.map(({ review, pictures, ...line }) => ({
    ...line,
    review: review ? toOwn({ ...review, pictures }) : undefined,
  }))
}

type OwnRow = ReviewRow & { pictures: string[] }

function toOwn({ productId: _p, orderId: _o, position: _l, userId: _u, sourceKey: _k, ...review }: OwnRow): OwnReview {
  return toPublished(review)
}

/** Call it while the order is locked. Undefined: the order has no such line. */
export async function findReviewedLine(tx: Transaction, orderId: OrderId, position: number) {
  const [line] = await tx
    .select({ productId: orderLines.productId, isReceived })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.position, position)))
  return line
}

export async function lockReviewOf(tx: Transaction, orderId: OrderId, position: number) {
  const [row] = await tx
    .select()
    .from(reviews)
    .where(and(eq(reviews.orderId, orderId), eq(reviews.position, position)))
    .for('update')
  return row
}

export async function lockReview(tx: Transaction, id: number): Promise<ReviewRow | undefined> {
  const [row] = await tx.select().from(reviews).where(eq(reviews.id, id)).for('update')
  return row
}

export async function insertReview(tx: Transaction, review: typeof reviews.$inferInsert): Promise<number> {
  const { id } = await getWritten(tx.insert(reviews).values(review).returning({ id: reviews.id }))
  return id
}

/** The folders of a review's pictures, in their order. */
export async function listPictures(tx: Transaction, reviewId: number): Promise<string[]> {
  const { folder, place } = reviewPictures
  const rows = await tx
    .select({ folder })
    .from(reviewPictures)
    .where(eq(reviewPictures.reviewId, reviewId))
    .orderBy(place)
  return rows.map((row) => row.folder)
}

/** Those that are no longer among its pictures are deleted. */
export async function replacePictures(
  tx: Transaction,
  { id, productId }: Pick<ReviewRow, 'id' | 'productId'>,
  folders: readonly string[],
): Promise<void> {
  const others = folders.length > 0 ? notInArray(reviewPictures.folder, [...folders]) : undefined
  await tx.delete(reviewPictures).where(and(eq(reviewPictures.reviewId, id), others))
  const before = await listPictures(tx, id)
  const added = folders.filter((folder) => !before.includes(folder))
  if (added.length === 0) return
  // Later places than those that stay.
  const [last] = await tx
    .select({ place: sql<number>`coalesce(max(${reviewPictures.place}) + 1, 0)` })
    .from(reviewPictures)
    .where(eq(reviewPictures.reviewId, id))
  const from = last?.place ?? 0
  await tx
    .insert(reviewPictures)
    .values(added.map((folder, index) => ({ folder, reviewId: id, productId, place: from + index })))
}

/** The owner of a picture, and if its review is shown. */
export async function findPicture(db: Db, folder: string) {
  const [row] = await db
    .select({ state: reviews.state, userId: reviews.userId })
    .from(reviewPictures)
    .innerJoin(reviews, eq(reviews.id, reviewPictures.reviewId))
    .where(eq(reviewPictures.folder, folder))
  return row
}

export async function updateReview(tx: Transaction, id: number, changes: Partial<ReviewRow>): Promise<void> {
  await tx.update(reviews).set(changes).where(eq(reviews.id, id))
}

export async function removeReview(tx: Transaction, id: number): Promise<void> {
  await tx.delete(reviews).where(eq(reviews.id, id))
}

/**
 * Counts a product's rating anew when a review was published, or is no longer. From the first one on it is counted from
 * buyers alone. The lock makes two of these see each other's review.
 */
export async function recountRating(tx: Transaction, productId: ProductId): Promise<void> {
  await tx.select({ id: products.id }).from(products).where(eq(products.id, productId)).for('update')
  const summary = await summariseReviews(tx, productId)
  const { rating, count } = (summary && ratingOf(summary.spread)) ?? { rating: 0, count: 0 }
  await tx.update(products).set({ rating, reviewCount: count }).where(eq(products.id, productId))
}

export type ListedReview = OwnReview & {
  productId: ProductId
  /** Undefined: it was imported. */
  orderId: OrderId | undefined
  /** Undefined: the product was deleted. */
  title: string | undefined
  /** Of the account; undefined: it was deleted. */
  userId: string | undefined
  /** The buyer's full name, as the order has it. */
  buyer: string | undefined
}

/** For the back office, newest first. */
export async function listReviews(db: Db, { state }: ReviewFilter, cursor: Cursor): Promise<Page<ListedReview>> {
  const isShown = state && eq(reviews.state, state)
  const page = await readNewest(cursor, reviews.id, async ({ beyond, order, limit }) => {
    const rows = await db
      .select({ review: reviews, pictures, title: products.title, buyer: orders.name })
      .from(reviews)
      .leftJoin(products, eq(products.id, reviews.productId))
      .leftJoin(orders, eq(orders.id, reviews.orderId))
      .where(and(isShown, beyond))
      .orderBy(order)
      .limit(limit)
    return rows.map(({ review, pictures, title, buyer }) => ({
      ...toOwn({ ...review, pictures }),
      productId: review.productId,
      orderId: review.orderId ?? undefined,
      userId: review.userId ?? undefined,
      title: title ?? undefined,
      buyer: buyer ?? undefined,
    }))
  })
  return { ...page, count: undefined }
}

/** Share-locks the review and its order, so that an erasure waits. Undefined: gone, or its author is. */
export async function holdReview(tx: Transaction, id: number) {
  const [row] = await tx
    .select({
      id: reviews.id,
      state: reviews.state,
      reason: reviews.reason,
      orderId: orders.id,
      name: orders.name,
      email: orders.email,
      product: orderLines.title,
    })
    .from(reviews)
    .innerJoin(orders, and(eq(orders.id, reviews.orderId), eq(orders.userId, reviews.userId)))
    .innerJoin(orderLines, and(eq(orderLines.orderId, orders.id), eq(orderLines.position, reviews.position)))
    .where(eq(reviews.id, id))
    .for('share', { of: [orders] })
  return row
}

/** Nobody is asked later than this after delivery, so that a shop that begins to ask does not write to everybody. */
const ASKED_WITHIN_DAYS = 14

/** Orders that were delivered seven days ago or more, whose buyers were not asked and have not reviewed all of it. */
export async function listToAsk(db: Db): Promise<OrderId[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select orders.id from orders
    where delivered_at between now() - make_interval(days => ${ASKED_WITHIN_DAYS}) and now() - interval '7 days'
      and email <> '' and user_id <> ${DELETED_USER.id}
      and not exists (select from sent_messages where template = 'review-asked' and subject = 'order ' || orders.id)
      and exists (
        select from order_lines as l where l.order_id = orders.id and not exists (
          select from reviews as r where r.order_id = l.order_id and r.position = l.position))
    order by delivered_at limit 500`)
  return rows.map(({ id }) => Number(id))
}

/** Products by their titles, their names in an earlier import and their SKUs. */
export async function listProductNames(tx: Transaction): Promise<{ id: ProductId; title: string; names: string[] }[]> {
  const { rows } = await tx.execute<{ id: ProductId; title: string; names: string[] }>(sql`
    select p.id::float8, p.title, array(
      select p.sku where p.sku is not null union select v.sku from product_variants as v where v.product_id = p.id and v.sku is not null
      union select i.key from imported_products as i where i.product_id = p.id) as names
    from products as p`)
  return rows
}

const ROWS_AT_ONCE = 500

/** @returns those that were not there yet */
export async function insertImported(tx: Transaction, rows: readonly (typeof reviews.$inferInsert)[]) {
  const inserted = []
  for (const batch of batchesOf(rows, ROWS_AT_ONCE)) {
    const added = await tx
      .insert(reviews)
      .values(batch)
      .onConflictDoNothing({ target: reviews.sourceKey })
      .returning({ productId: reviews.productId, state: reviews.state })
    inserted.push(...added)
  }
  return inserted
}
