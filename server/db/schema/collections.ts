import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bigId, partOf, time } from './columns.ts'
import { products } from './shop.ts'

export const COLLECTION_ADDRESS = 'collections_address'
export const PAGE_ADDRESS = 'own_pages_address'

/** The owner's lists of products. */
export const collections = pgTable(
  'collections',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    name: text().notNull(),
    /** The last part of the address of its page. */
    address: text().notNull(),
    sentence: text().notNull().default(''),
    /** The address of an uploaded picture; empty: none. */
    picture: text().notNull().default(''),
    inMenu: boolean().notNull().default(false),
    /** As domain/catalog/collection.ts writes it; null: its products are chosen by hand. */
    rule: jsonb(),
    version: integer().notNull().default(1),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    check('collections_name', sql`length(${t.name}) between 1 and 100`),
    check('collections_sentence', sql`length(${t.sentence}) <= 500`),
    check('collections_address_letters', sql`${t.address} ~ '^[^\\s/?#%&]{1,100}$'`),
    uniqueIndex(COLLECTION_ADDRESS).on(t.address),
  ],
)

/** The products of a collection that is chosen by hand. */
export const collectionProducts = pgTable(
  'collection_products',
  {
    collectionId: partOf(() => collections.id),
    productId: partOf(() => products.id),
    position: smallint().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.collectionId, t.productId] }),
    index('collection_products_by_product').on(t.productId),
  ],
)

/** Pages that the owner has added. Their texts, in every version, are in `texts` under the name `pages/{id}`. */
export const ownPages = pgTable(
  'own_pages',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    title: text().notNull(),
    /** The last part of its address. */
    address: text().notNull(),
    inMenu: boolean().notNull().default(false),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    check('own_pages_title', sql`length(${t.title}) between 1 and 100`),
    check('own_pages_address_letters', sql`${t.address} ~ '^[^\\s/?#%&]{1,100}$'`),
    uniqueIndex(PAGE_ADDRESS).on(t.address),
  ],
)
