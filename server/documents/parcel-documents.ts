import { chosenImageOf } from '#domain/catalog/catalogue-images.ts'
import { restOfOrder } from '#domain/orders/cash.ts'
import { deliverTo } from '#domain/orders/gift.ts'
import { type Order, setWords } from '#domain/orders/order.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { LineQuantity, Shipment, ShipmentId } from '#domain/orders/shipment.ts'
import { hasRight, type Visitor } from '#domain/permissions.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { readJpeg } from '#server/catalog/images/read-picture.ts'
import { listOrdersByIds, listSkusOf } from '#server/orders/queries.ts'
import { referenceOf } from '#server/parcels/book.ts'
import { listShipmentsByIds, listShipmentsOf } from '#server/parcels/queries.ts'
import type { Shop } from '#server/shop.ts'
import { type Label, renderLabels } from './label.ts'
import { type PackedLine, type PackingSlip, renderPackingSlips } from './packing-slip.ts'

/** `unknown`: ids that do not exist; then nothing is printed. */
type PrintedParcels = { ok: true; pdf: Buffer } | { ok: false; unknown: number[] }
type DocumentShop = Pick<Shop, 'db' | 'settings'>

/** The width of the pictures that slips are printed with, in pixels. */
const PICTURE_WIDTH = 320

/** Prints for each order one slip per parcel, and one for what is not dispatched yet, in the sequence of `ids`. */
export async function printPackingSlips(
  { db, settings, images }: DocumentShop & Pick<Shop, 'images'>,
  visitor: Visitor,
  ids: readonly OrderId[],
): Promise<PrintedParcels> {
  const orders = new Map((await listOrdersByIds(db, ids)).map((order) => [order.id, order]))
  const unknown = ids.filter((id) => !orders.has(id))
  if (unknown.length > 0) return { ok: false, unknown }
  const shipments = Map.groupBy(await listShipmentsOf(db, ...ids), ({ orderId }) => orderId)
  const shop = await settings.read()
  const words = wordsOf(shop)
  const skus = await listSkusOf(db, ids)
  const pictures = await readPictures(images, [...orders.values()])
  const slips = ids.flatMap((id) => {
    const order = orders.get(id)
    return order ? slipsOf(order, shipments.get(id) ?? []) : []
  })
  return { ok: true, pdf: await renderPackingSlips(slips, shop.accentColour) }

  function slipsOf(order: Order, sent: readonly Shipment[]): PackingSlip[] {
    const names = { shopName: words.shop, finishHeading: words.Finish }
    const hidesMoney = !hasRight(visitor, 'see money')
    const common = {
      ...names,
      orderId: order.id,
      orderTime: order.time,
      to: deliverTo(order),
      isPickedUp: order.pickUp !== undefined,
      hidesMoney,
      gift: order.gift,
    }
    const slips = sent
      .filter(({ step }) => step !== 'cancelled')
      .map(({ lines, cash, ...shipment }): PackingSlip => {
        const parcel = { reference: referenceOf(shipment), courier: shipment.courier, awb: shipment.awb ?? '' }
        return { ...common, parcel, cash, awaitsPayment: false, lines: packed(order, lines) }
      })
    const rest = restOfOrder(order, sent)
    // An order that was delivered before the shop had shipments has no parcel, so all of it is on one slip.
    if (slips.length > 0 && (rest.lines.length === 0 || order.status === 'delivered')) return slips
    const awaitsPayment = (order.due ?? 0) > 0
    const cash = awaitsPayment ? 0 : rest.cash
    return [...slips, { ...common, parcel: undefined, cash, awaitsPayment, lines: packed(order, rest.lines) }]
  }

  function packed(order: Order, lines: readonly LineQuantity[]): PackedLine[] {
    return lines.flatMap(({ position, quantity }) => {
      const line = order.cartItems[position]
      if (!line) return []
      const { title, sizeCode, sizeLabel, selectedColor } = line
      const finish = [selectedColor, setWords(line)].filter(Boolean).join(' · ')
      // A label such as `CUBEE C02` has the code in it.
      const size = sizeLabel.includes(sizeCode) ? sizeLabel : [sizeCode, sizeLabel].filter(Boolean).join(' · ')
      const sku = skus.get(`${order.id}/${position}`) ?? ''
      return [{ title, sku, size, finish, quantity, picture: pictures.get(chosenImageOf(line)) }]
    })
  }
}

/** The chosen pictures of all lines as small JPEGs, each read once. */
async function readPictures(images: Shop['images'], orders: readonly Order[]): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>()
  for (const address of new Set(orders.flatMap(({ cartItems }) => cartItems.map(chosenImageOf)))) {
    // A slip is printed whether or not a picture of it can be read.
    const jpeg = await readJpeg(images, address, PICTURE_WIDTH).catch(() => undefined)
    if (jpeg) pictures.set(address, jpeg)
  }
  return pictures
}

/** Prints a label for each parcel. `unknown`: the parcel or its order does not exist, so there is no address, or nobody carries it. */
export async function printLabels({ db, settings }: DocumentShop, ids: readonly ShipmentId[]): Promise<PrintedParcels> {
  const shipments = new Map((await listShipmentsByIds(db, ids)).map((shipment) => [shipment.id, shipment]))
  const ordered = await listOrdersByIds(db, [...new Set([...shipments.values()].map(({ orderId }) => orderId))])
  const addresses = new Map(ordered.map((order) => [order.id, deliverTo(order)]))
  const { legalName, shopName, legalAddress, customerCarePhone } = await settings.read()
  const from = { name: legalName || shopName, address: legalAddress, phone: customerCarePhone }
  const unknown: ShipmentId[] = []
  const labels = ids.flatMap((id): Label[] => {
    const shipment = shipments.get(id)
    const to = shipment && addresses.get(shipment.orderId)
    if (!to || shipment.pickUp) {
      unknown.push(id)
      return []
    }
    const { courier, awb = '', cash, time, lines } = shipment
    const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    return [{ reference: referenceOf(shipment), courier, awb, cash, time, units, to, from }]
  })
  return unknown.length > 0 ? { ok: false, unknown } : { ok: true, pdf: await renderLabels(labels) }
}

/** The labels of all parcels of these orders. `unknown`: none of these orders was sent. */
export async function printLabelsOf(shop: DocumentShop, ids: readonly OrderId[]): Promise<PrintedParcels> {
  const shipments = (await listShipmentsOf(shop.db, ...ids))
    .filter(({ step, pickUp }) => step !== 'cancelled' && !pickUp)
    .map(({ id }) => id)
  return shipments.length > 0 ? printLabels(shop, shipments) : { ok: false, unknown: [...ids] }
}
