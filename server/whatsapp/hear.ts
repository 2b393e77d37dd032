import { hash } from 'node:crypto'
import type { SentState } from '#domain/messages/sent-message.ts'
import { type CashReply, isStop, parsePayload } from '#domain/messages/whatsapp-messages.ts'
import { payableNow } from '#domain/orders/cash.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { publishSentMessage } from '#server/messages/queries.ts'
import { requestCancel } from '#server/order-page/cancel.ts'
import { confirmCashOrder, declineCashOrder } from '#server/orders/cash.ts'
import { findOrder, findOrderRow } from '#server/orders/queries.ts'
import { hasEvent, insertEvent } from '#server/payments/queries.ts'
import type { WhatsappEvent } from '#server/providers/whatsapp-webhook.ts'
import type { Shop } from '#server/shop.ts'
import { findNumberOf, lockReported, updateTry } from './queries.ts'
import { DOUBLED } from './send.ts'
import { noteTemplate } from './templates.ts'
import { stopUpdates } from './updates.ts'

export type HearShop = Pick<Shop, 'db' | 'now'> & { payments: Pick<Shop['payments'], 'isAvailable'> }

/** Does what a genuine webhook tells. One that is repeated, late or out of order does no harm. */
export async function hear(shop: HearShop, event: WhatsappEvent): Promise<void> {
  switch (event.kind) {
    case 'template':
      return noteTemplate(shop, event.template, event.at ?? shop.now())
    case 'status':
      return noteStatus(shop, event)
    case 'wrote':
      return isStop(event.text) ? hearOnce(shop, event.id, () => stop(shop, event.from)) : undefined
    case 'pressed':
      return press(shop, event)
  }
}

/** A message only moves forward. One that may have arrived twice stays marked so until one of the two has arrived. */
const RANK: Record<SentState, number> = { queued: 0, held: 0, sent: 1, unclear: 1, failed: 2, delivered: 3, read: 4 }

async function noteStatus({ db }: HearShop, event: Extract<WhatsappEvent, { kind: 'status' }>): Promise<void> {
  const [, number] = /^message (\d{1,15})$/.exec(event.reference) ?? []
  await db.transaction(async (tx) => {
    const id = number === undefined ? undefined : Number(number)
    const message = await lockReported(tx, { providerId: event.id, id })
    if (!message) return
    const isForward = RANK[event.state] > RANK[message.state]
    const mark = message.problem === DOUBLED ? DOUBLED : null
    const problem = event.state === 'failed' ? (event.problem?.words ?? 'WhatsApp could not deliver it.') : mark
    await updateTry(tx, message.id, {
      ...(isForward ? { state: event.state, problem } : { state: message.state, problem: message.problem }),
      providerId: message.providerId ?? event.id,
      triedAt: null,
    })
    if (isForward) await publishSentMessage(tx, message.id)
  })
}

async function press(shop: HearShop, event: Extract<WhatsappEvent, { kind: 'pressed' }>): Promise<void> {
  // The text of a button is its payload where the template was sent without one.
  if (isStop(event.payload)) return hearOnce(shop, event.id, () => stop(shop, event.from))
  const pressed = parsePayload(event.payload)
  if (!pressed) return
  const { orderId, answer } = pressed
  // The number may have changed hands or been corrected since the message went out.
  if ((await shop.db.transaction((tx) => findNumberOf(tx, orderId))) !== event.from) return
  const answers = {
    yes: () => confirm(shop, orderId),
    cancel: () => cancel(shop, orderId),
    pay: () => pay(shop, orderId),
  }
  await hearOnce(shop, event.id, answers[answer], orderId)
}

/** Meta repeats a webhook that it thinks was lost, and an old one must not undo what came later. */
async function hearOnce(
  { db }: HearShop,
  id: string,
  act: () => Promise<CashReply | undefined>,
  orderId?: OrderId,
): Promise<void> {
  // Meta's id has the phone number in it.
  const event = hash('sha256', id)
  if (await hasEvent(db, event)) return
  const reply = await act()
  await db.transaction(async (tx) => {
    if (!(await insertEvent(tx, event, 'whatsapp')) || !reply || orderId === undefined) return
    await enqueueJob(tx, { job: 'send-whatsapp-reply', reply, orderId, press: event.slice(0, 16) })
  })
}

async function stop(shop: HearShop, number: string): Promise<undefined> {
  await stopUpdates(shop, number)
}

async function confirm(shop: HearShop, id: OrderId): Promise<CashReply> {
  const order = await confirmCashOrder(shop, id)
  return order?.state === 'confirmed' || order?.state === 'paid' ? 'confirmed' : 'too-late'
}

/** An order that waits for its confirmation is cancelled at once; otherwise the shop is asked, as from the order's page. */
async function cancel(shop: HearShop, id: OrderId): Promise<CashReply> {
  if (await declineCashOrder(shop, id)) return 'cancelled'
  const order = await findOrder(shop.db, id)
  if (!order || order.cancel === 'cancelled') return 'cancelled'
  const asked = await requestCancel(shop, { userId: order.userId }, id)
  return asked.ok ? 'cancel-requested' : 'too-late'
}

async function pay({ db, payments }: HearShop, id: OrderId): Promise<CashReply> {
  const order = await findOrderRow(db, id)
  return order && payments.isAvailable && payableNow(order) > 0 ? 'pay' : 'no-pay'
}
