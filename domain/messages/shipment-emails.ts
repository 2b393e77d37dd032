import { INVOICE_TITLES, type InvoiceKind, isVoucher } from '#domain/billing/invoice.ts'
import { formatRupees } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import type { Shipment } from '#domain/orders/shipment.ts'
import type { Message } from './message.ts'
import { partOf, writeToBuyer } from './order-emails.ts'
import type { ShipmentEmailTemplate } from './templates.ts'

export type EmailedInvoice = { number: string; kind: InvoiceKind }

export type EmailedShipment = Pick<Shipment, 'courier' | 'awb' | 'trackingLink' | 'cash' | 'lines' | 'step'> & {
  invoice: EmailedInvoice | undefined
  /** The shop's page that shows the order without login. */
  trackingPage: string
}

/** Says that a parcel is packed, arrives today, has another courier or AWB, or has not left. Lines and amount are its own. */
export function writeShipmentEmail(template: ShipmentEmailTemplate, order: Order, shipment: EmailedShipment): Message {
  const part = partOf(order, shipment.lines)
  const subject = part.isWhole ? `Your order ${order.id}` : `Part of your order ${order.id}`
  return writeToBuyer(order, sentencesOf(template, subject, shipment).join(' '), part)
}

function sentencesOf(
  template: ShipmentEmailTemplate,
  subject: string,
  { courier, awb, trackingLink, cash, invoice, trackingPage, step }: EmailedShipment,
): string[] {
  // `Other` names nobody.
  const carrier = courier && courier !== 'Other' ? ` with ${courier}` : ''
  const numbered = `${carrier}${awb ? ` (AWB ${awb})` : ''}`
  const firsts: Record<ShipmentEmailTemplate, string> = {
    // It may have left before this email was written.
    dispatched:
      step === 'packed'
        ? `${subject} is packed${numbered ? ` and comes${numbered}` : ''}.`
        : `${subject} is on the way${numbered}.`,
    'out-for-delivery': `${subject} is out for delivery${carrier} and should reach you today.`,
    'courier-changed': `${subject} comes${numbered || ' with another courier'}. This corrects our earlier email.`,
    'dispatch-undone': `${subject} has not left yet. Please ignore our earlier email: we will write again when it is packed.`,
  }
  const sentences = [firsts[template]]
  const comes = template !== 'dispatch-undone'
  if (comes && cash > 0) sentences.push(`Please keep ${formatRupees(cash)} ready for the courier.`)
  if (comes && trackingLink) sentences.push(`Track your parcel: ${trackingLink}`)
  sentences.push(`View your order: ${trackingPage}`)
  if (invoice) sentences.push(invoiceSentence(invoice))
  return sentences
}

/** Adds the numbers of an order's invoices to the email that says it has arrived. */
export function nameInvoices(params: Message, invoices: readonly EmailedInvoice[]): Message {
  const sentences = invoices.filter(({ kind }) => kind !== 'credit-note' && !isVoucher(kind)).map(invoiceSentence)
  return { ...params, status: [params.status, ...sentences].join(' ') }
}

/** Such as `Tax invoice: GM/26-27/00001.` */
function invoiceSentence({ kind, number }: EmailedInvoice): string {
  return `${INVOICE_TITLES[kind]}: ${number}.`
}
