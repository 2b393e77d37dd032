import { chosenImageOf } from '#domain/catalog/catalogue-images.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { LineQuantity, ShipmentId } from '#domain/orders/shipment.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { type Words, wordsOf } from '#domain/shop/wording.ts'
import { readJpeg } from '#server/catalog/images/read-picture.ts'
import { referenceOf } from '#server/parcels/parcel.ts'
import type { Shop } from '#server/shop.ts'
import { type Label, renderLabels } from './label.ts'
import { type PackedLine, type PackingSlip, renderPackingSlips } from './packing-slip.ts'
import { listOrdersByIds, listParcelsByIds, listParcelsOf, listSkusOf, type Parcel } from './queries.ts'

/** `unknown`: ids that do not exist; then nothing is printed. */
type PrintedParcels = { ok: true; pdf: Buffer } | { ok: false; unknown: number[] }
type DocumentShop = Pick<Shop, 'db' | 'settings'>

/** The width of the pictures that slips are printed with, in pixels. */
const PICTURE_WIDTH = 320

/** Prints for each order one slip per parcel, and one for what is not dispatched yet, in the sequence of `ids`. */
export async function printPackingSlips(
  { db, settings, images }: DocumentShop & Pick<Shop, 'images'>,
  ids: readonly OrderId[],
): Promise<PrintedParcels> {
  const orders = new Map((await listOrdersByIds(db, ids)).map((order) => [order.id, order]))
  const unknown = ids.filter((id) => !orders.has(id))
  if (unknown.length > 0) return { ok: false, unknown }
  const parcels = Map.groupBy(await listParcelsOf(db, ids), ({ orderId }) => orderId)
  const words = wordsOf(await settings.read())
  const skus = await listSkusOf(db, ids)
  const pictures = await readPictures(images, [...orders.values()])
  const lineOf = (order: Order, { position, quantity }: LineQuantity): PackedLine | [] => {
    const line = order.cartItems[position]
    if (!line) return []
    const { title, sizeCode, sizeLabel, selectedColor: finish } = line
    // A label such as `CUBEE C02` has the code in it.
    const size = sizeLabel.includes(sizeCode) ? sizeLabel : [sizeCode, sizeLabel].filter(Boolean).join(' · ')
    const sku = skus.get(`${order.id}/${position}`) ?? ''
    return { title, sku, size, finish, quantity, picture: pictures.get(chosenImageOf(line)) }
  }
  const slips = ids.flatMap((id) => slipsOf(orders.get(id) as Order, parcels.get(id) ?? [], { words, lineOf }))
  return { ok: true, pdf: await renderPackingSlips(slips) }
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

type SlipParts = { words: Words; lineOf: (order: Order, line: LineQuantity) => PackedLine | [] }

function slipsOf(order: Order, parcels: readonly Parcel[], { words, lineOf }: SlipParts): PackingSlip[] {
  const linesOf = (lines: readonly LineQuantity[]) => lines.flatMap((line) => lineOf(order, line))
  const names = { shopName: words.shop, finishHeading: words.Finish }
  const common = { ...names, orderId: order.id, orderTime: order.time, to: order.addressInfo }
  const sent = parcels.map(
    (parcel): PackingSlip => ({
      ...common,
      parcel: { reference: referenceOf(parcel), courier: parcel.courier, awb: parcel.awb },
      cash: parcel.cash,
      lines: linesOf(parcel.lines),
    }),
  )
  const rest = restOf(order, parcels)
  // An order that was delivered before the shop had shipments has no parcel, so all of it is on one slip.
  if (sent.length > 0 && (rest.length === 0 || order.status === 'delivered')) return sent
  const cash = order.paymentId ? 0 : sumOf(order, rest)
  return [...sent, { ...common, parcel: undefined, cash, lines: linesOf(rest) }]
}

/** The units of an order that are in no parcel yet. */
function restOf(order: Order, parcels: readonly Parcel[]): LineQuantity[] {
  return order.cartItems.flatMap((line, position) => {
    const sent = parcels.flatMap(({ lines }) => lines).filter((held) => held.position === position)
    const quantity = line.quantity - sent.reduce((sum, held) => sum + held.quantity, 0)
    return quantity > 0 ? [{ position, quantity }] : []
  })
}

function sumOf(order: Order, lines: readonly LineQuantity[]): number {
  return lines.reduce((sum, { position, quantity }) => sum + (order.cartItems[position]?.price ?? 0) * quantity, 0)
}

/** Prints a label for each parcel. `unknown`: the parcel or its order does not exist, so there is no address. */
export async function printLabels({ db, settings }: DocumentShop, ids: readonly ShipmentId[]): Promise<PrintedParcels> {
  const parcels = new Map((await listParcelsByIds(db, ids)).map((parcel) => [parcel.id, parcel]))
  const orderIds = [...new Set([...parcels.values()].map(({ orderId }) => orderId))]
  const orders = new Map((await listOrdersByIds(db, orderIds)).map((order) => [order.id, order]))
  const unknown = ids.filter((id) => !orders.has(parcels.get(id)?.orderId ?? 0))
  if (unknown.length > 0) return { ok: false, unknown }
  const from = senderOf(await settings.read())
  const labels = ids.map((id): Label => {
    const parcel = parcels.get(id) as Parcel
    const units = parcel.lines.reduce((sum, { quantity }) => sum + quantity, 0)
    const { addressInfo } = orders.get(parcel.orderId) as Order
    const { courier, awb, cash, time } = parcel
    return { reference: referenceOf(parcel), courier, awb, cash, time, units, to: addressInfo, from }
  })
  return { ok: true, pdf: await renderLabels(labels) }
}

/** The labels of all parcels of these orders. `unknown`: none of these orders was sent. */
export async function printLabelsOf(shop: DocumentShop, ids: readonly OrderId[]): Promise<PrintedParcels> {
  const parcels = await listParcelsOf(shop.db, ids)
  if (parcels.length === 0) return { ok: false, unknown: [...ids] }
  return printLabels(
    shop,
    parcels.map(({ id }) => id),
  )
}

function senderOf(settings: Settings): Label['from'] {
  const { legalName, shopName, legalAddress, customerCarePhone } = settings
  return { name: legalName || shopName, address: legalAddress, phone: customerCarePhone }
}
