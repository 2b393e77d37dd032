import { type Paise, toRupees } from '#domain/money.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { calendarDay } from '#domain/time.ts'
import { decideVoucher, expiryOf, voucherMessage } from '#domain/vouchers/voucher.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { findUse, lockUse, lockVoucher, sumHeld, updateGivenBack } from './queries.ts'

/** A voucher as a checkout names it, with the rupees that its shopper saw it pay. */
export type WantedVoucher = { id: number; seen: number }

/** `changed`: it pays another amount now, `pays`, which the shopper has to see first. */
export type LockedVoucher =
  | { ok: true; id: number; amount: Paise }
  | { ok: false; reason: 'voucher'; message: string; pays: number }

/** Locks a voucher and decides what it pays of a total; call it after products, stock and payments are locked. */
export async function lockVoucherForCheckout(
  tx: Transaction,
  { id, seen }: WantedVoucher,
  { userId, total, key }: { userId: string; total: Paise; key: string },
): Promise<LockedVoucher> {
  const voucher = await lockVoucher(tx, { id, userId })
  if (!voucher) return { ok: false, reason: 'voucher', message: voucherMessage({ kind: 'unknown' }), pays: 0 }
  const held = await sumHeld(tx, id, key)
  const decided = decideVoucher(voucher, { total, held, today: calendarDay(new Date()) })
  if (!decided.ok) return { ok: false, reason: 'voucher', message: voucherMessage(decided.refusal), pays: 0 }
  const pays = toRupees(decided.amount)
  if (pays !== seen) {
    const message = 'What your voucher pays has changed. Please check the total, then order again.'
    return { ok: false, reason: 'voucher', message, pays }
  }
  return { ok: true, id, amount: decided.amount }
}

/** Is so much left for a checkout that was opened before, and whose payment arrives now? Its expiry no longer matters. */
export async function isStillLeft(
  tx: Transaction,
  { voucherId, voucherAmount, userId, checkoutKey }: Opened,
): Promise<boolean> {
  if (voucherId === null) return true
  const voucher = await lockVoucher(tx, { id: voucherId, userId })
  return voucher !== undefined && voucher.balance - (await sumHeld(tx, voucherId, checkoutKey)) >= voucherAmount
}

type Opened = { voucherId: number | null; voucherAmount: Paise; userId: string; checkoutKey: string }

/**
 * Gives a voucher back the amount that it has paid of an order, at most the part that has not come back yet. The voucher is
 * then valid for two years from now, so that nothing comes back to one that expires tomorrow. Call it while the order is
 * locked.
 *
 * @param amount undefined: all @returns how much
 */
export async function giveBackToVoucher(tx: Transaction, orderId: OrderId, amount?: Paise): Promise<Paise> {
  const use = await lockUse(tx, orderId)
  if (!use) return 0
  const left = use.amount - use.givenBack
  const back = Math.max(0, Math.min(left, amount ?? left))
  if (back > 0) await updateGivenBack(tx, use, { amount: back, expiresOn: expiryOf(calendarDay(new Date())) })
  return back
}

/** The amount that can still come back to the voucher. */
export async function findLeftOfVoucher(db: Db, orderId: OrderId): Promise<Paise> {
  const use = await findUse(db, orderId)
  return use ? use.amount - use.givenBack : 0
}
