import { randomUUID } from 'node:crypto'
import type { User } from '#domain/accounts/user.ts'
import { formatAmount, type Paise } from '#domain/money.ts'
import { spread } from '#domain/orders/amounts.ts'
import type { PaidBack } from '#domain/orders/cash-received.ts'
import { type Carrier, sumAt } from '#domain/orders/dispatch.ts'
import { type DeskAction, mayDo, spreadOverParcels } from '#domain/returns/desk.ts'
import { isFaultOfShop, type ReturnRequestId, returnNumberOf, type Wish } from '#domain/returns/return-request.ts'
import { issueCreditNote, issueDeliveryChallan } from '#server/billing/issue.ts'
import { lockVariants, takeUnits } from '#server/catalog/stock/queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { findOrder, type OrderRow } from '#server/orders/queries.ts'
import { enqueueBooking, enqueueDispatchedEmail } from '#server/parcels/book.ts'
import { finishDelivery } from '#server/parcels/deliver.ts'
import {
  findFeeBack,
  findReturnValue,
  insertDeskStep,
  insertShipment,
  listReturnsFor,
  updateReturnAmount,
} from '#server/parcels/queries.ts'
import { CREDIT_REASONS, settleReturn, takeBackOf } from '#server/parcels/returns.ts'
import { type PayBackDone, recordPaidBack } from '#server/payments/paid-back.ts'
import { findLeftToPayBack, payBack } from '#server/payments/pay-back.ts'
import type { Shop } from '#server/shop.ts'
import { createVoucher } from '#server/vouchers/create.ts'
import { findByHand, listParcelsOf, readDeskFacts, readUnit } from './desk-queries.ts'
import { findParcelFor, findReturnRequest, type ReturnRequestRow } from './queries.ts'
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
    const parcels = await listParcelsOf(tx, request)
    const left = Math.min(
      quantity,
      parcels.reduce((sum, parcel) => sum + parcel.left, 0),
    )
    const parts = good + damaged > left ? undefined : spreadOverParcels(parcels, { good, damaged })
    if (!parts) return { ok: false, reason: 'too-many', left }
    const pickup = await findParcelFor(tx, id, 'return')
    if (pickup && pickup.step !== 'delivered') await insertDeskStep(tx, pickup.id, 'delivered')
    const now = shop.now()
    for (const [index, { id: shipmentId, ...units }] of parts.entries()) {
      const lines = [{ position, ...units }]
      const back = { shipmentId, lines, reason: 'returned', refund: 'not-yet', returnRequestId: id } as const
      const taken = await takeBackOf(tx, order, { key: index === 0 ? key : randomUUID(), ...back, admin: staff, now })
      if (!taken.ok) throw new Error(`Return ${id} was not taken back of parcel ${shipmentId}: ${taken.reason}`)
    }
    const note = [good > 0 && `${good} good`, damaged > 0 && `${damaged} damaged`].filter(Boolean).join(', ')
    const moved = await moveReturn(tx, request, { to: 'received', staff, now, note })
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
  const parts = await listParts(db, request)
  const { position, quantity } = request
  const units =
    parts.length > 0
      ? sumAt(
          parts.flatMap(({ lines }) => lines),
          position,
        )
      : quantity
  const together = { lines: [{ position, quantity: units }], apart: parts.map(({ id }) => id) }
  const sum = (of: 'value' | 'fee') => parts.reduce((all, part) => all + part[of], 0)
  // A parcel has its own share of what its line costs; of several, what has reduced that is subtracted once.
  const [single] = parts.length === 1 ? parts : []
  const value = single?.value ?? (await findReturnValue(db, order.id, together))
  return Math.min(value + sum('fee'), await findLeftToPayBack(db, order))
}

/**
 * The parts that came back for a request, with what each can give; the delivery fee of its parcel not to who has changed their mind,
 * because they have had that delivery.
 */
async function listParts(db: Db, { id, orderId, reason }: ReturnRequestRow) {
  const held = await listReturnsFor(db, id)
  const apart = held.map((one) => one.id)
  return Promise.all(
    held.map(async (one) => ({
      ...one,
      value: await findReturnValue(db, orderId, { lines: one.lines, from: one.shipmentId, apart }),
      fee: isFaultOfShop(reason) ? await findFeeBack(db, one.id) : 0,
    })),
  )
}

/** Each of these parts with its share of an amount. */
async function listShares(tx: Transaction, request: ReturnRequestRow, amount: Paise) {
  const parts = await listParts(tx, request)
  const shares = spread(
    amount,
    parts.map(({ value, fee }) => value + fee),
  )
  return parts.map(({ value: _, fee, ...part }, index) => ({ ...part, amount: shares[index] ?? 0, withFee: fee > 0 }))
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
    await settleReturnRequest(tx, request, { as: 'money', amount, staff, now, note: formatAmount(amount) })
    // For a fault of the shop money goes back first.
    const isVoucherFirst = request.reason === 'changed-mind'
    const held = await listShares(tx, request, amount)
    if (held.length > 0) {
      for (const one of held) {
        await updateReturnAmount(tx, one.id, one.amount)
        await settleReturn(tx, order, { ...one, toVoucher: isVoucherFirst ? one.amount : 0, now })
      }
      return { ok: true }
    }
    const lines = [{ position: request.position, quantity: 0, amount }]
    const by = { returnRequestId: id, toVoucher: isVoucherFirst ? amount : 0, actorId: staff.userId, now }
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
      const { userId } = request
      await settleReturnRequest(tx, request, { as: 'voucher', amount, staff, now, note: formatAmount(amount) })
      const voucher = await createVoucher(tx, { key, userId, amount, returnRequestId: id, now })
      const held = await listShares(tx, request, amount)
      if (voucher.returnRequestId !== id) throw new Error(`The key of return ${id} is of another voucher`)
      for (const { id: returnId, shipmentId, lines, reason, amount, withFee } of held) {
        await updateReturnAmount(tx, returnId, amount)
        const note = { returnId, shipmentId, lines, amount, withFee, reason: CREDIT_REASONS[reason], now }
        await issueCreditNote(tx, note)
      }
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
    const { position, quantity, userId } = request
    const { variantId } = await readUnit(tx, request)
    if (variantId !== null) await lockVariants(tx, [variantId])
    const unit = await readUnit(tx, request)
    if (unit.available < quantity) return { ok: false, reason: 'no-unit' }
    const by = book ? { courier: '', awb: '', trackingLink: '' } : carrier
    const shipmentId = await insertShipment(tx, {
      orderId: order.id,
      userId,
      key,
      ...by,
      cash: 0,
      mobile: '',
      kind: 'replacement',
      returnRequestId: id,
      lines: [{ position, quantity, amount: unit.worth }],
    })
    if (shipmentId === undefined) return { ok: false, reason: 'awb-taken' }
    if (unit.isCounted && unit.variantId !== null) {
      const wanted = [{ id: unit.variantId, quantity }]
      // Of no shopper, so that a checkout of the buyer keeps its own units.
      await takeUnits(tx, { orderId: order.id, userId: '', shipmentId }, wanted)
    }
    if (book) await enqueueBooking(tx, shipmentId)
    else await enqueueDispatchedEmail(tx, shipmentId)
    for (const one of await listReturnsFor(tx, id)) await updateReturnAmount(tx, one.id, 0)
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
  const byHand = request && (await findByHand(shop.db, request))
  let done: PayBackDone = { ok: false, reason: 'not-found' }
  for (const id of byHand?.ids ?? []) {
    done = await recordPaidBack(shop, staff, { id, ...paid })
    if (!done.ok) return done
  }
  return done
}
