import type { User } from '#domain/accounts/user.ts'
import { type Paise, toRupees } from '#domain/money.ts'
import type { PaidBack } from '#domain/orders/cash-received.ts'
import type { Carrier } from '#domain/orders/dispatch.ts'
import { type DeskAction, mayDo } from '#domain/returns/desk.ts'
import { isFaultOfShop, type ReturnRequestId, returnNumberOf, type Wish } from '#domain/returns/return-request.ts'
import { issueCreditNote, issueDeliveryChallan } from '#server/billing/issue.ts'
import { lockVariants } from '#server/catalog/stock/queries.ts'
import { takeUnits } from '#server/catalog/stock/stock.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { findOrder, type OrderRow } from '#server/orders/queries.ts'
import { enqueueBooking, enqueueDispatchedEmail } from '#server/parcels/book.ts'
import { finishDelivery } from '#server/parcels/deliver.ts'
import { type PayBackDone, payBack as recordPaidBack } from '#server/parcels/pay-back.ts'
import {
  findFeeBack,
  findReturn,
  findReturnValue,
  insertDeskStep,
  insertShipment,
  updateReturnAmount,
} from '#server/parcels/queries.ts'
import { CREDIT_REASONS, settleReturn, takeBackOf } from '#server/parcels/returns.ts'
import { decideToVoucher, payBack } from '#server/payments/pay-back.ts'
import { findLeftToPayBack } from '#server/payments/refunds.ts'
import type { Shop } from '#server/shop.ts'
import { createVoucher } from '#server/vouchers/create.ts'
import { findByHand, findParcelOf, readDeskFacts, readUnit } from './desk-queries.ts'
import { findPickupOf } from './pickup-queries.ts'
import { findReturnRequest, type ReturnRequestRow } from './queries.ts'
import { moveReturn, settleReturnRequest, withReturn } from './steps.ts'

type ReturnShop = Pick<Shop, 'db' | 'now'>
/** `settled`: in another way, or by somebody else. `too-much`: only `left` can go back. */
export type Settled =
  | { ok: true }
  | { ok: false; reason: 'not-found' | 'not-allowed' | 'settled' | 'nothing' | 'awb-taken' | 'no-unit' }
  | { ok: false; reason: 'too-many'; left: number }
  | { ok: false; reason: 'too-much'; left: Paise }

/** Counts what came back of a request: good units are for sale again. What it gives is decided after that. */
export async function receiveReturn(
  shop: ReturnShop,
  staff: User,
  id: ReturnRequestId,
  { key, good, damaged }: { key: string; good: number; damaged: number },
): Promise<Settled> {
  const known = await findReturnRequest(shop.db, id)
  if (known) await finishDelivery(shop, known.orderId, { early: true })
  return withReturn(shop, id, async (tx, request, order): Promise<Settled> => {
    if (!order) return { ok: false, reason: 'not-found' }
    if (request.state === 'received') return { ok: true }
    if (!mayDo('receive', await readDeskFacts(tx, request))) return { ok: false, reason: 'not-allowed' }
    const { position, quantity } = request
    if (good + damaged === 0) return { ok: false, reason: 'nothing' }
    const parcel = await findParcelOf(tx, request)
    const left = Math.min(quantity, parcel?.left ?? 0)
    if (!parcel || good + damaged > left) return { ok: false, reason: 'too-many', left }
    const pickup = await findPickupOf(tx, id)
    if (pickup && pickup.step !== 'delivered') await insertDeskStep(tx, pickup.id, 'delivered')
    const now = shop.now()
    const lines = [{ position, good, damaged }]
    const back = { key, shipmentId: parcel.id, lines, reason: 'returned', refund: 'not-yet' } as const
    const taken = await takeBackOf(tx, order, { ...back, admin: staff, now })
    if (!taken.ok) return { ok: false, reason: 'not-allowed' }
    const note = [good > 0 && `${good} good`, damaged > 0 && `${damaged} damaged`].filter(Boolean).join(', ')
    const moved = await moveReturn(tx, request, {
      to: 'received',
      staff,
      now,
      note,
      changes: { returnId: taken.returnId },
    })
    if (!moved.ok) throw new Error(`Return ${id} was counted but not moved`)
    return { ok: true }
  })
}

type Press = { tx: Transaction; request: ReturnRequestRow; order: OrderRow; now: Date }

/** Settles a request once: the same press again changes nothing, and another one is refused. */
async function settleOnce(
  shop: ReturnShop,
  id: ReturnRequestId,
  { action, as, amount = null }: { action: DeskAction; as: Wish; amount?: Paise | null },
  settle: (press: Press) => Promise<Settled>,
): Promise<Settled> {
  return withReturn(shop, id, async (tx, request, order): Promise<Settled> => {
    if (!order) return { ok: false, reason: 'not-found' }
    if (request.state === 'settled') {
      const isSame = request.settledAs === as && (amount === null || request.amount === amount)
      return isSame ? { ok: true } : { ok: false, reason: 'settled' }
    }
    const facts = await readDeskFacts(tx, request)
    if (action === 'replace' && facts.available < facts.quantity) return { ok: false, reason: 'no-unit' }
    if (!mayDo(action, facts)) return { ok: false, reason: 'not-allowed' }
    return settle({ tx, request, order, now: shop.now() })
  })
}

/** At most what came back, or without it what the request is about, and what is left of the order's payments. */
export async function findMost(db: Db, request: ReturnRequestRow, order: OrderRow): Promise<Paise> {
  const { position, quantity, returnId: apart } = request
  const held = apart === null ? undefined : await findReturn(db, apart)
  const lines = held?.lines ?? [{ position, quantity }]
  const value = await findReturnValue(db, order.id, { lines, from: held?.shipmentId ?? null, apart })
  return Math.min(value + (await findFeeOf(db, request)), await findLeftToPayBack(db, order))
}

/** Who has changed their mind has had the delivery that they paid for. */
async function findFeeOf(db: Db, { reason, returnId }: Pick<ReturnRequestRow, 'reason' | 'returnId'>): Promise<Paise> {
  return returnId === null || !isFaultOfShop(reason) ? 0 : findFeeBack(db, returnId)
}

/** The payment provider refunds it, or staff pay it by hand; a credit note says what price is reduced. */
export async function payBackReturn(
  shop: ReturnShop,
  staff: User,
  id: ReturnRequestId,
  { key, amount }: { key: string; amount: Paise },
): Promise<Settled> {
  return settleOnce(shop, id, { action: 'pay-back', as: 'money', amount }, async ({ tx, request, order, now }) => {
    const left = await findMost(tx, request, order)
    if (amount > left) return { ok: false, reason: 'too-much', left }
    const { returnId, position } = request
    await settleReturnRequest(tx, request, { as: 'money', amount, staff, now, note: `₹${toRupees(amount)}` })
    const held = returnId === null ? undefined : await findReturn(tx, returnId)
    if (returnId !== null && held) {
      const toVoucher = await decideToVoucher(tx, order, { amount, returnRequestId: id })
      await updateReturnAmount(tx, returnId, amount)
      const withFee = (await findFeeOf(tx, request)) > 0
      await settleReturn(tx, order, { ...held, id: returnId, amount, toVoucher, withFee, now })
      return { ok: true }
    }
    const lines = [{ position, quantity: 0, amount }]
    const by = { returnRequestId: id, actorId: staff.userId, now }
    const paid = await payBack(tx, { order, key, amount, reason: 'returned', lines, ...by })
    if (!paid.ok) throw new Error(`Return ${id} was settled but not paid back: ${paid.reason}`)
    if (!paid.isNew) throw new Error(`The key of return ${id} is of another refund`)
    return { ok: true }
  })
}

/** A voucher of the buyer's takes the place of the money. What came back is credited as if it was paid back. */
export async function giveVoucher(
  shop: ReturnShop,
  staff: User,
  id: ReturnRequestId,
  { key, amount }: { key: string; amount: Paise },
): Promise<Settled> {
  return settleOnce(
    shop,
    id,
    { action: 'give-voucher', as: 'voucher', amount },
    async ({ tx, request, order, now }) => {
      const left = await findMost(tx, request, order)
      if (amount > left) return { ok: false, reason: 'too-much', left }
      const { returnId, userId } = request
      await settleReturnRequest(tx, request, { as: 'voucher', amount, staff, now, note: `₹${toRupees(amount)}` })
      const voucher = await createVoucher(tx, { key, userId, amount, returnRequestId: id, now })
      if (voucher.returnRequestId !== id) throw new Error(`The key of return ${id} is of another voucher`)
      const held = returnId === null ? undefined : await findReturn(tx, returnId)
      if (returnId === null || !held) return { ok: true }
      await updateReturnAmount(tx, returnId, amount)
      const { shipmentId, lines, reason } = held
      await issueCreditNote(tx, { returnId, shipmentId, lines, amount, reason: CREDIT_REASONS[reason], now })
      return { ok: true }
    },
  )
}

/** Sends the same again without a charge, while a unit is there: its parcel goes as every other, with a delivery challan. */
export async function replaceReturn(
  shop: ReturnShop,
  staff: User,
  id: ReturnRequestId,
  { key, book, ...carrier }: Carrier & { key: string; book: boolean },
): Promise<Settled> {
  return settleOnce(shop, id, { action: 'replace', as: 'replacement' }, async ({ tx, request, order, now }) => {
    const { position, quantity, userId, returnId } = request
    const { variantId } = await readUnit(tx, request)
    if (variantId !== null) await lockVariants(tx, [variantId])
    const unit = await readUnit(tx, request)
    if (unit.available < quantity) return { ok: false, reason: 'no-unit' }
    const by = book ? { courier: '', awb: '', trackingLink: '' } : carrier
    const shipmentId = await insertShipment(tx, {
      ...{ orderId: order.id, userId, key, ...by, cash: 0, mobile: '' },
      ...{ kind: 'replacement', returnRequestId: id, lines: [{ position, quantity, amount: unit.worth }] },
    })
    if (shipmentId === undefined) return { ok: false, reason: 'awb-taken' }
    if (unit.isCounted && unit.variantId !== null) {
      const wanted = [{ id: unit.variantId, quantity }]
      // Of no shopper, so that a checkout of the buyer keeps its own units.
      await takeUnits(tx, { variants: new Map(), wanted }, { orderId: order.id, userId: '', shipmentId })
    }
    if (book) await enqueueBooking(tx, shipmentId)
    else await enqueueDispatchedEmail(tx, shipmentId)
    if (returnId !== null) await updateReturnAmount(tx, returnId, 0)
    await settleReturnRequest(tx, request, { as: 'replacement', staff, now })
    const shown = await findOrder(tx, order.id)
    if (!shown) throw new Error(`Order ${order.id} of return ${id} is gone`)
    const reason = `Replaces goods of return ${returnNumberOf(id)}`
    await issueDeliveryChallan(tx, { order: shown, shipmentId, reason, now })
    return { ok: true }
  })
}

/** Records once that staff have paid by hand what a request is to give, and tells the buyer. */
export async function markReturnPaid(
  shop: ReturnShop,
  staff: User,
  id: ReturnRequestId,
  paid: PaidBack,
): Promise<PayBackDone> {
  const request = await findReturnRequest(shop.db, id)
  const owed = request && (await findByHand(shop.db, request))
  if (!owed) return { ok: false, reason: 'not-found' }
  return recordPaidBack(shop, staff, { owed: { kind: owed.kind, id: owed.id }, ...paid })
}
