import type { Paise } from '#domain/money.ts'
import { calendarDay } from '#domain/time.ts'
import { expiryOf } from '#domain/vouchers/voucher.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { findVoucherByKey, insertVoucher, type VoucherRow } from './queries.ts'

export type NewVoucher = {
  /** UUID: a repeated request with it makes no second voucher. */
  key: string
  userId: string
  amount: Paise
  /** The return for which it is given. */
  returnRequestId?: number
  now?: Date
}

/** Makes a voucher for a buyer and tells them by email, once for each key. */
export async function createVoucher(tx: Transaction, voucher: NewVoucher): Promise<VoucherRow> {
  const { key, userId, amount, returnRequestId = null, now = new Date() } = voucher
  const expiresOn = expiryOf(calendarDay(now))
  const made = await insertVoucher(tx, { key, userId, amount, returnRequestId, expiresOn, time: now })
  if (made) {
    await enqueueJob(tx, { job: 'send-voucher-email', voucherId: made.id, template: 'voucher-issued' })
    return made
  }
  const earlier = await findVoucherByKey(tx, key)
  if (!earlier) throw new Error('The voucher of this key was not found')
  return earlier
}
