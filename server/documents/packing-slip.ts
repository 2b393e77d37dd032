import { formatRupees, type Rupees } from '#domain/money.ts'
import type { DeliveryAddress } from '#domain/orders/address.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { formatDateTime } from '#domain/time.ts'
import { addressLines } from './address-lines.ts'
import { A4, INK, MOSS, openPdf, type Pdf, QUIET, type TextStyle } from './pdf.ts'
import { drawTable } from './table.ts'

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

/** What the packer puts into one parcel. */
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
  /** Rupees to collect at the door; 0: paid online. */
  cash: Rupees
  lines: PackedLine[]
}

const [PAGE_WIDTH, PAGE_HEIGHT] = A4
const MARGIN = 40
const WIDTH = PAGE_WIDTH - 2 * MARGIN
const BOTTOM = PAGE_HEIGHT - 56
const NORMAL: TextStyle = { size: 10 }
const LABEL: TextStyle = { size: 8.5, color: QUIET }

/** One or many slips in one PDF, each on a page of its own. The same slips give the same bytes. */
export async function renderPackingSlips(slips: readonly PackingSlip[]): Promise<Buffer> {
  const numbers = [...new Set(slips.map(({ orderId }) => `#${orderId}`))].join(', ')
  const pdf = await openPdf({
    size: A4,
    title: `Packing slips of ${numbers}`,
    author: slips[0]?.shopName ?? '',
    created: newest(slips.map(({ orderTime }) => orderTime)),
  })
  for (const [index, slip] of slips.entries()) {
    if (index > 0) pdf.doc.addPage()
    drawSlip(pdf, slip)
    // A long list takes a second, so other requests are served in between.
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (pdf.isMissingGlyphs()) noteMissing(pdf)
  return pdf.end()
}

/** The creation time in the PDF: the latest of its contents, so that the same contents give the same bytes. */
export function newest(times: readonly string[]): Date {
  return new Date(Math.max(0, ...times.map((time) => new Date(time).getTime())))
}

function drawSlip(pdf: Pdf, slip: PackingSlip): void {
  const head = drawHead(pdf, slip)
  const table = drawTable(pdf, {
    columns: [
      { heading: 'Packed', width: 52 },
      { heading: 'Quantity', width: 60, align: 'right' },
      { heading: 'Picture', width: 56 },
      { heading: 'Item', width: WIDTH - 52 - 60 - 56 - 95 - 95 },
      { heading: 'Size', width: 95 },
      { heading: slip.finishHeading, width: 95 },
    ],
    rows: slip.lines.map(({ title, sku, size, finish, quantity, picture }) => [
      { text: '' },
      { text: String(quantity), weight: 'bold' },
      { text: '', picture },
      { text: title, ...(sku && { note: `SKU ${sku}` }) },
      { text: size },
      { text: finish },
    ]),
    x: MARGIN,
    y: head + 14,
    bottom: BOTTOM,
    nextPage: () => nextPage(pdf, slip),
    size: 10,
    eachRow: (y) =>
      void pdf.doc
        .rect(MARGIN + 8, y, 11, 11)
        .lineWidth(0.8)
        .strokeColor(INK)
        .stroke(),
  })
  const units = slip.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const below = table + 34 > BOTTOM ? nextPage(pdf, slip) : table
  pdf.text(`${units} ${units === 1 ? 'piece' : 'pieces'} in this parcel`, MARGIN, below + 10, WIDTH, {
    ...NORMAL,
    weight: 'bold',
  })
}

function drawHead(pdf: Pdf, { shopName, orderId, orderTime, parcel, to, cash }: PackingSlip): number {
  pdf.text(shopName, MARGIN, MARGIN, WIDTH / 2, { size: 17, weight: 'bold', color: MOSS })
  const top = pdf.text('Packing slip', MARGIN, MARGIN, WIDTH, { size: 17, weight: 'bold', align: 'right' }) + 6
  pdf.box(MARGIN, top, WIDTH, 1.5, MOSS)

  const half = WIDTH / 2 - 10
  let left = pdf.text('Deliver to', MARGIN, top + 12, half, LABEL)
  const [name = '', ...rest] = addressLines(to)
  left = pdf.text(name, MARGIN, left, half, { size: 12, weight: 'bold' })
  left = pdf.text(rest.join('\n'), MARGIN, left, half, NORMAL)

  const facts = [
    ['Order', `#${orderId}`],
    ['Placed', formatDateTime(orderTime)],
    ['Payment', cash > 0 ? `Cash on delivery, ${formatRupees(cash)}` : 'Paid online'],
    ['Parcel', parcel ? parcel.reference : 'Not dispatched yet'],
    ...(parcel?.courier ? [['Courier', parcel.courier]] : []),
    ...(parcel?.awb ? [['AWB', parcel.awb]] : []),
  ]
  let right = top + 12
  for (const [label = '', value = ''] of facts) {
    pdf.text(label, MARGIN + half + 20, right + 1, 60, LABEL)
    right = pdf.text(value, MARGIN + half + 84, right, half - 64, NORMAL)
  }
  return Math.max(left, right)
}

function nextPage(pdf: Pdf, { shopName, orderId }: PackingSlip): number {
  pdf.doc.addPage()
  pdf.text(`${shopName} · Packing slip of order #${orderId}, continued`, MARGIN, MARGIN, WIDTH, LABEL)
  return MARGIN + 18
}

function noteMissing(pdf: Pdf): void {
  const { start, count } = pdf.doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pdf.doc.switchToPage(page)
    pdf.text('? marks a character that the fonts of this document do not have.', MARGIN, BOTTOM + 14, WIDTH, LABEL)
  }
}
