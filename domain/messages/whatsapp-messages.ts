import { formatPaise, formatRupees } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { Shipment } from '#domain/orders/shipment.ts'
import { RETURN_STATE_LABELS, returnNumberOf, WISHES } from '#domain/returns/return-request.ts'
import { emailName } from './email-text.ts'
import type { ToldStep } from './return-emails.ts'
import type { MessageTemplate } from './templates.ts'
import { WHATSAPP_TEMPLATES, type WhatsappTemplateName } from './whatsapp-templates.ts'

/** Messages that also go by WhatsApp, with the template that says the same. */
const SENT_BY_WHATSAPP = {
  'order-placed': 'order_placed',
  'confirm-cash': 'confirm_cash',
  dispatched: 'dispatched',
  'out-for-delivery': 'out_for_delivery',
  'not-delivered': 'not_delivered',
  delivered: 'delivered',
  'return-step': 'return_update',
} as const satisfies Partial<Record<MessageTemplate, WhatsappTemplateName>>

export type WhatsappMessage = keyof typeof SENT_BY_WHATSAPP

export function isWhatsappMessage(template: MessageTemplate): template is WhatsappMessage {
  return Object.hasOwn(SENT_BY_WHATSAPP, template)
}

export function templateNameOf(message: WhatsappMessage): (typeof SENT_BY_WHATSAPP)[WhatsappMessage] {
  return SENT_BY_WHATSAPP[message]
}

type About = {
  order: Pick<Order, 'id' | 'addressInfo' | 'totalAmount'>
  shopName: string
  shipment?: Pick<Shipment, 'courier' | 'awb' | 'cash'> | undefined
  /** Of a return, that its buyer is told of. */
  step?: ToldStep | undefined
}

/** The values of the placeholders of the message's template. */
export function valuesOf(message: WhatsappMessage, { order, shopName, shipment, step }: About): string[] {
  const whose = [emailName(order.addressInfo.name), String(order.id), shopName]
  const cash = formatRupees(shipment?.cash ?? 0)
  switch (message) {
    case 'order-placed':
    case 'confirm-cash':
      return [...whose, formatRupees(order.totalAmount)]
    case 'dispatched':
      return [...whose, carrierOf(shipment), cash]
    case 'out-for-delivery':
      return [...whose, cash]
    case 'not-delivered':
    case 'delivered':
      return whose
    case 'return-step': {
      const [name = '', ...rest] = whose
      return step ? [name, returnNumberOf(step.id), ...rest, newsOf(step)] : whose
    }
  }
}

/** Without the words of staff, who may have typed a link. */
function newsOf({ state, settledAs, amount, note }: ToldStep): string {
  const label = RETURN_STATE_LABELS[state].toLowerCase()
  if (settledAs === 'replacement') return `${label}, another one is on its way`
  if (settledAs) return `${label}, ${formatPaise(amount ?? 0)} as ${WISHES[settledAs].toLowerCase()}`
  return state === 'received' && note ? `${label}, ${note}` : label
}

/** `Other` names nobody. */
function carrierOf(shipment: About['shipment']): string {
  const courier = shipment?.courier && shipment.courier !== 'Other' ? shipment.courier : 'our courier'
  return shipment?.awb ? `${courier} (AWB ${shipment.awb})` : courier
}

/** The message as a phone shows it. */
export function textOf(name: WhatsappTemplateName, values: readonly string[]): string {
  return WHATSAPP_TEMPLATES[name].body.replace(/\{\{(\d{1,2})\}\}/g, (_, number) => values[Number(number) - 1] ?? '')
}

/** The buttons below `confirm-cash`, in their order. */
export const CASH_ANSWERS = ['yes', 'cancel', 'pay'] as const
export type CashAnswer = (typeof CASH_ANSWERS)[number]

/** Comes back when a button is pressed. */
export function payloadOf(orderId: OrderId, answer: CashAnswer): string {
  return `confirm-cash ${orderId} ${answer}`
}

export function parsePayload(payload: string): { orderId: OrderId; answer: CashAnswer } | undefined {
  const [, id, answer] = /^confirm-cash (\d{1,12}) (\w+)$/.exec(payload) ?? []
  const known = CASH_ANSWERS.find((one) => one === answer)
  return known && { orderId: Number(id), answer: known }
}

/** Does somebody want no more messages? The words that people know from text messages, in any case. */
export function isStop(text: string): boolean {
  return /^(stop|stop all|unsubscribe|opt out)[.!\s]*$/i.test(text.normalize('NFKC').trim())
}

/** The shop's answers to a pressed button; links are added when they are sent. */
export const CASH_REPLIES = {
  confirmed: (id: OrderId) => `Thank you. Your order ${id} is confirmed.`,
  cancelled: (id: OrderId) => `Your order ${id} is cancelled. You have nothing to pay.`,
  'cancel-requested': (id: OrderId) => `We have your request to cancel order ${id} and will write when it is done.`,
  'too-late': (id: OrderId) => `Order ${id} can no longer be changed here. Please contact us.`,
  pay: (id: OrderId) => `Pay for order ${id} here:`,
  'no-pay': (id: OrderId) => `Order ${id} can’t be paid online now. You can pay in cash.`,
} as const

export type CashReply = keyof typeof CASH_REPLIES
