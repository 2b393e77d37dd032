import { productPath } from '#domain/catalog/variant-address.ts'
import { cutTokens } from '#domain/messages/email-links.ts'
import { type Message, withAddress } from '#domain/messages/message.ts'
import { fillLinks, type LinkName, linksIn } from '#domain/messages/say.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { shownCode } from '#domain/orders/pick-up.ts'
import { findCreditNoteOf } from '#server/billing/queries.ts'
import { originOf } from '#server/config.ts'
import { findOrder } from '#server/orders/queries.ts'
import { findShipment } from '#server/parcels/queries.ts'
import type { Shop } from '#server/shop.ts'
import { findRequestedProduct } from './queries.ts'

type LinkContext = Pick<Shop, 'config' | 'db' | 'trackingLinks'>

/** @param subject such as `shipment 12`; empty in a message that is stored nowhere */
type About = { subject: string; orderId?: OrderId | undefined }

/** The message with its links and codes. They are derived at each sending, so that no stored message holds one. */
export async function withLinks(
  shop: LinkContext,
  { subject, params }: { subject: string; params: Message },
): Promise<Message> {
  const links: Partial<Record<LinkName, string>> = {}
  for (const name of linksIn(params.status))
    links[name] = await deriveLink(shop, name, { subject, orderId: params.orderId })
  return withAddress({ ...params, status: fillLinks(params.status, links) }, originOf(shop.config))
}

/** The message as staff may read it: with its links, but without the tokens in them, and without codes. */
export async function withoutTokens(
  shop: LinkContext,
  { subject, params }: { subject: string; params: Message },
): Promise<Message> {
  const status = fillLinks(params.status, { 'pick-up-code': '…' })
  const message = await withLinks(shop, { subject, params: { ...params, status } })
  return { ...message, status: cutTokens(message.status) }
}

async function deriveLink(shop: LinkContext, name: LinkName, { subject, orderId }: About): Promise<string> {
  const { config, db, trackingLinks } = shop
  const origin = originOf(config)
  const about = subject.split(' ')[1] ?? ''
  const ofOrder = (path: (id: OrderId) => string) => (orderId === undefined ? origin : origin + path(orderId))
  switch (name) {
    case 'pick-up-code':
      return shownCode(trackingLinks.pickUpCode(Number(about)))
    case 'contact-link':
      return `${origin}/contactUs`
    case 'code-login-link':
      return `${origin}/login/code`
    case 'new-password-link':
      return `${origin}/forgot-password`
    case 'stop-prices-link':
      return origin + trackingLinks.stopPricesPath(about)
    case 'product-link': {
      const fallen = /^user \S+ price (\d+) /.exec(subject)?.[1]
      const productId = fallen ? Number(fallen) : await findRequestedProduct(db, Number(about))
      return productId === undefined ? origin : origin + productPath(productId)
    }
    case 'tracking-link': {
      const shipment = await findShipment(db, Number(about))
      return shipment?.trackingLink || deriveLink(shop, 'order-link', { subject, orderId })
    }
    case 'credit-note-link': {
      const note = await findCreditNoteOf(db, Number(about))
      return note ? `${origin}/bills/${note.id}` : deriveLink(shop, 'order-link', { subject, orderId })
    }
    case 'review-link':
      return ofOrder((id) => `/orders/${id}#items`)
    case 'pay-link':
      return ofOrder((id) => `/orders/${id}`)
    case 'confirm-link':
      return ofOrder((id) => `/orders/${id}/confirm/${trackingLinks.tokenOf('confirm', id)}`)
    case 'redeliver-link':
      return ofOrder(trackingLinks.redeliverPath)
    case 'order-link': {
      const order = orderId === undefined ? undefined : await findOrder(db, orderId)
      // The page for paying the rest of an order shows the order too.
      return ofOrder(order?.due ? trackingLinks.payPath : trackingLinks.trackingPath)
    }
  }
}
