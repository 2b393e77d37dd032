import { eq } from 'drizzle-orm'
import type { Db, Transaction } from '#server/db/connection.ts'
import { vouchers } from '#server/db/schema/vouchers.ts'

export type VoucherRow = typeof vouchers.$inferSelect

/** Undefined: this key has made one before. */
export async function insertVoucher(
  tx: Transaction,
  voucher: Pick<VoucherRow, 'key' | 'userId' | 'amount' | 'returnRequestId' | 'expiresOn'>,
): Promise<VoucherRow | undefined> {
  const values = { ...voucher, balance: voucher.amount }
  const [row] = await tx.insert(vouchers).values(values).onConflictDoNothing({ target: vouchers.key }).returning()
  return row
}

export async function findVoucherByKey(db: Db, key: string): Promise<VoucherRow | undefined> {
  const [row] = await db.select().from(vouchers).where(eq(vouchers.key, key))
  return row
}
