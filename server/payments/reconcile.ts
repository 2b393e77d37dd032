import { reportOfListed } from '#domain/orders/dispute.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { ProviderRejectedError } from '#server/errors.ts'
import { checkEach } from '#server/providers/circuit-breaker.ts'
import type { Shop } from '#server/shop.ts'
import { findDisputeStates, saveDispute } from './dispute-queries.ts'
import {
  deleteOldEvents,
  listCheckoutsToSync,
  listPendingRefunds,
  listRequestedRefunds,
  type Refund,
  recordChecked,
  recordRefundChecked,
} from './queries.ts'
import { applyRefundUpdate, syncRefundsOf } from './refunds.ts'
import { settle } from './settle.ts'

type PaymentShop = Pick<Shop, 'db' | 'payments' | 'log' | 'now'>

type Round = {
  /** Also those that were checked recently, for the round after a start. */
  every?: boolean
  /** When this round has begun, ISO 8601, if it is continued. */
  before?: string
}

/**
 * A job: asks the provider about every open checkout and refund, and for its disputes, because webhooks get lost and browsers are closed.
 *
 * @param signal ends this run; another one does the rest
 * @throws ProviderUnavailableError when the provider is down; the next round checks the rest
 */
export async function reconcile(
  shop: PaymentShop,
  { every = false, before = new Date().toISOString() }: Round,
  signal?: AbortSignal,
): Promise<void> {
  if (!shop.payments.isAvailable) return
  await enqueueRequestedRefunds(shop, every)
  const which = { every, before }
  const checkouts = await checkEach(shop, await listCheckoutsToSync(shop.db, which), {
    nameOf: (providerOrderId) => `Order ${providerOrderId}`,
    check: (providerOrderId) => syncCheckout(shop, providerOrderId),
    signal,
  })
  const refunds = await checkEach(shop, await listPendingRefunds(shop.db, which), {
    nameOf: ({ id, paymentId }) => `Refund ${id} of payment ${paymentId}`,
    check: (refund) => syncPendingRefund(shop, refund),
    signal,
  })
  await deleteOldEvents(shop.db)
  if (checkouts === 'done' && refunds === 'done') return syncDisputes(shop)
  await shop.db.transaction((tx) => enqueueJob(tx, { job: 'reconcile', ...which }))
}

async function syncCheckout(shop: PaymentShop, providerOrderId: string): Promise<void> {
  await ignoreRejected(shop, `order ${providerOrderId}`, async () => {
    for (const payment of await shop.payments.listPayments(providerOrderId)) await settle(shop, payment)
  })
  await recordChecked(shop.db, providerOrderId)
}

async function syncPendingRefund(shop: PaymentShop, { id, paymentId, providerRefundId }: Refund): Promise<void> {
  if (providerRefundId) await syncRefund(shop, providerRefundId)
  else await findExternalRefund(shop, paymentId)
  await recordRefundChecked(shop.db, id)
}

/** The bank decides for the buyer where nobody answers a dispute in time. */
async function syncDisputes(shop: PaymentShop): Promise<void> {
  await ignoreRejected(shop, 'its list of disputes', async () => {
    const askedAt = new Date(Math.floor(Date.now() / 1000) * 1000)
    // The bound ends a list that repeats itself.
    for (let page = 0; page < 100; page += 1) {
      const { disputes, isLast } = await shop.payments.listDisputes(page)
      const ids = disputes.map(({ disputeId }) => disputeId)
      const stored = await findDisputeStates(shop.db, ids)
      for (const dispute of disputes) {
        const report = reportOfListed(dispute, stored.get(dispute.disputeId), askedAt)
        if (report) await shop.db.transaction((tx) => saveDispute(tx, report))
      }
      if (isLast) return
    }
  })
}

async function enqueueRequestedRefunds({ db }: Pick<Shop, 'db'>, every: boolean): Promise<void> {
  for (const { id: refundId } of await listRequestedRefunds(db, { every })) {
    await db.transaction((tx) => enqueueJob(tx, { job: 'request-refund', refundId, isReminder: true }))
  }
}

/** A job: fetches a payment from the provider and settles it. */
export async function syncPayment(shop: PaymentShop, paymentId: string): Promise<void> {
  await ignoreRejected(shop, `payment ${paymentId}`, async () =>
    settle(shop, await shop.payments.getPayment(paymentId)),
  )
}

/**
 * A job: fetches a refund from the provider and stores its state.
 *
 * @param refundId the provider's
 */
export async function syncRefund(shop: PaymentShop, refundId: string): Promise<void> {
  await ignoreRejected(shop, `refund ${refundId}`, async () =>
    applyRefundUpdate(shop, await shop.payments.getRefund(refundId)),
  )
}

/** A job: finds the refunds that were made in the provider's dashboard. */
export async function findExternalRefund(shop: PaymentShop, paymentId: string): Promise<void> {
  await ignoreRejected(shop, `payment ${paymentId}`, () => syncRefundsOf(shop, paymentId))
}

/** Logs a rejection instead of throwing it, because a retry would be rejected too. @throws every other error */
export async function ignoreRejected({ log }: Pick<Shop, 'log'>, subject: string, work: () => Promise<unknown>) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ProviderRejectedError)) throw error
    log.error(`The payment provider does not know ${subject}`, error)
  }
}
