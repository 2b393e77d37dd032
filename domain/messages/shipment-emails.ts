import { formatRupees } from '#domain/money.ts'
import { countAttempts, isExpectedBack } from '#domain/orders/not-delivered.ts'
import type { Order } from '#domain/orders/order.ts'
import { pickUpPlace } from '#domain/orders/pick-up.ts'
import type { LineQuantity, Shipment } from '#domain/orders/shipment.ts'
import type { Message } from './message.ts'
import { type EmailedInvoice, partOf, sayInvoices, sayParcel, writeToBuyer } from './order-emails.ts'
import type { Say } from './say.ts'
import type { ShipmentEmailTemplate } from './templates.ts'

export type EmailedShipment = Pick<Shipment, 'courier' | 'awb' | 'trackingLink' | 'cash' | 'step'> & {
  lines: readonly LineQuantity[]
  scans?: Shipment['scans']
  invoice: EmailedInvoice | undefined
}

/**
 * Says that a parcel is packed, waits at the counter, arrives today, has another courier or AWB, or has not left. Lines and
 * amount are its own.
 */
export function writeShipmentEmail(
  say: Say,
  template: ShipmentEmailTemplate,
  order: Order,
  { courier, awb, trackingLink, cash, invoice, lines, step, scans = [] }: EmailedShipment,
): Message {
  const part = partOf(order, lines)
  // `Other` names nobody.
  const carrier = courier && courier !== 'Other' ? say('with-courier', { 'courier-name': courier }) : ''
  const isUnnamed = !carrier && !awb
  if (template === 'ready-to-pick-up') {
    const { hours = '', ...place } = order.pickUp ?? { at: '', address: '' }
    const status = say('ready-to-pick-up', {
      parcel: sayParcel(say, order, part),
      place: pickUpPlace(place),
      'opening-hours': hours.replaceAll('\n', ', '),
      'bring-cash': cash > 0 ? say('bring-cash', { amount: formatRupees(cash) }) : '',
      invoice: sayInvoices(say, invoice ? [invoice] : []),
    })
    return writeToBuyer(order, status, part)
  }
  if (template === 'not-delivered') {
    const status = say('not-delivered', {
      parcel: sayParcel(say, order, part),
      attempts: timesOf(countAttempts(scans)),
      'what-next': say(isExpectedBack(scans) ? 'not-delivered-back' : 'not-delivered-choose', {}),
    })
    return writeToBuyer(order, status, part)
  }
  const status = say(keyOf(template, { isPacked: step === 'packed', isUnnamed }), {
    parcel: sayParcel(say, order, part),
    courier: isUnnamed && template === 'courier-changed' ? say('with-other-courier', {}) : carrier,
    awb: awb ? say('with-awb', { 'awb-number': awb }) : '',
    'keep-cash': cash > 0 ? say('keep-cash', { amount: formatRupees(cash) }) : '',
    track: trackingLink ? say('track-parcel', {}) : '',
    invoice: sayInvoices(say, invoice ? [invoice] : []),
  })
  return writeToBuyer(order, status, part)
}

function timesOf(count: number): string {
  return count <= 1 ? 'once' : count === 2 ? 'twice' : `${count} times`
}

function keyOf(
  template: Exclude<ShipmentEmailTemplate, 'not-delivered' | 'ready-to-pick-up'>,
  parcel: { isPacked: boolean; isUnnamed: boolean },
) {
  if (template !== 'dispatched') return template
  // It may have left before this email was written.
  if (!parcel.isPacked) return 'dispatched-on-the-way'
  return parcel.isUnnamed ? 'dispatched-packed-unnamed' : 'dispatched-packed'
}
