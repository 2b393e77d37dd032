import {
  CASH_ANSWERS,
  CASH_REPLIES,
  type CashReply,
  isWhatsappMessage,
  payloadOf,
  templateNameOf,
  textOf,
  valuesOf,
  type WhatsappMessage,
} from '#domain/messages/whatsapp-messages.ts'
import {
  templateStateOf,
  WHATSAPP_LANGUAGE,
  WHATSAPP_TEMPLATES,
  type WhatsappTemplateName,
} from '#domain/messages/whatsapp-templates.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { ShipmentId } from '#domain/orders/shipment.ts'
import { originOf } from '#server/config.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'
import { allow } from '#server/messages/daily-limit.ts'
import {
  findSentMessage,
  findSentMessageById,
  insertSentMessage,
  lockSentMessage,
  queueMessage,
  type SentMessage,
} from '#server/messages/queries.ts'
import { holdRecipientsOrder } from '#server/messages/send-order.ts'
import { findShipment } from '#server/parcels/queries.ts'
import { WhatsappBusyError, type WhatsappButton, WhatsappRejectedError } from '#server/providers/whatsapp.ts'
import { findReturnStep } from '#server/returns/queries.ts'
import type { Shop } from '#server/shop.ts'
import { findNoticeNumber, findNumberOf, findTemplateState, recordSent, updateTry, upsertTemplate } from './queries.ts'

type SendShop = Pick<Shop, 'config' | 'db' | 'log' | 'now' | 'settings' | 'trackingLinks' | 'whatsapp'>

/** Lasts about three days with the backoff between attempts. */
const MAX_TRIES = 20
/** Meta reports a message that it took, within this time after its answer was lost. */
const REPORT_SECONDS = 120

const AWAITED = 'WhatsApp has not answered yet.'
const LOST = 'The answer of WhatsApp was lost. Its report is waited for before a second try.'
export const DOUBLED = 'The answer of WhatsApp was lost, so it was sent again: it may have arrived twice.'
const STOPPED = 'The customer wants no messages by WhatsApp.'
const NO_NOTICES = 'No confirmed mobile number, or notices are no longer wanted by WhatsApp.'

/** `stepId`: of a return request. */
export type AboutOrder = { template: WhatsappMessage; orderId: OrderId; shipmentId?: ShipmentId; stepId?: number }

/** A job: stores the message once, if the shopper wants it, and sends it. */
export async function sendWhatsapp(shop: SendShop, about: AboutOrder): Promise<void> {
  // Without WhatsApp no shopper could ask for messages.
  if (!shop.whatsapp.isAvailable) return
  const message = await write(shop, about)
  if (message?.state === 'queued') await send(shop, message)
}

/** A job: sends a stored message. */
export async function resendWhatsapp(shop: SendShop, messageId: number): Promise<void> {
  const message = await findSentMessageById(shop.db, messageId)
  if (message?.channel === 'whatsapp' && message.state === 'queued') await send(shop, message)
}

async function write(shop: SendShop, about: AboutOrder): Promise<SentMessage | undefined> {
  const { template, orderId } = about
  const subject = subjectOf(about)
  return shop.db.transaction(async (tx) => {
    const content = await readContent(shop, tx, about)
    if (!content) return undefined
    const { order, number, values } = content
    const status = textOf(templateNameOf(template), values)
    const params = { email: order.email, phone: number, name: values[0] ?? '', amount: '', status, orderId }
    await insertSentMessage(tx, { template, subject, channel: 'whatsapp', params })
    return findSentMessage(tx, { template, subject, channel: 'whatsapp' })
  })
}

function subjectOf({ orderId, shipmentId, stepId }: AboutOrder): string {
  if (stepId !== undefined) return `return-step ${stepId}`
  return shipmentId === undefined ? `order ${orderId}` : `shipment ${shipmentId}`
}

type Content = {
  name: WhatsappTemplateName
  number: string
  values: string[]
  buttons: WhatsappButton[]
  isPaid: boolean
}

/** Read anew for each try, because links are not stored, and `STOP` counts at once. Undefined: nobody wants it any more. */
async function contentOf(shop: SendShop, tx: Transaction, message: SentMessage): Promise<Content | undefined> {
  const { template, params, person } = message
  if (person !== '') return noticeOf(shop, tx, message)
  if (!isWhatsappMessage(template) || params.orderId === undefined) return undefined
  const about = { template, orderId: params.orderId, ...partOf(message) }
  const content = await readContent(shop, tx, about)
  if (!content) return undefined
  const { number, values, order } = content
  const name = templateNameOf(template)
  return { name, number, values, buttons: buttonsOf(shop, about), isPaid: order.paymentId !== undefined }
}

/** Meta takes 1,024 characters with the text around. */
const MAX_NOTICE = 700

/** A notice to staff, at the number that they have confirmed. */
async function noticeOf(
  { settings }: SendShop,
  tx: Transaction,
  { person, params }: SentMessage,
): Promise<Content | undefined> {
  const number = await findNoticeNumber(tx, person)
  if (!number) return undefined
  const { shopName } = await settings.read()
  const values = [shopName, params.status.slice(0, MAX_NOTICE)]
  const buttons = [{ index: 0, urlEnd: (params.path ?? '/adminDashboard').slice(1) }]
  return { name: 'staff_notice', number, values, buttons, isPaid: true }
}

async function readContent(shop: SendShop, tx: Transaction, { template, orderId, shipmentId, stepId }: AboutOrder) {
  const order = await holdRecipientsOrder(tx, orderId)
  const number = order && (await findNumberOf(tx, orderId))
  if (!order || !number) return undefined
  const shipment = shipmentId === undefined ? undefined : await findShipment(tx, shipmentId)
  if (shipmentId !== undefined && (!shipment || shipment.step === 'cancelled')) return undefined
  const step = stepId === undefined ? undefined : await findReturnStep(tx, stepId)
  if (stepId !== undefined && !step) return undefined
  const { shopName } = await shop.settings.read()
  return { order, number, values: valuesOf(template, { order, shopName, shipment, step }) }
}

/** @throws when the job should be retried */
async function send(shop: SendShop, message: SentMessage): Promise<void> {
  const { id } = message
  const content = await shop.db.transaction((tx) => contentOf(shop, tx, message))
  if (!content) return giveUp(shop, message, message.person === '' ? STOPPED : NO_NOTICES)
  if (!shop.whatsapp.isAvailable) {
    const tries = message.tries + 1
    if (message.person !== '' || tries >= MAX_TRIES) return giveUp(shop, message, 'WhatsApp is not connected.')
    await updateTry(shop.db, id, { state: 'queued', tries, problem: 'WhatsApp is not connected.' })
    throw new ProviderUnavailableError('WhatsApp is not connected')
  }
  const { name } = content
  const state = (await findTemplateState(shop.db, name)) ?? 'missing'
  if (state !== 'approved')
    return giveUp(shop, message, `WhatsApp may not send the template ${name} (${state}), so the email went alone.`)
  const { number, values, buttons, isPaid } = content
  if (!(await allow(shop, message, { mailbox: number, isPaid }))) return
  const begun = await begin(shop, id)
  if (begun === 'over') return
  if (begun === 'wait') return sendLater(shop, id)
  try {
    const providerId = await shop.whatsapp.send({
      to: number,
      reference: `message ${id}`,
      template: name,
      values,
      buttons,
    })
    await recordSent(shop.db, id, providerId)
  } catch (error) {
    if (error instanceof WhatsappRejectedError) await noteTemplateRefusal(shop, name, error.code)
    if (error instanceof ProviderRejectedError) return giveUp(shop, message, error.message)
    if (!(error instanceof ProviderUnavailableError)) throw error
    const isBusy = error instanceof WhatsappBusyError
    if (isBusy && message.tries + 1 >= MAX_TRIES) return giveUp(shop, message, error.message)
    // Of two lost answers one may have arrived; a third try could only make it worse.
    if (!isBusy && begun === 'second') return
    // After a first lost answer the next try is still the second one.
    const triedAt = isBusy && begun === 'first' ? { triedAt: null } : {}
    await updateTry(shop.db, id, { state: 'queued', problem: isBusy ? error.message : LOST, ...triedAt })
    if (isBusy) throw error
    await sendLater(shop, id)
  }
}

function partOf({ subject }: SentMessage): Pick<AboutOrder, 'shipmentId' | 'stepId'> {
  const [, kind, id] = /^(shipment|return-step) (\d+)$/.exec(subject) ?? []
  if (kind === undefined) return {}
  return kind === 'shipment' ? { shipmentId: Number(id) } : { stepId: Number(id) }
}

function buttonsOf({ trackingLinks }: SendShop, { template, orderId }: AboutOrder): WhatsappButton[] {
  if (template === 'confirm-cash')
    return CASH_ANSWERS.map((answer, index) => ({ index, payload: payloadOf(orderId, answer) }))
  return WHATSAPP_TEMPLATES[templateNameOf(template)].buttons.map((_, index) => ({
    index,
    urlEnd: trackingLinks.trackingPath(orderId).slice(1),
  }))
}

/**
 * Notes a try before it is made, so that one whose answer is lost, even by the end of this process, is known as such.
 * `wait`: the report of an earlier one may still come. `second`: it did not.
 */
async function begin(shop: SendShop, id: number): Promise<'first' | 'second' | 'wait' | 'over'> {
  return shop.db.transaction(async (tx) => {
    const current = await lockSentMessage(tx, id)
    if (current?.state !== 'queued') return 'over'
    const tries = current.tries + 1
    if (!current.triedAt) {
      await updateTry(tx, id, { state: 'queued', tries, problem: AWAITED, triedAt: shop.now() })
      return 'first'
    }
    if (shop.now().getTime() - current.triedAt.getTime() < 1000 * REPORT_SECONDS) return 'wait'
    await updateTry(tx, id, { state: 'unclear', tries, problem: DOUBLED })
    return 'second'
  })
}

async function sendLater({ db }: SendShop, messageId: number): Promise<void> {
  await db.transaction((tx) => enqueueJob(tx, { job: 'resend-whatsapp', messageId, inSeconds: REPORT_SECONDS }))
}

/** Codes of Meta about a template that its list has not told yet. */
const TEMPLATE_REFUSALS: Record<number, string> = { 132001: 'DELETED', 132015: 'PAUSED', 132016: 'DISABLED' }

async function noteTemplateRefusal({ db, now }: SendShop, name: string, code: number): Promise<void> {
  const status = TEMPLATE_REFUSALS[code]
  if (status) await upsertTemplate(db, { name, language: WHATSAPP_LANGUAGE, state: templateStateOf(status) }, now())
}

/** The email to a shopper goes anyway, and staff are emailed instead. The log omits the reason, which may name the recipient. */
async function giveUp({ db, log }: SendShop, message: SentMessage, problem: string): Promise<void> {
  const { id, template, subject, params, person } = message
  await db.transaction(async (tx) => {
    await updateTry(tx, id, { state: 'failed', problem, triedAt: null })
    if (person !== '') await queueMessage(tx, { template, subject, person, params })
  })
  log.info(`Message ${id} (${template}, ${subject}) did not go by WhatsApp; the email goes alone`)
}

/** A job: answers a pressed button. It is not stored, because it is part of a talk that the shopper has begun. */
export async function sendCashReply(
  shop: SendShop,
  { reply, orderId, press }: { reply: CashReply; orderId: OrderId; press: string },
): Promise<void> {
  const number = await shop.db.transaction((tx) => findNumberOf(tx, orderId))
  if (!number) return
  const link = reply === 'pay' ? ` ${originOf(shop.config)}${shop.trackingLinks.payPath(orderId)}` : ''
  try {
    await shop.whatsapp.send({ to: number, reference: `reply ${press}`, text: CASH_REPLIES[reply](orderId) + link })
  } catch (error) {
    if (!(error instanceof ProviderRejectedError)) throw error
    shop.log.error('WhatsApp refused an answer to a pressed button')
  }
}
