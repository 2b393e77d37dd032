import type { User } from '#domain/accounts/user.ts'
import { productsOf } from '#domain/catalog/sets.ts'
import { coverageOf, coverageOfCounter, lastDayOf, plainPincode } from '#domain/delivery/delivery-area.ts'
import { type Rupees, toPaise, toRupees } from '#domain/money.ts'
import type { CashRefusal } from '#domain/orders/cash.ts'
import {
  decideOrder,
  isSameCheckout,
  type Order,
  type OrderDecision,
  type QuotedLine,
  quoteAll,
  type RequestedCheckout,
  type RequestedLine,
} from '#domain/orders/order.ts'
import { type PickUp, pickUpOf } from '#domain/orders/pick-up.ts'
import type { DeskPayment } from '#domain/orders/take-order.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { updateAddressUse } from '#server/accounts/profile/address-queries.ts'
import { listVariants, takeUnits } from '#server/catalog/stock/queries.ts'
import { listSetParts } from '#server/catalog/stock/set-queries.ts'
import { lockStock } from '#server/catalog/stock/stock.ts'
import { type ForSale, listForSale, lockForSale } from '#server/catalog/storefront-queries.ts'
import { NOW, type Transaction } from '#server/db/connection.ts'
import { violates } from '#server/db/constraints.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { type Charged, chargeDelivery } from '#server/delivery/fee.ts'
import { findArea } from '#server/delivery/queries.ts'
import type { RateLimited } from '#server/http/rate-limit.ts'
import { type LockedOffers, lockOffersForCheckout, type WantedOffers } from '#server/offers/decide.ts'
import { insertOfferUses } from '#server/offers/use-queries.ts'
import { findPause, findSettings } from '#server/settings/queries.ts'
import type { Shop } from '#server/shop.ts'
import { type LockedVoucher, lockVoucherForCheckout, type WantedVoucher } from '#server/vouchers/pay.ts'
import { insertUse } from '#server/vouchers/queries.ts'
import { findRefusalOf } from './cash.ts'
import {
  CheckoutKeyUsed,
  findOrderByKey,
  findOrderDurably,
  findWaitingCash,
  insertOrder,
  isCheckoutKeyUsed,
  updateOrder,
} from './queries.ts'

/** Today's price and problem of each cart line; reads only. @param userId the shopper, if logged in */
export async function quoteLines(
  { db }: Pick<Shop, 'db'>,
  lines: readonly RequestedLine[],
  userId?: string,
): Promise<QuotedLine[]> {
  const parts = await listSetParts(db, productIdsOf(lines))
  const ids = [...new Set([...productIdsOf(lines), ...productsOf([...parts.values()].flat())])]
  const [products, variants] = await Promise.all([listForSale(db, ids), listVariants(db, ids, userId)])
  return quoteAll(lines, { products, variants, parts })
}

/** The order is new, or the one that this key has placed before. */
export type Placed =
  | { ok: true; order: Order }
  | { ok: false; reason: 'changed'; quotes: QuotedLine[] }
  /** The shop does not take cash for this order. */
  | { ok: false; reason: 'no-cash'; refusal: CashRefusal }
  /** It does not deliver to this pincode, or orders cannot be picked up any more. */
  | { ok: false; reason: 'no-delivery' | 'no-pick-up' }
  /** It takes no orders now. */
  | { ok: false; reason: 'paused'; message: string }
  /** The voucher pays nothing, or not what the shopper saw. */
  | Extract<LockedVoucher, { ok: false }>
  /** Offers take another amount off than the shopper saw. */
  | Extract<LockedOffers, { ok: false }>
  /** The delivery fee is not what the shopper saw. */
  | Extract<Charged, { ok: false }>
  /** This key belongs to an order with another cart or address. */
  | { ok: false; reason: 'other-order'; order: Order }
  /** An admin has deleted the order of this key. */
  | { ok: false; reason: 'deleted' }
  | { ok: false; reason: 'account-deleted' }

/** Places one cash order per checkout key, however often and from however many tabs the request is sent. */
export async function placeOrder(
  shop: Pick<Shop, 'db'>,
  user: User,
  checkout: RequestedCheckout,
  voucher?: WantedVoucher,
  offers?: WantedOffers,
): Promise<Placed> {
  try {
    return await shop.db.transaction((tx) => placeInTransaction(tx, user, checkout, { voucher, offers }))
  } catch (error) {
    if (error instanceof CheckoutKeyUsed) return { ok: false, reason: 'deleted' }
    if (violates(error, 'orders_shopper')) return { ok: false, reason: 'account-deleted' }
    throw error
  }
}

/**
 * Places an order within the caller's transaction.
 *
 * @param byDesk how the customer pays an order that staff take: the rules for cash hold for cash only, and no rule about an
 * unconfirmed account holds, because staff have spoken with the customer. A pause of the shop is for shoppers
 */
export async function placeInTransaction(
  tx: Transaction,
  user: Pick<User, 'userId' | 'email'>,
  checkout: RequestedCheckout,
  {
    byDesk,
    voucher,
    offers,
  }: { byDesk?: DeskPayment; voucher?: WantedVoucher | undefined; offers?: WantedOffers | undefined } = {},
): Promise<Placed> {
  const { key: checkoutKey, address } = checkout
  const { pincode, mobileNumber } = address
  const { userId, email } = user
  // A refused order may exist already: it was placed before its pots were Sold, or before the rules changed.
  const refuse = async (refusal: Placed) => (await findEarlierOrder(tx, user, checkout)) ?? refusal
  // All in one round trip, because the products stay locked.
  const [sale, settings, { listed, area }, unconfirmed] = await Promise.all([
    lockForSale(tx, productIdsOf(checkout.lines), user.userId),
    findSettings(tx),
    findArea(tx, plainPincode(pincode)),
    findWaitingCash(tx, user.userId),
  ])
  const pickUp = checkout.isPickedUp ? pickUpOf(settings) : undefined
  const coverage = pickUp ? coverageOfCounter(settings) : coverageOf(settings, listed, area)
  const locked = await lockStock(tx, checkout.lines, sale, user.userId)
  const priced = decideOrder(checkout.lines, { ...sale, variants: locked.variants })
  if (!priced.ok) return refuse({ ...priced, reason: 'changed' })
  const message = byDesk ? undefined : await findPause(tx, settings)
  if (message) return refuse({ ok: false, reason: 'paused', message })
  if (checkout.isPickedUp && !pickUp) return refuse({ ok: false, reason: 'no-pick-up' })
  if (!coverage.delivers) return refuse({ ok: false, reason: 'no-delivery' })
  const buyer = { userId, email, paysOnline: byDesk === 'link' }
  const cost = await decideCost(tx, settings, { checkout, buyer, sale, priced, pickUp, voucher, offers })
  if (!cost.ok) return refuse(cost)
  const { totalAmount, uses, paid, terms, lines } = cost
  const rest = totalAmount - toRupees(paid?.amount ?? 0)
  const isCash = byDesk === undefined || byDesk === 'cash'
  const isUnconfirmed = unconfirmed !== undefined && !byDesk
  const asked = { coverage, userId, mobileNumber, total: rest, isUnconfirmed }
  const refusal = isCash ? await findRefusalOf(tx, settings, asked) : undefined
  if (refusal) return refuse({ ok: false, reason: 'no-cash', refusal })

  const [order] = await Promise.all([
    insertOrder(
      tx,
      { userId, email, checkoutKey, address, totalAmount, terms, lines, deliversBy: lastDayOf(coverage, new Date()) },
      { withEmail: true, byDesk: byDesk !== undefined },
    ),
    updateAddressUse(tx, userId, address),
  ])
  if (order) {
    await takeUnits(tx, { orderId: order.id, userId }, locked.wanted)
    await insertOfferUses(tx, order.id, uses)
    if (paid) await insertUse(tx, { voucherId: paid.id, orderId: order.id, amount: paid.amount })
    const placed = paid ? withVoucher(order, rest) : order
    // The desk was paid at the counter, or all of it is paid online before anything is sent.
    if (byDesk === 'counter') await updateOrder(tx, order.id, { paidAtCounter: NOW })
    if (byDesk === 'link') await updateOrder(tx, order.id, { due: totalAmount })
    if (byDesk || !settings.confirmCashOrders || rest === 0) return { ok: true, order: placed }
    await updateOrder(tx, order.id, { confirmationAskedAt: NOW })
    await enqueueJob(tx, { job: 'send-cash-email', orderId: order.id, template: 'confirm-cash' })
    return { ok: true, order: { ...placed, awaitsConfirmation: true } }
  }
  const earlier = await findEarlierOrder(tx, user, checkout)
  if (!earlier) throw new Error('The order of this checkout was deleted while the request was repeated')
  return earlier
}

type Basket = {
  checkout: RequestedCheckout
  buyer: Pick<User, 'userId' | 'email'> & { paysOnline: boolean }
  sale: ForSale
  priced: Extract<OrderDecision, { ok: true }>
  pickUp: PickUp | undefined
  voucher: WantedVoucher | undefined
  offers: WantedOffers | undefined
}

/**
 * The cost of an order at this second with its offers, its delivery and its voucher, which are locked in this sequence. Call
 * it after products and stock are locked.
 */
export async function decideCost(
  tx: Transaction,
  settings: Settings,
  { checkout, buyer, sale, priced, pickUp, voucher, offers }: Basket,
) {
  const { key, address } = checkout
  const payer = { ...buyer, mobileNumber: address.mobileNumber, checkoutKey: key }
  const offered = await lockOffersForCheckout(tx, offers, { priced, buyer: payer })
  if (!offered.ok) return offered
  const delivery = { decision: offered.decision, place: pickUp ? 'counter' : address, seen: checkout.seenFee } as const
  const charged = await chargeDelivery(tx, settings, delivery)
  if (!charged.ok) return charged
  const { totalAmount, lines, terms } = charged.decision
  const total = toPaise(totalAmount)
  const paid = voucher && (await lockVoucherForCheckout(tx, voucher, { userId: buyer.userId, total, key }))
  if (paid?.ok === false) return paid
  const gift = settings.gifts && checkout.gift
  return {
    ok: true as const,
    totalAmount,
    uses: offered.uses,
    paid,
    terms: { ...terms, ...(gift && { gift }), ...(pickUp && { pickUp }) },
    lines: lines.map((line) => ({ ...line, sellerId: sale.sellers.get(line.id) ?? null })),
  }
}

function withVoucher(order: Order, rest: Rupees): Order {
  return { ...order, voucherPaid: order.totalAmount - rest, ...(rest === 0 && { paidByVoucher: true as const }) }
}

/** Limits how fast one user may order; repeating a checkout that has become an order is always allowed. */
export async function limitOrders(
  shop: Pick<Shop, 'db' | 'limits'>,
  user: User,
  key: string,
  address: string,
): Promise<RateLimited | undefined> {
  const tooMany = await shop.limits.consumeOnce('order', { address, account: user.userId }, key)
  return tooMany && (await findOrderByKey(shop.db, user.userId, key)) ? undefined : tooMany
}

/** The earlier result of this checkout key; undefined: the key is new. */
export async function findEarlierOrder(
  tx: Transaction,
  user: Pick<User, 'userId'>,
  { key, lines, address, isPickedUp }: RequestedCheckout,
): Promise<Extract<Placed, { ok: true } | { reason: 'other-order' | 'deleted' }> | undefined> {
  const order = await findOrderDurably(tx, user.userId, key)
  if (!order) return (await isCheckoutKeyUsed(tx, user.userId, key)) ? { ok: false, reason: 'deleted' } : undefined
  const earlier = { lines: order.cartItems, address: order.addressInfo, isPickedUp: order.pickUp !== undefined }
  if (isSameCheckout(earlier, { lines, address, isPickedUp })) return { ok: true, order }
  return { ok: false, reason: 'other-order', order }
}

function productIdsOf(lines: readonly RequestedLine[]): number[] {
  return [...new Set(lines.map(({ id }) => id))]
}
