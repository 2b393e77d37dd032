import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { User } from '#domain/account.ts'
import type { Order } from '#domain/orders/order.ts'
import type { RefundReason } from '#domain/orders/payment.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { findOrderByKey } from '#server/orders/queries.ts'
import { ProviderRejectedError, ProviderUnavailableError } from '#server/provider-errors.ts'
import type { Shop } from '#server/shop.ts'
import { type Checkout, findCheckoutOf, listCheckoutsToSync, recordChecked } from './checkout-queries.ts'
import {
  deleteOldEvents,
  findRefund,
  insertEvent,
  listPendingRefunds,
  listRequestedRefunds,
  recordRefundChecked,
} from './queries.ts'
import { applyRefundUpdate, findRefundOwner } from './refunds.ts'
import { settle } from './settle.ts'

type PaymentShop = Pick<Shop, 'db' | 'payments' | 'log'>

export type Confirmed =
  | { kind: 'placed'; order: Order }
  /** The money has come, and goes back. */
  | { kind: 'refunded'; reason: RefundReason }
  /** Not a payment of this checkout. */
  | { kind: 'refused' }
  /** It is one, but the provider cannot tell us more just now. */
  | { kind: 'waiting' }

/** What the widget reports to the browser, and the browser to us. None of it is believed. */
export async function confirmPayment(
  shop: PaymentShop,
  user: User,
  reported: { checkoutId: string; paymentId: string; signature: string },
): Promise<Confirmed> {
  const { checkoutId, paymentId, signature } = reported
  const checkout = await findCheckoutOf(shop.db, user.uid, checkoutId)
  const providerOrderId = checkout?.providerOrderId
  if (!providerOrderId || !shop.payments.isPaymentGenuine(providerOrderId, paymentId, signature)) {
    shop.log.error(`Refused a payment that is not genuine: ${paymentId}, for checkout ${checkoutId}, by ${user.uid}`)
    return { kind: 'refused' }
  }
  try {
    const payment = await shop.payments.getPayment(paymentId)
    if (payment.orderId !== providerOrderId) {
      shop.log.error(`Refused payment ${paymentId}: it is for ${payment.orderId}, not for ${providerOrderId}`)
      return { kind: 'refused' }
    }
    await settle(shop, payment)
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError || error instanceof ProviderRejectedError)) throw error
    // Genuine all the same: the webhook or the next round of questions settles it.
    shop.log.error(`Payment ${paymentId} is not settled yet`, error)
  }
  return reportOutcome(shop, checkout, paymentId)
}

async function reportOutcome({ db }: Pick<Shop, 'db'>, checkout: Checkout, paymentId: string): Promise<Confirmed> {
  const refund = await findRefund(db, paymentId)
  if (refund) return { kind: 'refunded', reason: refund.reason }
  const order = await findOrderByKey(db, checkout.userId, checkout.checkoutKey)
  return order?.paymentId === paymentId ? { kind: 'placed', order } : { kind: 'waiting' }
}

/** Ids become keys of rows and jobs, so one that is not as the provider makes them goes no further than here. */
const named = (id: RegExp) => v.optional(v.object({ entity: v.object({ id: v.pipe(v.string(), v.regex(id)) }) }))
const messageSchema = v.object({
  event: v.pipe(v.string(), v.regex(/^[\w.]{1,100}$/)),
  payload: v.object({ payment: named(/^pay_\w{1,60}$/), refund: named(/^rfnd_\w{1,60}$/) }),
})
const EVENT_ID = /^[\w.-]{1,100}$/

/** `unreadable`: from the provider, and not what we know of its messages. */
export type Heard = 'heard' | 'not-genuine' | 'unreadable'

/**
 * A message from the provider. It is only noted, and what it tells of is asked for later: so it is answered at once,
 * and one that is late, repeated or out of order says nothing wrong.
 *
 * @param body the raw bytes as received
 */
export async function receiveWebhook(
  shop: Pick<Shop, 'db' | 'payments'>,
  body: Uint8Array,
  { signature, eventId }: { signature: string; eventId: string | undefined },
): Promise<Heard> {
  if (!shop.payments.isMessageGenuine(body, signature)) return 'not-genuine'
  const message = parseMessage(body)
  if (!message) return 'unreadable'
  const { event, payload } = message
  const id = eventId && EVENT_ID.test(eventId) ? eventId : createHash('sha256').update(body).digest('hex')
  const paymentId = payload.payment?.entity.id
  const refundId = payload.refund?.entity.id
  await shop.db.transaction(async (tx) => {
    if (!(await insertEvent(tx, id, event))) return
    if (paymentId) await enqueueJob(tx, { job: 'look-at-payment', paymentId, key: `look-at:${paymentId}` })
    if (refundId) await enqueueJob(tx, { job: 'look-at-refund', refundId, key: `look-at:${refundId}` })
  })
  return 'heard'
}

function parseMessage(body: Uint8Array) {
  try {
    const parsed = v.safeParse(messageSchema, JSON.parse(Buffer.from(body).toString('utf8')))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/** A job. Only the provider's own answer counts. */
export async function syncPayment(shop: PaymentShop, paymentId: string): Promise<void> {
  await learn(shop, `payment ${paymentId}`, async () => settle(shop, await shop.payments.getPayment(paymentId)))
}

/** A job. */
export async function syncRefund(shop: PaymentShop, refundId: string): Promise<void> {
  await learn(shop, `refund ${refundId}`, async () => applyRefundUpdate(shop, await shop.payments.getRefund(refundId)))
}

/** A job. */
export async function findExternalRefund(shop: PaymentShop, paymentId: string): Promise<void> {
  await learn(shop, `payment ${paymentId}`, () => findRefundOwner(shop, paymentId))
}

/** Not one lost answer, but nobody there. */
const SILENCES = 3

/**
 * A job: asks the provider about everything that is still open, for messages get lost and browsers are closed.
 *
 * @param every also what was asked about a moment ago: after a start nobody knows what was missed
 * @throws ProviderSilence when nobody answers; the next round asks about what is left
 */
export async function reconcile(shop: PaymentShop, { every }: { every: boolean }): Promise<void> {
  if (!shop.payments.isAvailable) return
  await remindOfRefunds(shop, every)
  const callProvider = createCircuitBreaker(shop)
  for (const providerOrderId of await listCheckoutsToSync(shop.db, { every })) {
    await callProvider(`Order ${providerOrderId}`, async () => {
      await learn(shop, `order ${providerOrderId}`, async () => {
        for (const payment of await shop.payments.listPayments(providerOrderId)) await settle(shop, payment)
      })
      await recordChecked(shop.db, providerOrderId)
    })
  }
  for (const { paymentId, providerRefundId } of await listPendingRefunds(shop.db, { every })) {
    await callProvider(`The refund of payment ${paymentId}`, async () => {
      if (providerRefundId) await syncRefund(shop, providerRefundId)
      else await findExternalRefund(shop, paymentId)
      await recordRefundChecked(shop.db, paymentId)
    })
  }
  await deleteOldEvents(shop.db)
}

async function remindOfRefunds({ db }: Pick<Shop, 'db'>, every: boolean): Promise<void> {
  for (const { paymentId } of await listRequestedRefunds(db, { every })) {
    await db.transaction((tx) =>
      enqueueJob(tx, { job: 'refund', paymentId, key: `refund:${paymentId}`, isReminder: true }),
    )
  }
}

/** Passes over an answer that gets lost, but not that nobody is there. */
function createCircuitBreaker({ log }: Pick<Shop, 'log'>) {
  let silences = 0
  return async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
      silences = 0
    } catch (error) {
      if (!(error instanceof ProviderUnavailableError) || ++silences === SILENCES) throw error
      log.error(`${what} is asked about in the next round`, error)
    }
  }
}

/** A refusal is noted and left: they know nothing of it. @throws everything but a refusal */
async function learn(shop: Pick<Shop, 'log'>, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ProviderRejectedError)) throw error
    shop.log.error(`The payment provider knows nothing of ${what}`, error)
  }
}
