import { formatRupees, type Rupees } from '#domain/money.ts'
import { addressLines, type DeliveryAddress } from '#domain/orders/address.ts'
import { PAYMENT_WORDS } from '#domain/orders/cash.ts'
import type { Gift } from '#domain/orders/gift.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { formatDateTime } from '#domain/time.ts'
import { A4, type Pdf, QUIET, renderPdf, type TextStyle } from './pdf.ts'
import { continueOnNextPage, drawHead, drawTable, MISSING_GLYPHS, SHEET } from './sheet.ts'

export type PackedLine = {
  title: string
  /** Empty: it has none. */
  sku: string
  size: string
  finish: string
  quantity: number
  /** A JPEG; undefined: its picture is gone. */
  picture?: Buffer | undefined
}

/** The slip by which the packer fills one parcel. */
export type PackingSlip = {
  shopName: string
  /** The shop's word for what shoppers choose beside the size. */
  finishHeading: string
  orderId: OrderId
  /** When the order was placed, ISO 8601. */
  orderTime: string
  /** Undefined: not dispatched yet. */
  parcel: { reference: string; courier: string; awb: string } | undefined
  to: DeliveryAddress
  /** The buyer fetches it. */
  isPickedUp: boolean
  /** Rupees to collect at the door or at the counter; 0: none. */
  cash: Rupees
  /** The shopper has still to pay online, and nothing is sent before. */
  awaitsPayment: boolean
  /** For somebody who may not see money: only the label says how much cash to collect. */
  hidesMoney: boolean
  /** Its slip says no price. */
  gift?: Gift | undefined
  lines: PackedLine[]
}

const { x: MARGIN, width: WIDTH, bottom: BOTTOM } = SHEET
const NORMAL: TextStyle = { size: 10 }
const LABEL: TextStyle = { size: 8.5, color: QUIET }

/** One or many slips in one PDF, each on a page of its own. The same slips give the same bytes. */
export function renderPackingSlips(slips: readonly PackingSlip[], accent = ''): Promise<Buffer> {
  const numbers = [...new Set(slips.map(({ orderId }) => `#${orderId}`))].join(', ')
  return renderPdf({
    size: A4,
    title: `Packing slips of ${numbers}`,
    author: slips[0]?.shopName ?? '',
    times: slips.map(({ orderTime }) => orderTime),
    items: slips,
    accent,
    draw: drawSlip,
    drawFoot: (pdf) => pdf.isMissingGlyphs() && pdf.text(MISSING_GLYPHS, MARGIN, BOTTOM + 14, WIDTH, LABEL),
  })
}

function drawSlip(pdf: Pdf, slip: PackingSlip): void {
  const nextPage = () => continueOnNextPage(pdf, slip.shopName, `Packing slip of order #${slip.orderId}`)
  const head = drawHead(pdf, slip.shopName, 'Packing slip')
  // Goods of other kinds say their options below the title.
  const hasPots = slip.lines.some(({ size }) => size !== '')
  const choices = hasPots
    ? [
        { heading: 'Size', width: 95 },
        { heading: slip.finishHeading, width: 95 },
      ]
    : []
  const table = drawTable(pdf, drawParcel(pdf, slip, head + 12) + 14, {
    columns: [
      { heading: 'Packed', width: 52 },
      { heading: 'Quantity', width: 60, align: 'right' },
      { heading: 'Picture', width: 56 },
      { heading: 'Item', width: choices.reduce((left, { width }) => left - width, WIDTH - 52 - 60 - 56) },
      ...choices,
    ],
    rows: slip.lines.map(({ title, sku, size, finish, quantity, picture }) => [
      { text: '', isTickBox: true },
      { text: String(quantity), weight: 'bold' },
      { text: '', picture },
      { text: title, note: [size === '' && finish, sku && `SKU ${sku}`].filter(Boolean).join(' · ') },
      ...(hasPots ? [{ text: size }, { text: size === '' ? '' : finish }] : []),
    ]),
    size: 10,
    nextPage,
  })
  const units = slip.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const below = table + 34 > BOTTOM ? nextPage() : table
  const bold: TextStyle = { ...NORMAL, weight: 'bold' }
  pdf.text(`${units} ${units === 1 ? 'piece' : 'pieces'} in this parcel`, MARGIN, below + 10, WIDTH, bold)
}

function drawParcel(pdf: Pdf, slip: PackingSlip, top: number): number {
  const { orderId, orderTime, parcel, to, cash, awaitsPayment, gift } = slip
  const hidesMoney = slip.hidesMoney || gift !== undefined
  const half = WIDTH / 2 - 10
  let left = pdf.text(slip.isPickedUp ? 'Pick up' : 'Deliver to', MARGIN, top, half, LABEL)
  const [name = '', ...rest] = addressLines(to)
  left = pdf.text(name, MARGIN, left, half, { size: 12, weight: 'bold' })
  left = pdf.text(rest.join('\n'), MARGIN, left, half, NORMAL)
  if (gift) left = pdf.text(`A gift for you. ${gift.message}`, MARGIN, left + 8, half, { ...NORMAL, weight: 'bold' })

  const facts = [
    ['Order', `#${orderId}`],
    ['Placed', formatDateTime(orderTime)],
    [
      'Payment',
      awaitsPayment
        ? 'Not paid yet'
        : cash > 0
          ? `${slip.isPickedUp ? PAYMENT_WORDS.cashThere : PAYMENT_WORDS.cash}${hidesMoney ? '' : `, ${formatRupees(cash)}`}`
          : 'Paid',
    ],
    ['Parcel', parcel ? parcel.reference : 'To pack'],
    ...(parcel?.courier ? [['Courier', parcel.courier]] : []),
    ...(parcel?.awb ? [['AWB', parcel.awb]] : []),
  ]
  let right = top
  for (const [label = '', value = ''] of facts) {
    pdf.text(label, MARGIN + half + 20, right + 1, 60, LABEL)
    right = pdf.text(value, MARGIN + half + 84, right, half - 64, NORMAL)
  }
  return Math.max(left, right)
}
