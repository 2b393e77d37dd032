import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ImportChoices } from '#domain/catalog/import/mapping.ts'
import type { ImportMappings, ImportResult } from '#domain/catalog/import/plan.ts'
import type { Source, SourceFile } from '#domain/catalog/import/row.ts'
import { partOf, time } from './columns.ts'
import { products } from './shop.ts'

/** Files of another shop that are being imported, or were. */
export const imports = pgTable('imports', {
  id: uuid().primaryKey(),
  fileName: text().notNull(),
  file: jsonb().$type<SourceFile>().notNull(),
  choices: jsonb().$type<ImportChoices>().notNull(),
  /** Null: not imported yet. */
  result: jsonb().$type<ImportResult>(),
  time: time().notNull().defaultNow(),
})

/** Pictures that were sent for a file. Until it has an address or a problem, a picture waits to be prepared. */
export const importPictures = pgTable(
  'import_pictures',
  {
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Key of its bytes in the image store, where they stay until it is prepared. */
    storeKey: text().notNull(),
    address: text(),
    problem: text(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.name] })],
)

/**
 * Which product came from which product of the other shop, so that the next file updates it instead of adding another.
 */
export const importedProducts = pgTable(
  'imported_products',
  {
    source: text().$type<Source>().notNull(),
    key: text().notNull(),
    productId: partOf(() => products.id),
    /** Sizes, finishes and pictures that this import mapped, for the next file. */
    mappings: jsonb().$type<ImportMappings>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.key] }),
    check('imported_products_source', sql`${t.source} in ('shopify', 'woocommerce')`),
    index('imported_products_of_product').on(t.productId),
  ],
)
