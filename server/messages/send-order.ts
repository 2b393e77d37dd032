import { writeDeclinedEmail, writeReviewRequest } from '#domain/messages/customer-emails.ts'
import {
  writeCashEmail,
  writeChangeEmail,
  writeOrderEmail,
  writeOwedEmail,
  writeRestPaidEmail,
} from '#domain/messages/order-emails.ts'
import { writePaidBackEmail, writeReturnEmail, writeReturnStep } from '#domain/messages/return-emails.ts'
import type { Say } from '#domain/messages/say.ts'
import { writeShipmentEmail } from '#domain/messages/shipment-emails.ts'
import type {
  CashEmailTemplate,
  MessageTemplate,
  OrderEmailTemplate,
  ShipmentEmailTemplate,
} from '#domain/messages/templates.ts'
import { isWhatsappMessage } from '#domain/messages/whatsapp-messages.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { ShipmentId } from '#domain/orders/shipment.ts'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import { findCreditNoteOf, listInvoicesOf } from '#server/billing/queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { findChange, findOrder, holdOrder } from '#server/orders/queries.ts'
import { findOrderIdOf, findReturn, findShipment } from '#server/parcels/queries.ts'
import { findCounterRefund } from '#server/payments/by-hand-queries.ts'
import { findPayment } from '#server/payments/queries.ts'
import { findReturnStep } from '#server/returns/queries.ts'
import { holdReview } from '#server/reviews/queries.ts'
import type { Shop } from '#server/shop.ts'
import { insertSentMessage, renewSentMessage } from './queries.ts'
import { type EmailContext, sendOnce } from './send.ts'

type OrderContext = EmailContext & Partial<Pick<Shop, 'whatsapp'>>

/** A job. */
export async function sendOrderEmail(
  shop: OrderContext,
  template: OrderEmailTemplate,
  orderId: OrderId,
): Promise<void> {
  await sendOnce(shop, template, `order ${orderId}`, async (tx, say) => {
    const order = await holdRecipientsOrder(tx, orderId)
    if (!order) return undefined
    // Taken back before it was written; the page has said so to who pressed.
    if (template === 'cancellation-requested' && order.cancel === 'none') return undefined
    await alsoByWhatsapp(shop, tx, { template, orderId })
    return writeOrderEmail(say, template, order, order.status === 'delivered' ? await listInvoicesOf(tx, orderId) : [])
  })
}

/** A job. */
export async function sendCashEmail(
  shop: OrderContext & Pick<Shop, 'payments'>,
  template: CashEmailTemplate,
  orderId: OrderId,
): Promise<void> {
  const { cancelUnconfirmedHours } = await shop.settings.read()
  await sendOnce(shop, template, `order ${orderId}`, async (tx, say) => {
    const order = await holdRecipientsOrder(tx, orderId)
    // The template that Meta has approved speaks of the delivery.
    if (order && !order.pickUp) await alsoByWhatsapp(shop, tx, { template, orderId })
    return (
      order &&
      writeCashEmail(say, template, order, {
        canPayOnline: shop.payments.isAvailable,
        cancelAfterHours: cancelUnconfirmedHours,
      })
    )
  })
}

/** A job. */
export async function sendShipmentEmail(
  shop: OrderContext,
  template: ShipmentEmailTemplate,
  shipmentId: ShipmentId,
): Promise<void> {
  const isUndone = template === 'dispatch-undone'
  const write = async (tx: Transaction, say: Say) => {
    const orderId = await findOrderIdOf(tx, shipmentId)
    const order = orderId === undefined ? undefined : await holdRecipientsOrder(tx, orderId)
    const shipment = await findShipment(tx, shipmentId)
    if (!order || !shipment || (shipment.step === 'cancelled') !== isUndone) return undefined
    // It was handed over before this was written, so its code is spent.
    if (template === 'ready-to-pick-up' && shipment.step !== 'packed') return undefined
    // It went out again before this was written.
    if (template === 'not-delivered' && shipment.step !== 'not-delivered') return undefined
    await alsoByWhatsapp(shop, tx, { template, orderId: order.id, shipmentId })
    const invoices = await listInvoicesOf(tx, order.id)
    const invoice = invoices.find(
      (other) => other.shipmentId === shipmentId && (other.kind === 'credit-note') === isUndone,
    )
    return writeShipmentEmail(say, template, order, { ...shipment, invoice })
  }
  // A second correction or attempt is another email.
  const store = template === 'courier-changed' || template === 'not-delivered' ? renewSentMessage : insertSentMessage
  await sendOnce(shop, template, `shipment ${shipmentId}`, write, store)
}

/** A job. */
export async function sendReturnEmail(shop: EmailContext, returnId: number): Promise<void> {
  await sendOnce(shop, 'returned', `return ${returnId}`, async (tx, say) => {
    const taken = await findReturn(tx, returnId)
    if (!taken || taken.amount === null) return undefined
    const order = await holdRecipientsOrder(tx, taken.orderId)
    const creditNote = await findCreditNoteOf(tx, returnId)
    return order && writeReturnEmail(say, order, { ...taken, amount: taken.byHand, creditNote })
  })
}

/** A job. */
export async function sendPaidBackEmail(shop: EmailContext, counterRefundId: number): Promise<void> {
  await sendOnce(shop, 'paid-back', `counter-refund ${counterRefundId}`, async (tx, say) => {
    const refund = await findCounterRefund(tx, counterRefundId)
    const order = refund && (await holdRecipientsOrder(tx, refund.orderId))
    if (!refund?.paidBackOn || !order) return undefined
    const { returnId } = refund
    const lines = returnId === null ? undefined : (await findReturn(tx, returnId))?.lines
    const creditNote = returnId === null ? undefined : await findCreditNoteOf(tx, returnId)
    return writePaidBackEmail(say, order, { ...refund, paidBackOn: refund.paidBackOn, lines, creditNote })
  })
}

/** A job: says that this is going to be paid back by hand. */
export async function sendOwedEmail(shop: EmailContext, counterRefundId: number): Promise<void> {
  await sendOnce(shop, 'refund-requested', `counter-refund ${counterRefundId}`, async (tx, say) => {
    const refund = await findCounterRefund(tx, counterRefundId)
    const order = refund && (await holdRecipientsOrder(tx, refund.orderId))
    return order && writeOwedEmail(say, order, refund)
  })
}

/** A job. */
export async function sendChangeEmail(shop: EmailContext, changeId: number): Promise<void> {
  await sendOnce(shop, 'order-changed', `change ${changeId}`, async (tx, say) => {
    const change = await findChange(tx, { id: changeId })
    const order = change && (await holdRecipientsOrder(tx, change.orderId))
    return order && writeChangeEmail(say, order, change)
  })
}

/** A job. */
export async function sendRestPaidEmail(shop: EmailContext, orderId: OrderId, paymentId: string): Promise<void> {
  await sendOnce(shop, 'rest-paid', `payment ${paymentId}`, async (tx, say) => {
    const order = await holdRecipientsOrder(tx, orderId)
    const payment = await findPayment(tx, paymentId)
    return order && payment && writeRestPaidEmail(say, order, payment.amount)
  })
}

/** A job: tells the buyer what has happened to their return request. */
export async function sendReturnStep(shop: OrderContext, stepId: number): Promise<void> {
  await sendOnce(shop, 'return-step', `return-step ${stepId}`, async (tx, say) => {
    const step = await findReturnStep(tx, stepId)
    const order = step && (await holdRecipientsOrder(tx, step.orderId))
    if (!order) return undefined
    await alsoByWhatsapp(shop, tx, { template: 'return-step', orderId: order.id, stepId })
    return writeReturnStep(say, order, step)
  })
}

/** A job: asks the buyer of a delivered order for a review, once. */
export async function sendReviewRequest(shop: EmailContext, orderId: OrderId): Promise<void> {
  await sendOnce(shop, 'review-asked', `order ${orderId}`, async (tx, say) => {
    const order = await holdRecipientsOrder(tx, orderId)
    return order?.status === 'delivered' ? writeReviewRequest(say, order) : undefined
  })
}

/** A job: tells the author why a review was not published; again, if it is declined again for another reason. */
export async function sendDeclinedReview(shop: EmailContext, reviewId: number): Promise<void> {
  const write = async (tx: Transaction, say: Say) => {
    const review = await holdReview(tx, reviewId)
    // Changed or withdrawn before it was written.
    return review?.reason ? writeDeclinedEmail(say, { ...review, reason: review.reason }) : undefined
  }
  await sendOnce(shop, 'review-declined', `review ${reviewId}`, write, renewSentMessage)
}

/** Messages that have a template there go by WhatsApp too, if the shopper asked for it. */
async function alsoByWhatsapp(
  { whatsapp }: Partial<Pick<Shop, 'whatsapp'>>,
  tx: Transaction,
  { template, ...about }: { template: MessageTemplate; orderId: OrderId; shipmentId?: ShipmentId; stepId?: number },
): Promise<void> {
  if (whatsapp?.isAvailable && isWhatsappMessage(template))
    await enqueueJob(tx, { job: 'send-whatsapp', template, ...about })
}

/** Share-locked, so that an erasure finds the email too. Undefined: it was deleted, or its buyer's account was. */
export async function holdRecipientsOrder(tx: Transaction, orderId: OrderId): Promise<Order | undefined> {
  await holdOrder(tx, orderId)
  const order = await findOrder(tx, orderId)
  return order?.userId === DELETED_USER.id ? undefined : order
}
