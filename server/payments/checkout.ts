import type { User } from '#domain/accounts/user.ts'
import { decideHold } from '#domain/catalog/stock/hold.ts'
import { type Coverage, coverageOfCounter, lastDayOf } from '#domain/delivery/delivery-area.ts'
import { type Paise, type Rupees, toPaise, toRupees } from '#domain/money.ts'
import { hasSameUses } from '#domain/offers/offer.ts'
import { cashMessage } from '#domain/orders/cash.ts'
import {
  decideOrder,
  isSameCheckout,
  type Order,
  type QuotedLine,
  type RequestedCheckout,
} from '#domain/orders/order.ts'
import { pickUpOf } from '#domain/orders/pick-up.ts'
import { NO_PART_PAID, partPaidNow, partsText } from '#domain/shop/part-paid.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { recordConsent } from '#server/accounts/queries.ts'
import { upsertHolds } from '#server/catalog/stock/queries.ts'
import { type LockedStock, lockStock, releaseHolds } from '#server/catalog/stock/stock.ts'
import { lockForSale } from '#server/catalog/storefront-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { answerIfViolated } from '#server/db/constraints.ts'
import { findCoverage } from '#server/delivery/queries.ts'
import { ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'
import type { WantedOffers } from '#server/offers/decide.ts'
import { findRefusalOf } from '#server/orders/cash.ts'
import { decideCost, findEarlierOrder } from '#server/orders/place.ts'
import { findPause, findSettings } from '#server/settings/queries.ts'
import type { Shop } from '#server/shop.ts'
import type { WantedVoucher } from '#server/vouchers/pay.ts'
import {
  findHoldFacts,
  holdVoucher,
  insertCheckout,
  lockHolder,
  lockOpenCheckout,
  reopenCheckout,
  replaceCheckout,
  type StoredCheckout,
  saveProviderOrder,
  updateHeldUntil,
} from './queries.ts'
import { settle } from './settle.ts'

export type Opened =
  | { kind: 'pay'; checkoutId: string; providerOrderId: string; amount: Paise }
  /** This checkout has become an order already. */
  | { kind: 'placed'; order: Order }
  /** This key belongs to an order with another cart or address. */
  | { kind: 'other-order'; order: Order }
  /** Its order has been deleted. */
  | { kind: 'deleted' }
  /** The account was deleted meanwhile. */
  | { kind: 'account-deleted' }
  | { kind: 'changed'; quotes: QuotedLine[] }
  /** The shop does not deliver to this pincode. */
  | { kind: 'no-delivery' }
  /** Orders cannot be picked up any more. */
  | { kind: 'no-pick-up' }
  /** The shop takes no orders now. A payment that was opened before still buys what it was opened for. */
  | { kind: 'paused'; message: string }
  /** The total is zero, or a voucher pays it. */
  | { kind: 'free' }
  | { kind: 'voucher'; message: string; pays: number }
  | { kind: 'offers'; message: string }
  | { kind: 'delivery-fee'; fee: Rupees; message: string }
  /** Its rest cannot be paid in cash, or it cannot be paid in two parts. */
  | { kind: 'no-cash'; message: string }
  /** The amount to pay now is another than the shopper saw. */
  | { kind: 'part'; message: string }
  /** The provider is down or rejects the request. */
  | { kind: 'unavailable' }

/** Prepares an online payment. Requests with the same checkout key, from any tab, get the same payment. */
export async function openCheckout(
  shop: Pick<Shop, 'db' | 'payments' | 'log' | 'now'>,
  user: User,
  requested: RequestedCheckout,
  voucher?: WantedVoucher,
  offers?: WantedOffers,
): Promise<Opened> {
  if (!shop.payments.isAvailable) return { kind: 'unavailable' }
  const written = await answerIfViolated<Written>('checkouts_shopper', { kind: 'account-deleted' }, () =>
    shop.db.transaction((tx) => writeCheckout(tx, user, requested, { voucher, offers })),
  )
  if (written.kind !== 'written') return written
  const { checkout, replaced, isNew } = written
  const { id: checkoutId, amount } = checkout
  try {
    const payable = checkout.providerOrderId ?? replaced?.providerOrderId
    if (payable) {
      const earlier = await findCompletedPayment(shop, user, payable, requested)
      if (earlier) return earlier
    }
    const providerOrderId = checkout.providerOrderId ?? (await openProviderOrder(shop, checkout, isNew))
    return { kind: 'pay', checkoutId, providerOrderId, amount }
  } catch (error) {
    if (!(error instanceof ProviderRejectedError || error instanceof ProviderUnavailableError)) throw error
    shop.log.error(`Checkout ${checkoutId}: the payment provider could not create its order`, error)
    return { kind: 'unavailable' }
  }
}

/** A returning shopper may have paid in a tab that was closed before it could report the payment. */
async function findCompletedPayment(
  shop: Pick<Shop, 'db' | 'payments' | 'log' | 'now'>,
  user: User,
  providerOrderId: string,
  requested: RequestedCheckout,
): Promise<Earlier | undefined> {
  for (const payment of await shop.payments.listPayments(providerOrderId)) await settle(shop, payment)
  return shop.db.transaction((tx) => findEarlierResult(tx, user, requested))
}

type Earlier = Extract<Opened, { kind: 'placed' | 'other-order' | 'deleted' }>
type Written =
  | { kind: 'written'; checkout: StoredCheckout; replaced: StoredCheckout | undefined; isNew: boolean }
  | Exclude<Opened, { kind: 'pay' }>

async function writeCheckout(
  tx: Transaction,
  user: User,
  requested: RequestedCheckout,
  { voucher, offers }: { voucher: WantedVoucher | undefined; offers: WantedOffers | undefined },
): Promise<Written> {
  const open = await lockOpenCheckout(tx, user.userId, requested.key)
  await lockHolder(tx, user.userId)
  // Read after taking the lock, when a concurrent settlement has committed its order.
  const earlier = await findEarlierResult(tx, user, requested)
  if (earlier) return earlier

  const settings = await findSettings(tx)
  const message = await findPause(tx, settings)
  if (message) return { kind: 'paused', message }
  const pickUp = requested.isPickedUp ? pickUpOf(settings) : undefined
  if (requested.isPickedUp && !pickUp) return { kind: 'no-pick-up' }
  const coverage = pickUp ? coverageOfCounter(settings) : await findCoverage(tx, requested.address.pincode, settings)
  if (!coverage.delivers) return { kind: 'no-delivery' }
  const deliversBy = lastDayOf(coverage, new Date())
  const ids = [...new Set(requested.lines.map(({ id }) => id))]
  const sale = await lockForSale(tx, ids, user.userId)
  const locked = await lockStock(tx, requested.lines, sale, user.userId)
  const priced = decideOrder(requested.lines, { ...sale, variants: locked.variants })
  if (!priced.ok) return { kind: 'changed', quotes: priced.quotes }
  // The rest of what is paid in part is paid in cash, so it earns no offer for paying online.
  const paysOnline = requested.seenPart === undefined
  const buyer = { ...user, paysOnline }
  const cost = await decideCost(tx, settings, { checkout: requested, buyer, sale, priced, pickUp, voucher, offers })
  if (!cost.ok) {
    const { message } = cost
    if (cost.reason === 'delivery-fee') return { kind: cost.reason, fee: cost.fee, message }
    return cost.reason === 'voucher' ? { kind: cost.reason, message, pays: cost.pays } : { kind: cost.reason, message }
  }
  const { uses, paid, lines } = cost
  const toPay = cost.totalAmount - toRupees(paid?.amount ?? 0)
  if (toPay === 0) return { kind: 'free' }
  const part = await decidePart(tx, settings, { requested, user, coverage, toPay })
  if (part.kind !== 'pay') return part
  const { restInCash } = part
  const amount = toPaise(toPay - restInCash)
  const { address } = requested
  const terms = { ...cost.terms, ...(restInCash > 0 && { restInCash }) }

  const isSameVoucher = open?.voucherId === (paid?.id ?? null) && open.voucherAmount === (paid?.amount ?? 0)
  if (
    open?.amount === amount &&
    open.restInCash === restInCash &&
    isSameVoucher &&
    hasSameUses(open.offers, uses) &&
    isSameCheckout({ lines: open.lines, address: open, isPickedUp: open.pickUp !== null }, requested)
  ) {
    await reopenCheckout(tx, open.id, { address, lines, terms, deliversBy })
    if (paid) await holdVoucher(tx, open.id)
    await hold(tx, locked, open)
    return { kind: 'written', checkout: open, replaced: undefined, isNew: false }
  }
  // The open provider order has another amount, cart or address, and somebody may be paying it right now; such a
  // payment still buys what it was opened for.
  if (open) await replaceCheckout(tx, open.id)
  const checkout = await insertCheckout(tx, {
    userId: user.userId,
    email: user.email,
    checkoutKey: requested.key,
    address,
    lines,
    terms,
    amount,
    offers: uses,
    ...(paid && { voucherId: paid.id, voucherAmount: paid.amount }),
    deliversBy,
  })
  if (paid) await holdVoucher(tx, checkout.id)
  await hold(tx, locked, checkout)
  if (open) await releaseHolds(tx, [open.id])
  await recordConsent(tx, user.userId, 'checkout')
  return { kind: 'written', checkout, replaced: open, isNew: true }
}

type PartRequest = {
  requested: RequestedCheckout
  user: User
  coverage: Coverage
  toPay: Rupees
}

/** The amount that is left to be paid in cash, if the shopper wants that. */
async function decidePart(
  tx: Transaction,
  settings: Settings,
  { requested, user: { userId }, coverage, toPay }: PartRequest,
): Promise<{ kind: 'pay'; restInCash: Rupees } | Extract<Opened, { kind: 'no-cash' | 'part' }>> {
  const { seenPart, address } = requested
  if (seenPart === undefined) return { kind: 'pay', restInCash: 0 }
  const asked = { coverage, userId, mobileNumber: address.mobileNumber, total: toPay, isUnconfirmed: true }
  const refusal = await findRefusalOf(tx, settings, asked)
  if (refusal) return { kind: 'no-cash', message: cashMessage(refusal, true) }
  // Nothing is collected at a counter that was paid before.
  const now = requested.isPickedUp ? undefined : partPaidNow(settings.partPaidOnline, toPay)
  if (now === undefined) return { kind: 'no-cash', message: NO_PART_PAID }
  const parts = { now, rest: toPay - now }
  return now === seenPart
    ? { kind: 'pay', restInCash: parts.rest }
    : {
        kind: 'part',
        message: `What you pay now has changed: ${partsText(parts).toLowerCase()}. Order again to place it.`,
      }
}

async function hold(tx: Transaction, { wanted }: LockedStock, { id: checkoutId, userId, checkoutKey }: StoredCheckout) {
  if (wanted.length === 0) return
  const { held, seconds } = decideHold(wanted, await findHoldFacts(tx, userId, checkoutKey))
  if (held.length === 0) return
  await upsertHolds(tx, { checkoutId, userId, seconds }, held)
  await updateHeldUntil(tx, checkoutId, seconds)
}

async function findEarlierResult(
  tx: Transaction,
  user: User,
  requested: RequestedCheckout,
): Promise<Earlier | undefined> {
  const earlier = await findEarlierOrder(tx, user, requested)
  if (earlier?.ok) return { kind: 'placed', order: earlier.order }
  if (earlier?.reason === 'other-order') return { kind: 'other-order', order: earlier.order }
  return earlier && { kind: 'deleted' }
}

/** Looks up the receipt before creating, so that a lost answer or a crash never creates a second provider order. */
export async function openProviderOrder(
  { db, payments }: Pick<Shop, 'db' | 'payments'>,
  { id, amount }: StoredCheckout,
  isNew: boolean,
): Promise<string> {
  const input = { receipt: id, amount }
  const found = isNew ? undefined : await payments.findOrder(input)
  const providerOrderId =
    found ??
    (await payments.createOrder(input).catch(async (error) => {
      // The answer may have been lost, or another tab may have used this receipt meanwhile.
      const created = await payments.findOrder(input)
      if (created) return created
      throw error
    }))
  return saveProviderOrder(db, id, providerOrderId)
}
