import { sql } from 'drizzle-orm'
import { check, date, foreignKey, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { user } from './accounts.ts'
import { bigId, time } from './columns.ts'

/** Money kept for a buyer, who pays with it later. Its code follows from the key and the shop's secret, so it is not stored. */
export const vouchers = pgTable(
  'vouchers',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    /** Made by whoever asks for it, so that a repeated request makes one. */
    key: uuid().notNull().unique('vouchers_once'),
    userId: text().notNull(),
    /** Paise: what it was made for, and what is left of it. Open checkouts may hold a part of that. */
    amount: bigId().notNull(),
    balance: bigId().notNull(),
    /** No foreign key: given for goodwill, or for a request that may be deleted. */
    returnRequestId: bigId(),
    /** The last day on which it pays, in India. */
    expiresOn: date().notNull(),
    /** When its owner was told that it expires soon. */
    remindedAt: time(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    foreignKey({ name: 'vouchers_owner', columns: [t.userId], foreignColumns: [user.id] }),
    check('vouchers_amount', sql`${t.amount} > 0`),
    check('vouchers_balance', sql`${t.balance} between 0 and ${t.amount}`),
    check(
      'vouchers_expiry',
      sql`${t.expiresOn} >= (${t.time} at time zone 'Asia/Kolkata')::date + interval '24 months'`,
    ),
    index('vouchers_of_owner').on(t.userId, t.id),
    index('vouchers_of_request').on(t.returnRequestId).where(sql`return_request_id is not null`),
    index('vouchers_expiring').on(t.expiresOn).where(sql`balance > 0 and reminded_at is null`),
  ],
)

/** The amount of an order that a voucher has paid, and how much of it came back. A writer locks the voucher first. */
export const voucherUses = pgTable(
  'voucher_uses',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    voucherId: bigId()
      .notNull()
      .references(() => vouchers.id),
    /** No foreign key: the order may be deleted. */
    orderId: bigId().notNull(),
    /** Paise. */
    amount: bigId().notNull(),
    givenBack: bigId().notNull().default(0),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    unique('voucher_uses_once').on(t.orderId),
    check('voucher_uses_amount', sql`${t.amount} > 0`),
    check('voucher_uses_given_back', sql`${t.givenBack} between 0 and ${t.amount}`),
    index('voucher_uses_of_voucher').on(t.voucherId, t.id),
  ],
)
