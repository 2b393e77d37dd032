import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core'
import {
  type DeclineReason,
  REVIEW_MAX,
  type ReviewSource,
  type ReviewState,
  SHOWN_AS_MAX,
} from '#domain/reviews/review.ts'
import { user } from './accounts.ts'
import { bigId, partOf, time } from './columns.ts'

/** Reviews of buyers, one for each line of an order, and those imported from another shop system. */
export const reviews = pgTable(
  'reviews',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    /** No foreign keys: the review outlives a deleted order or product. */
    productId: bigId().notNull(),
    /** Null: it was imported. */
    orderId: bigId(),
    position: smallint(),
    /** The shop system that an imported review was written in. */
    source: text().$type<ReviewSource>(),
    /** A digest of what identifies an imported review, so that a file that is imported again adds nothing. */
    sourceKey: text().unique('reviews_source_key'),
    /** Null: the account was deleted, and what it wrote with it; the stars stay. */
    userId: text().references(() => user.id, { onDelete: 'set null' }),
    stars: smallint().notNull(),
    text: text().notNull(),
    /** Such as `Meera S., Pune`; empty: the author is not named. */
    shownAs: text().notNull(),
    state: text().$type<ReviewState>().notNull().default('waiting'),
    /** Why it was declined. */
    reason: text().$type<DeclineReason>(),
    answer: text(),
    answeredAt: time(),
    /** Incremented by each edit, so that nobody publishes what they have not read. */
    version: integer().notNull().default(1),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    unique('reviews_once').on(t.orderId, t.position),
    check('reviews_origin', sql`(${t.orderId} is null) = (${t.source} is not null)`),
    check('reviews_position', sql`(${t.orderId} is null) = (${t.position} is null)`),
    check('reviews_source', sql`(${t.source} is null) = (${t.sourceKey} is null)`),
    check('reviews_sources', sql`${t.source} in ('judgeme', 'woocommerce')`),
    check('reviews_stars', sql`${t.stars} between 1 and 5`),
    check('reviews_text', sql`length(${t.text}) <= ${sql.raw(String(REVIEW_MAX))}`),
    check('reviews_shown_as', sql`length(${t.shownAs}) <= ${sql.raw(String(SHOWN_AS_MAX))}`),
    check('reviews_state', sql`${t.state} in ('waiting', 'published', 'declined')`),
    check('reviews_reason', sql`(${t.state} = 'declined') = (${t.reason} is not null)`),
    check('reviews_reasons', sql`${t.reason} in ('abuse', 'personal-data', 'not-about-product', 'link')`),
    check('reviews_answer', sql`length(${t.answer}) <= ${sql.raw(String(REVIEW_MAX))}`),
    check('reviews_answered', sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
    // A product's page counts them by stars, and lists the newest.
    index('reviews_of_product').on(t.productId, t.state, t.stars, t.time, t.id, t.source),
    index('reviews_newest').on(t.productId, t.time, t.id).where(sql`state = 'published'`),
    index('reviews_by_state').on(t.state, t.id),
    index('reviews_waiting').on(t.time).where(sql`state = 'waiting'`),
    index('reviews_by_author').on(t.userId).where(sql`user_id is not null`),
  ],
)

/** Pictures that belong to a review; shown like it. */
export const reviewPictures = pgTable(
  'review_pictures',
  {
    /** Of its files in the image store. */
    folder: text().primaryKey(),
    reviewId: partOf(() => reviews.id),
    /** From 0. */
    place: smallint().notNull(),
    /** Of the review, so that a product whose reviews have none is found to have none at once. */
    productId: bigId().notNull(),
  },
  (t) => [
    unique('review_pictures_place').on(t.reviewId, t.place),
    index('review_pictures_of_product').on(t.productId, t.reviewId),
  ],
)
