import { type AnyPgColumn, bigint, customType, integer, jsonb, text, timestamp } from 'drizzle-orm/pg-core'
import type { PickUp } from '#domain/orders/pick-up.ts'
import type { StateCode } from '#domain/states.ts'

export const time = () => timestamp({ withTimezone: true })

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const bigId = () => bigint({ mode: 'number' })

/** The row that this one belongs to, and is deleted with. */
export const partOf = (id: () => AnyPgColumn) => bigId().notNull().references(id, { onDelete: 'cascade' })

/** A delivery address, as the buyer typed it. */
export const addressColumns = () => ({
  name: text().notNull(),
  address: text().notNull(),
  city: text().notNull(),
  pincode: text().notNull(),
  mobileNumber: text().notNull(),
  /** Two-digit GST code of the State; empty: it follows from the pincode. */
  stateCode: text().$type<StateCode | ''>().notNull().default(''),
  /** A business buyer's; empty: a consumer. */
  firm: text().notNull().default(''),
  gstin: text().notNull().default(''),
  /** Of the GSTIN; empty: not given. */
  registeredAddress: text().notNull().default(''),
})

/** The price of an order beside its lines. */
export const termColumns = () => ({
  /** Rupees that an offer on the whole order takes off, as its lines share them; and its name. */
  discount: integer().notNull().default(0),
  offerName: text().notNull().default(''),
  /** Rupees, tax included. */
  deliveryFee: integer().notNull().default(0),
  /** The recipient of a gift, and the words for them; empty: it is none. */
  giftRecipient: text().notNull().default(''),
  giftMessage: text().notNull().default(''),
  /** The place of the shop where its buyer fetches it, as it was said; null: it is delivered. */
  pickUp: jsonb().$type<PickUp>(),
  /** Rupees to be collected in cash, because what is paid online is a part of it; 0: it is paid in one. */
  restInCash: integer().notNull().default(0),
})
