import { BILL_TITLES, type BillKind, isVoucher } from '#domain/billing/bill.ts'
import type { EmailParams } from '#domain/emails/email.ts'
import type { ShipmentEmailTemplate } from '#domain/emails/templates.ts'
import { formatRupees } from '#domain/money.ts'
import { sumAt } from './dispatch.ts'
import type { Order } from './order.ts'
import { createEmail } from './order-emails.ts'
import type { Shipment } from './shipment.ts'

export type EmailedBill = { number: string; kind: BillKind }

export type EmailedShipment = Pick<Shipment, 'courier' | 'awb' | 'trackingLink' | 'cash' | 'lines'> & {
  bill: EmailedBill | undefined
  /** The shop's page that shows the order without login. */
  trackingPage: string
}

/** Says that a parcel has left, or arrives today. Lines and amount are those of the parcel. */
export function writeShipmentEmail(
  template: ShipmentEmailTemplate,
  order: Order,
  shipment: EmailedShipment,
): EmailParams {
  const lines = order.cartItems
    .map((line, position) => ({ ...line, quantity: sumAt(shipment.lines, position) }))
    .filter(({ quantity }) => quantity > 0)
  return createEmail({
    email: order.email,
    name: order.addressInfo.name,
    amount: lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
    status: sentencesOf(template, order, shipment).join(' '),
    lines,
    paymentId: order.paymentId,
  })
}

function sentencesOf(
  template: ShipmentEmailTemplate,
  order: Order,
  { courier, awb, trackingLink, cash, lines, bill, trackingPage }: EmailedShipment,
): string[] {
  const isWhole = order.cartItems.every(({ quantity }, position) => quantity === sumAt(lines, position))
  const subject = isWhole ? `Your order ${order.id}` : `Part of your order ${order.id}`
  // `Other` names nobody.
  const carrier = courier && courier !== 'Other' ? ` with ${courier}` : ''
  const sentences =
    template === 'dispatched'
      ? [`${subject} is on its way${carrier}${awb ? ` (AWB ${awb})` : ''}.`]
      : [`${subject} is out for delivery${carrier} and should reach you today.`]
  if (cash > 0) sentences.push(`Please keep ${formatRupees(cash)} ready for the courier.`)
  if (trackingLink) sentences.push(`Track your parcel: ${trackingLink}`)
  sentences.push(`View your order: ${trackingPage}`)
  if (bill) sentences.push(billSentence(bill))
  return sentences
}

/** Adds the numbers of an order's bills to the email that says it has arrived. */
export function nameBills(params: EmailParams, bills: readonly EmailedBill[]): EmailParams {
  const sentences = bills.filter(({ kind }) => kind !== 'credit-note' && !isVoucher(kind)).map(billSentence)
  return { ...params, status: [params.status, ...sentences].join(' ') }
}

/** Such as `Tax invoice: GM/26-27/00001.` */
function billSentence({ kind, number }: EmailedBill): string {
  return `${BILL_TITLES[kind]}: ${number}.`
}
