import { type Paise, toPaise } from '#domain/money.ts'
import { decideOrder, isSameCheckout, type Order, type QuotedLine } from '#domain/order.ts'
import type { User } from './contexts.ts'
import {
  type Checkout,
  insertCheckout,
  keepProviderOrder,
  lockOpenCheckout,
  replaceCheckout,
  updateCheckout,
} from './db/checkouts.ts'
import type { Transaction } from './db/connection.ts'
import { lockForSale } from './db/products.ts'
import { findEarlier, type RequestedCheckout } from './orders.ts'
import { settle } from './payments.ts'
import { ProviderRefusal, ProviderSilence } from './provider-errors.ts'
import type { Shop } from './shop.ts'

export type Opened =
  | { kind: 'pay'; checkoutId: string; providerOrderId: string; amount: Paise }
  /** This checkout is an order already. */
  | { kind: 'placed'; order: Order }
  /** Its key has ordered something else, or to another address. */
  | { kind: 'other-order'; order: Order }
  /** Its order has been deleted. */
  | { kind: 'deleted' }
  | { kind: 'changed'; quotes: QuotedLine[] }
  /** There is nothing to pay. */
  | { kind: 'free' }
  /** The provider cannot, or will not, just now. */
  | { kind: 'unavailable' }

/** Prepares an online payment. However often and from however many tabs it is asked for, it is the same one. */
export async function openCheckout(
  shop: Pick<Shop, 'db' | 'payments' | 'log'>,
  user: User,
  wanted: RequestedCheckout,
): Promise<Opened> {
  if (!shop.payments.isAvailable) return { kind: 'unavailable' }
  const written = await shop.db.transaction((tx) => writeCheckout(tx, user, wanted))
  if (written.kind !== 'written') return written
  const { checkout, replaced, isNew } = written
  const { id: checkoutId, amount } = checkout
  try {
    const payable = checkout.providerOrderId ?? replaced?.providerOrderId
    if (payable) {
      const earlier = await lookForPayment(shop, user, payable, wanted)
      if (earlier) return earlier
    }
    const providerOrderId = checkout.providerOrderId ?? (await openProviderOrder(shop, checkout, isNew))
    return { kind: 'pay', checkoutId, providerOrderId, amount }
  } catch (error) {
    if (!(error instanceof ProviderRefusal || error instanceof ProviderSilence)) throw error
    shop.log.error(`Checkout ${checkoutId} could not be opened at the payment provider`, error)
    return { kind: 'unavailable' }
  }
}

/** Who comes back may have paid already, in a tab that was closed before we heard of it. */
async function lookForPayment(
  shop: Pick<Shop, 'db' | 'payments' | 'log'>,
  user: User,
  providerOrderId: string,
  wanted: RequestedCheckout,
): Promise<Earlier | undefined> {
  for (const payment of await shop.payments.listPayments(providerOrderId)) await settle(shop, payment)
  return shop.db.transaction((tx) => findEarlierKind(tx, user, wanted))
}

type Earlier = Extract<Opened, { kind: 'placed' | 'other-order' | 'deleted' }>
type Written =
  | { kind: 'written'; checkout: Checkout; replaced: Checkout | undefined; isNew: boolean }
  | Exclude<Opened, { kind: 'pay' }>

async function writeCheckout(tx: Transaction, user: User, wanted: RequestedCheckout): Promise<Written> {
  const open = await lockOpenCheckout(tx, user.uid, wanted.key)
  // Asked for after the lock: whoever has just settled it has made the order by now.
  const earlier = await findEarlierKind(tx, user, wanted)
  if (earlier) return earlier

  const { products, sellers } = await lockForSale(tx, [...new Set(wanted.lines.map(({ id }) => id))])
  const decision = decideOrder(wanted.lines, products)
  if (!decision.ok) return { kind: 'changed', quotes: decision.quotes }
  const amount = toPaise(decision.totalAmount)
  if (amount === 0) return { kind: 'free' }
  const { address } = wanted
  const lines = decision.lines.map((line) => ({ ...line, sellerId: sellers.get(line.id) ?? null }))

  if (open?.amount === amount && isSameCheckout({ lines: open.lines, address: open }, wanted)) {
    await updateCheckout(tx, open.id, { address, lines })
    return { kind: 'written', checkout: open, replaced: undefined, isNew: false }
  }
  // The provider's order is for another amount, cart or address, and somebody may be paying it at this very moment: who
  // does gets what was agreed then.
  if (open) await replaceCheckout(tx, open.id)
  const checkout = await insertCheckout(tx, {
    userId: user.uid,
    email: user.email,
    checkoutKey: wanted.key,
    address,
    lines,
    amount,
  })
  return { kind: 'written', checkout, replaced: open, isNew: true }
}

async function findEarlierKind(tx: Transaction, user: User, wanted: RequestedCheckout): Promise<Earlier | undefined> {
  const earlier = await findEarlier(tx, user, wanted)
  if (earlier?.ok) return { kind: 'placed', order: earlier.order }
  if (earlier?.reason === 'other-order') return { kind: 'other-order', order: earlier.order }
  return earlier && { kind: 'deleted' }
}

/** One receipt is one order of the provider's, also when its answer gets lost, or we die before we have kept it. */
async function openProviderOrder(
  { db, payments }: Pick<Shop, 'db' | 'payments'>,
  { id, amount }: Checkout,
  isNew: boolean,
): Promise<string> {
  const asked = { receipt: id, amount }
  const found = isNew ? undefined : await payments.findOrder(asked)
  const providerOrderId =
    found ??
    (await payments.createOrder(asked).catch(async (error) => {
      // An answer that got lost, or a receipt that another tab has used this instant.
      const made = await payments.findOrder(asked)
      if (made) return made
      throw error
    }))
  return keepProviderOrder(db, id, providerOrderId)
}
