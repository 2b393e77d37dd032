import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Cursor, ReviewFilter } from '#domain/admin-lists.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import {
  NEWEST_REVIEWS,
  type PublishedReview,
  REVIEWS_A_PAGE,
  type ReviewState,
  type ReviewSummary,
  ratingOf,
} from '#domain/reviews/review.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { type Page, readNewest } from '#server/db/keyset-pagination.ts'
import { reviews } from '#server/db/schema/reviews.ts'
import { orderLines, orders, products } from '#server/db/schema/shop.ts'

export type ReviewRow = typeof reviews.$inferSelect

const publishedColumns = {
  id: reviews.id,
  stars: reviews.stars,
  text: reviews.text,
  shownAs: reviews.shownAs,
  answer: reviews.answer,
  answeredAt: reviews.answeredAt,
  time: reviews.time,
}

function toPublished<Row extends Pick<ReviewRow, keyof typeof publishedColumns>>({ answeredAt, time, ...row }: Row) {
  return { ...row, answeredAt: answeredAt?.toISOString(), time: time.toISOString() }
}

/** Undefined: nobody has reviewed it. Counted from an index alone. */
export async function summariseReviews(db: Db, productId: ProductId): Promise<ReviewSummary | undefined> {
  const { state, stars } = reviews
  const rows = await db
    .select({ state, stars, count: sql<number>`count(*)::integer` })
    .from(reviews)
    .where(eq(reviews.productId, productId))
    .groupBy(state, stars)
  const count = (which: ReviewState, ofStars?: number) =>
    rows
      .filter((row) => row.state === which && (ofStars === undefined || row.stars === ofStars))
      .reduce((all, row) => all + row.count, 0)
  const of = (ofStars: number) => count('published', ofStars)
  const summary: ReviewSummary = { spread: [of(1), of(2), of(3), of(4), of(5)], declined: count('declined') }
  return summary.declined > 0 || count('published') > 0 ? summary : undefined
}

/** Newest first. @param page counted from 1 */
export async function listPublished(
  db: Db,
  productId: ProductId,
  { stars, page }: { stars: number | undefined; page: number },
): Promise<PublishedReview[]> {
  return readPublished(db, productId, { stars, limit: REVIEWS_A_PAGE, offset: (page - 1) * REVIEWS_A_PAGE })
}

/** What the page of a product says; undefined: nobody has reviewed it. */
export async function readBuyersSay(db: Db, productId: ProductId) {
  const summary = await summariseReviews(db, productId)
  if (!summary) return undefined
  const newest = await readPublished(db, productId, { stars: undefined, limit: NEWEST_REVIEWS, offset: 0 })
  return { ...summary, newest }
}

async function readPublished(
  db: Db,
  productId: ProductId,
  { stars, limit, offset }: { stars: number | undefined; limit: number; offset: number },
): Promise<PublishedReview[]> {
  const ofStars = stars === undefined ? undefined : eq(reviews.stars, stars)
  const rows = await db
    .select(publishedColumns)
    .from(reviews)
    .where(and(eq(reviews.productId, productId), sql`state = 'published'`, ofStars))
    .orderBy(desc(reviews.id))
    .limit(limit)
    .offset(offset)
  return rows.map(toPublished)
}

/** The author's own, with what has become of it. */
export type OwnReview = PublishedReview & Pick<ReviewRow, 'state' | 'reason' | 'version'>
/** A line of an order that may be reviewed, by its place in the order. */
export type ReviewedLine = { position: number; review: OwnReview | undefined }

/** In the order of the lines, each of which has one. */
export async function listReviewsOfOrder(db: Db, orderId: OrderId): Promise<ReviewedLine[]> {
  const rows = await db
    .select({ position: orderLines.position, review: reviews })
    .from(orderLines)
    .leftJoin(reviews, and(eq(reviews.orderId, orderLines.orderId), eq(reviews.position, orderLines.position)))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))
  return rows.map(({ position, review }) => ({ position, review: review ? toOwn(review) : undefined }))
}

function toOwn({ productId: _p, orderId: _o, position: _l, userId: _u, ...review }: ReviewRow): OwnReview {
  return toPublished(review)
}

/** Call it while the order is locked. Undefined: the order has no such line. */
export async function findReviewedProduct(
  tx: Transaction,
  orderId: OrderId,
  position: number,
): Promise<ProductId | undefined> {
  const { productId } = orderLines
  const [line] = await tx
    .select({ productId })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.position, position)))
  return line?.productId
}

export async function lockReviewOf(
  tx: Transaction,
  orderId: OrderId,
  position: number,
): Promise<ReviewRow | undefined> {
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

export async function insertReview(tx: Transaction, review: typeof reviews.$inferInsert): Promise<void> {
  await tx.insert(reviews).values(review)
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
  orderId: OrderId
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
      .select({ review: reviews, title: products.title, buyer: orders.name })
      .from(reviews)
      .leftJoin(products, eq(products.id, reviews.productId))
      .leftJoin(orders, eq(orders.id, reviews.orderId))
      .where(and(isShown, beyond))
      .orderBy(order)
      .limit(limit)
    return rows.map(({ review, title, buyer }) => ({
      ...toOwn(review),
      productId: review.productId,
      orderId: review.orderId,
      userId: review.userId ?? undefined,
      title: title ?? undefined,
      buyer: buyer ?? undefined,
    }))
  })
  return { ...page, count: undefined }
}

/** Those that nobody has read. */
export async function countWaitingReviews(db: Db): Promise<number> {
  return db.$count(reviews, sql`state = 'waiting'`)
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
