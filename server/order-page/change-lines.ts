import type { User } from '#domain/accounts/user.ts'
import { formatRupees, toPaise } from '#domain/money.ts'
import type { OfferUse } from '#domain/offers/offer.ts'
import { orderTotal } from '#domain/orders/amounts.ts'
import { isPaid } from '#domain/orders/cash.ts'
import type { VariantToSell } from '#domain/orders/change-form.ts'
import {
  arrangeLines,
  backToVoucher,
  type ChangeProblem,
  canRemove,
  changeText,
  decideMoney,
  fingerprintOf,
  mayChangeLines,
  type Offered,
  offeredOf,
  type PresentLine,
  type WantedChange,
} from '#domain/orders/change-lines.ts'
import { decideOrderChange, foldSets } from '#domain/orders/change-sets.ts'
import { sumAt } from '#domain/orders/dispatch.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { LineQuantity } from '#domain/orders/shipment.ts'
import { listPaidAdvances, reissueReceiptVoucher } from '#server/billing/issue.ts'
import {
  listProductsOfVariants,
  listTaken,
  listVariants,
  lockVariants,
  takeUnits,
  type UnitsOfVariant,
} from '#server/catalog/stock/queries.ts'
import { giveBackChanged } from '#server/catalog/stock/stock.ts'
import { lockForSale } from '#server/catalog/storefront-queries.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { decideAgain } from '#server/offers/decide.ts'
import { replaceOfferUses } from '#server/offers/use-queries.ts'
import {
  findChange,
  findOrder,
  findOrderRow,
  insertChange,
  listLinesToChange,
  lockOrder,
  type NewLines,
  type OrderRow,
  updateLines,
  updateOrder,
} from '#server/orders/queries.ts'
import { keepCancelledLines, listSent } from '#server/parcels/queries.ts'
import { deliverIfArrived } from '#server/parcels/steps.ts'
import { refundPart } from '#server/payments/pay-back.ts'
import { hasReductions, lockCheckoutsOfOrder, lockOpenCheckout, replaceCheckout } from '#server/payments/queries.ts'
import type { Shop } from '#server/shop.ts'
import { listVariantsToSell } from './to-sell-queries.ts'

export type ChangeRequest = {
  /** Made by the form, so that a repeated request changes once. */
  key: string
  orderId: OrderId
  /** `fingerprintOf` the lines that the form was opened with. */
  seen: string
  wanted: WantedChange
}

/** `changed`: somebody else has changed or sent a part of it since the form was opened. `gap`: see `arrangeLines`. */
export type LinesChange =
  | { ok: true; changeId: number; refund: number; due: number }
  | { ok: false; reason: 'not-found' | 'not-allowed' | 'changed' | 'nothing' | 'last-line' | 'too-many-lines' | 'gap' }
  /** The price of a line was lowered by a refund, which would go back again with the line. */
  | { ok: false; reason: 'reduced' }
  | { ok: false; reason: 'problems'; problems: Record<string, ChangeProblem> }

/**
 * Changes what an order holds before it is sent: quantities, lines, sizes and finishes. Stock, total, cash, refund and the
 * vouchers of an advance follow in this transaction; a refusal writes nothing.
 */
export async function changeLines(
  shop: Pick<Shop, 'db' | 'now'>,
  admin: User,
  request: ChangeRequest,
): Promise<LinesChange> {
  const change = await shop.db.transaction(async (tx): Promise<LinesChange & { isSentNow?: boolean }> => {
    // The key before the order, in the same sequence as settling a payment, which may arrive at this moment.
    await lockCheckoutsOfOrder(tx, request.orderId)
    const order = await lockOrder(tx, request.orderId)
    if (!order) return { ok: false, reason: 'not-found' }
    const known = await findChange(tx, { key: request.key })
    if (known?.orderId === order.id) return { ok: true, changeId: known.id, refund: known.refund, due: known.due }
    if (known || !mayChangeLines(order)) return { ok: false, reason: 'not-allowed' }
    const present = await listPresentLines(tx, order.id)
    if (fingerprintOf(present) !== request.seen) return { ok: false, reason: 'changed' }

    const { sale, offered } = await lockOffered(tx, present, request.wanted)
    const decision = decideOrderChange(present, request.wanted, sale)
    if (!decision.ok) return decision
    const placed = arrangeLines(present, decision.kept, decision.added)
    if (!placed) return { ok: false, reason: 'gap' }
    const touched = present.filter(({ position, quantity }) => sumAt(decision.kept, position) < quantity)
    const positions = [...touched.map(({ position }) => position), ...placed.moved.map(({ from }) => from)]
    if (await hasReductions(tx, order.id, positions)) return { ok: false, reason: 'reduced' }

    const { changed, units } = decision
    const {
      kept,
      added: fresh,
      offer,
      totalAmount,
      uses,
    } = await withOffersAgain(tx, order, present, { ...decision, ...placed })
    const { restInCash, ...money } = decideMoney({ ...order, isPaid: isPaid(order) }, totalAmount)
    const toVoucher = backToVoucher({ ...order, isPaid: isPaid(order) }, { totalAmount, refund: money.refund })
    const voucherPaid = order.voucherPaid - toVoucher
    const advances = await listPaidAdvances(tx, order.id)
    const taken = await listTaken(tx, order.id)
    const { key, orderId } = request
    const totals = { totalBefore: order.totalAmount, totalAfter: totalAmount }
    const changeId = await insertChange(tx, { key, orderId, lines: changed, ...totals, ...money })
    const added = fresh.map((line) => ({ ...line, sellerId: sale.sellers.get(line.line.id) ?? null }))
    await keepCancelledLines(tx, orderId)
    await updateLines(tx, order, {
      ...placed,
      added,
      kept,
      offer,
      totalAmount,
      due: money.due,
      voucherPaid,
      restInCash,
    })
    await replaceOfferUses(tx, order.id, uses)
    const isSentNow = isAllSent(present, decision)
    if (isSentNow) await updateOrder(tx, orderId, { dispatched: 'whole' })
    await moveUnits(tx, { order, changeId, admin, units, taken, offered })
    await replaceOpenCheckout(tx, order)
    const back = { amount: toPaise(Math.max(money.refund, toVoucher)), toVoucher: toPaise(toVoucher) }
    await refundPart(tx, order, { changeId, reason: 'changed', ...back })
    await insertAudit(tx, admin, {
      action: 'change order',
      subject: `order ${orderId}`,
      before: { total: formatRupees(order.totalAmount) },
      after: { items: changed.map(changeText).join('; '), total: formatRupees(totalAmount) },
    })
    await enqueueJob(tx, { job: 'send-change-email', changeId })
    const after = advances.length > 0 ? await findOrder(tx, orderId) : undefined
    if (after) await reissueReceiptVoucher(tx, after, { advances, now: shop.now() })
    return { ok: true, changeId, ...money, isSentNow }
  })
  const { isSentNow, ...answer } = change
  // Apart, because a delivery locks products, which come before the variants that a change has locked.
  if (isSentNow) await shop.db.transaction(async (tx) => deliverIfArrived(tx, await lockOrder(tx, request.orderId)))
  return answer
}

type NewContents = Pick<NewLines, 'kept'> & { added: readonly Omit<NewLines['added'][number], 'sellerId'>[] }

/** The new lines with what offers take off them, which is decided again. */
async function withOffersAgain(
  tx: Transaction,
  order: OrderRow,
  present: readonly PresentLine[],
  { kept, added }: NewContents,
): Promise<NewContents & Pick<NewLines, 'offer' | 'totalAmount'> & { uses: OfferUse[] }> {
  // A discount that a line has here is that of its set.
  const stays = kept.flatMap(({ position, quantity, discount = 0, discountBefore = 0 }) => {
    const line = present.find((one) => one.position === position)
    const before = line && { ...line, discount: (line.discount ?? 0) - discountBefore }
    return line ? [{ ...line, quantity, discount, before }] : []
  })
  const lines = [...stays, ...added.map(({ line }) => ({ ...line, sent: 0 }))]
  // A part that is paid online earns no offer for paying online.
  const paysOnline = isPaid(order) && order.restInCash === 0
  const { shares, discount, uses } = await decideAgain(tx, { ...order, isPaid: paysOnline }, lines)
  const off = (index: number) => (lines[index]?.discount ?? 0) + (shares[index] ?? 0)
  const totals = lines.map(({ price, quantity }, index) => ({ price, quantity, discount: off(index) }))
  return {
    kept: kept.map((line, index) => ({ ...line, discount: off(index) })),
    added: added.map((one, index) => ({ ...one, line: { ...one.line, discount: off(kept.length + index) } })),
    ...(discount > 0 && { offer: { name: uses.map(({ name }) => name).join(', '), discount } }),
    totalAmount: orderTotal(totals, order.deliveryFee),
    uses,
  }
}

/** Only what is in parcels already is left of the order. */
function isAllSent(
  present: readonly PresentLine[],
  { kept, added }: { kept: readonly LineQuantity[]; added: readonly unknown[] },
): boolean {
  const isSent = ({ position, quantity }: LineQuantity) =>
    present.some((line) => line.position === position && line.sent === quantity)
  return added.length === 0 && kept.every(isSent)
}

async function listPresentLines(db: Db, id: OrderId): Promise<PresentLine[]> {
  const lines = await listLinesToChange(db, id)
  const sent = await listSent(db, id)
  return lines.map((line) => ({ ...line, sent: sumAt(sent, line.position) }))
}

/**
 * Locks the products of what is added, and the variants of everything that changes. No unit that a shopper's open payment
 * holds is available.
 */
async function lockOffered(tx: Transaction, present: readonly PresentLine[], wanted: WantedChange) {
  const named = [...wanted.added, ...wanted.lines].flatMap(({ variantId }) => variantId ?? [])
  const more = present.filter((line) =>
    wanted.lines.some(({ position, quantity }) => position === line.position && quantity > (line.set ?? line).quantity),
  )
  const ordered = more.map(({ id, set }) => set?.id ?? id)
  const ids = [...new Set([...ordered, ...(await listProductsOfVariants(tx, named))])]
  const locked = await lockForSale(tx, ids)
  const ours = present.flatMap(({ variantId }) => variantId ?? [])
  const ofSets = [...locked.parts.values()].flat().map(({ variantId }) => variantId)
  await lockVariants(tx, [...new Set([...ours, ...named, ...ofSets])])
  // Read again, because the units may have changed while the locks were awaited.
  const sale = { ...locked, variants: await listVariants(tx, [...locked.products.keys()]) }
  return { sale, offered: offeredOf(sale.products, sale.variants) }
}

type UnitsChange = {
  order: OrderRow
  changeId: number
  admin: User
  units: readonly { variantId: number; by: number }[]
  taken: readonly UnitsOfVariant[]
  offered: ReadonlyMap<number, Offered>
}

/** Takes and gives back units of counted variants. */
async function moveUnits(tx: Transaction, { order, changeId, admin, units, taken, offered }: UnitsChange) {
  const isCounted = (id: number) => (offered.get(id)?.variant.available ?? null) !== null
  const wanted = units.flatMap(({ variantId: id, by }) => (by > 0 && isCounted(id) ? [{ id, quantity: by }] : []))
  const freed = units.flatMap(({ variantId: id, by }) => (by < 0 ? [{ id, quantity: -by }] : []))
  await takeUnits(tx, { orderId: order.id, userId: NO_HOLDER, changeId }, wanted)
  await giveBackChanged(tx, { orderId: order.id, changeId, actorId: admin.userId }, freed, taken)
}

/** Units that the shopper holds for another cart stay theirs. */
const NO_HOLDER = ''

/** A payment that was opened for the old amount goes back when it arrives, so another is opened for the new one. */
async function replaceOpenCheckout(tx: Transaction, order: OrderRow): Promise<void> {
  const open = await lockOpenCheckout(tx, order.userId, order.checkoutKey)
  if (open?.orderId === order.id) await replaceCheckout(tx, open.id)
}

/** The data that the editor shows. Undefined: there is no such order, or it can no longer be changed. */
export type ChangeForm = {
  /** Those of a set as one. `needsAnother`: it can be removed only if another product takes its place. */
  lines: (PresentLine & { variants: VariantToSell[]; needsAnother: boolean })[]
  seen: string
  order: { isPaid: boolean; totalAmount: number; due: number; voucherPaid: number; restInCash: number }
}

/** `canRemove`: with nothing in its place, unless it is the last one. */
export type LinesToChange = { seen: string; lines: { sent: number; canRemove: boolean }[] }

/** Data for changing one line on the order's page; undefined: nothing can be changed. */
export async function readLinesToChange(db: Db, order: OrderRow): Promise<LinesToChange | undefined> {
  if (!mayChangeLines(order)) return undefined
  const lines = await listPresentLines(db, order.id)
  const shown = lines.map((line) => ({ sent: line.sent, canRemove: line.sent === 0 && canRemove(lines, line) }))
  return { seen: fingerprintOf(lines), lines: shown }
}

export async function readChangeForm({ db }: Pick<Shop, 'db'>, id: OrderId): Promise<ChangeForm | undefined> {
  const order = await findOrderRow(db, id)
  if (!order || !mayChangeLines(order)) return undefined
  const lines = await listPresentLines(db, id)
  const folded = foldSets(lines, { products: new Map(), variants: new Map() })
  const variants = await listVariantsToSell(db, { products: [...new Set(folded.map((line) => line.id))] })
  return {
    lines: folded.map((line) => ({
      ...line,
      // A set is exchanged for nothing: there is one way to buy it.
      variants: variants.filter(({ productId }) => productId === line.id && lines.some(({ id }) => id === line.id)),
      needsAnother: !canRemove(lines, line),
    })),
    seen: fingerprintOf(lines),
    order: {
      isPaid: isPaid(order),
      totalAmount: order.totalAmount,
      due: order.due,
      voucherPaid: order.voucherPaid,
      restInCash: order.restInCash,
    },
  }
}
