import { data } from 'react-router'
import type { User } from '#domain/accounts/user.ts'
import { parseCashReceipt, parseWriteOff } from '#domain/orders/cash-received.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { parseId } from '#domain/text.ts'
import { calendarDay } from '#domain/time.ts'
import { type CashChanged, type CashPress, receiveCash, removeCash, writeOffCash } from '#server/parcels/remittances.ts'
import type { Shop } from '#server/shop.ts'
import { type DeskResult, fixFields } from '#web/admin/action-result.ts'
import { FIX, textField } from '#web/form-actions.ts'

type Press = { shop: Shop; admin: User; id: OrderId; form: FormData }
type Answer = Omit<DeskResult, 'intent'>

export const CASH_REFUSALS: Record<Extract<CashChanged, { ok: false }>['reason'], string> = {
  'not-found': 'This no longer exists.',
  changed: 'Changed since you opened it. Reload to see the change.',
  'not-delivered': 'Set the parcel to Delivered first.',
  'too-much': FIX,
  nothing: 'Changed since you opened it. Reload to see the change.',
}

/** @throws a response: the form was not made by this page */
export function cashPressOf(form: FormData): CashPress {
  const shipmentId = parseId(form.get('shipment'))
  const key = textField(form, 'key')
  if (!shipmentId || !isKey(key)) throw data('Unknown parcel.', { status: 400 })
  return { shipmentId, key, seen: seenOf(form) }
}

export function isKey(key: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(key)
}

/** Paise that the form showed as outstanding; below zero where too much was paid. */
export function seenOf(form: FormData): number {
  const seen = textField(form, 'seen')
  return /^-?\d{1,13}$/.test(seen) ? Number(seen) : Number.NaN
}

export async function enterCash({ shop, admin, form }: Press): Promise<Answer> {
  const parsed = parseCashReceipt(form, calendarDay(shop.now()))
  if (!parsed.ok) return fixFields(parsed.problems)
  const received = await receiveCash(shop, admin, { ...cashPressOf(form), ...parsed.value })
  if (received.ok) return { ok: true, message: 'Cash received' }
  if (received.reason === 'too-much') return fixFields({ amount: 'Enter at most what is outstanding.' })
  return { ok: false, message: CASH_REFUSALS[received.reason] }
}

export async function closeParcelCash({ shop, admin, form }: Omit<Press, 'id'>): Promise<Answer> {
  const parsed = parseWriteOff(form)
  if (!parsed.ok) return fixFields(parsed.problems)
  const closed = await writeOffCash(shop, admin, { ...cashPressOf(form), ...parsed.value })
  return closed.ok ? { ok: true, message: 'Written off' } : { ok: false, message: CASH_REFUSALS[closed.reason] }
}

export async function takeCashBack({ shop, admin, id, form }: Press): Promise<Answer> {
  const receiptId = parseId(form.get('receipt'))
  if (!receiptId) throw data('Unknown receipt.', { status: 400 })
  const removed = await removeCash(shop, admin, { orderId: id, receiptId })
  return removed.ok ? { ok: true, message: 'Removed' } : { ok: false, message: CASH_REFUSALS[removed.reason] }
}
