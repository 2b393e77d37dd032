import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core'

/** A shape that comes in several sizes, such as CUBEE. */
export const families = pgTable(
  'families',
  {
    name: text().primaryKey(),
    position: integer().generatedByDefaultAsIdentity().notNull(),
  },
  (t) => [check('families_name', sql`length(${t.name}) between 1 and 40`)],
)

export const sizes = pgTable(
  'sizes',
  {
    code: text().primaryKey(),
    family: text()
      .notNull()
      .references(() => families.name, { onUpdate: 'cascade' }),
    /** Rupees. */
    price: integer().notNull(),
    /** Centimetres. */
    width: numeric({ precision: 6, scale: 1, mode: 'number' }).notNull(),
    depth: numeric({ precision: 6, scale: 1, mode: 'number' }).notNull(),
    height: numeric({ precision: 6, scale: 1, mode: 'number' }).notNull(),
    /** Kilograms. */
    weight: numeric({ precision: 7, scale: 3, mode: 'number' }),
    isRetired: boolean().notNull().default(false),
  },
  (t) => [
    check('sizes_price', sql`${t.price} >= 0`),
    check('sizes_measures', sql`${t.width} > 0 and ${t.depth} > 0 and ${t.height} > 0 and ${t.weight} > 0`),
    index('sizes_by_family').on(t.family),
  ],
)

export const finishes = pgTable(
  'finishes',
  {
    name: text().primaryKey(),
    /** Such as `#86878a`. */
    swatch: text().notNull(),
    position: integer().generatedByDefaultAsIdentity().notNull(),
    isRetired: boolean().notNull().default(false),
  },
  (t) => [
    check('finishes_name', sql`length(${t.name}) between 1 and 60`),
    check('finishes_swatch', sql`${t.swatch} ~ '^#[0-9a-f]{6}$'`),
  ],
)
