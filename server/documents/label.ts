import JsBarcode from 'jsbarcode'
import { formatRupees, type Rupees } from '#domain/money.ts'
import { addressLines, type DeliveryAddress } from '#domain/orders/address.ts'
import { A6, INK, type Pdf, QUIET, renderPdf, type TextStyle } from './pdf.ts'

export type Label = {
  /** Such as `1001-12`; the courier's system finds the parcel by it. */
  reference: string
  courier: string
  /** Empty: the barcode contains `reference` instead. */
  awb: string
  to: DeliveryAddress
  from: { name: string; address: string; phone: string }
  /** Rupees to collect at the door; 0: paid online. */
  cash: Rupees
  units: number
  /** When it was dispatched, ISO 8601. */
  time: string
}

const [PAGE_WIDTH, PAGE_HEIGHT] = A6
const MARGIN = 14
const WIDTH = PAGE_WIDTH - 2 * MARGIN
const LABEL: TextStyle = { size: 7, color: QUIET }
const BAR_HEIGHT = 52
/** The characters that a barcode can hold. */
const PRINTABLE = /^[ -~]{1,50}$/
/** Module widths in points. Couriers' scanners need 0.25 mm; wider bars are better where there is room. */
const THINNEST = 0.71
const WIDEST = 1.4
/** Modules of blank space on both sides of a barcode. */
const QUIET_ZONE = 10

/** One or many labels in one PDF, each on an A6 page. The same labels give the same bytes. */
export function renderLabels(labels: readonly Label[]): Promise<Buffer> {
  return renderPdf({
    size: A6,
    title: `Labels ${labels.map(({ reference }) => reference).join(', ')}`,
    author: labels[0]?.from.name ?? '',
    times: labels.map(({ time }) => time),
    items: labels,
    draw: drawLabel,
  })
}

function drawLabel(pdf: Pdf, label: Label): void {
  const head = drawCourier(pdf, label)
  const cash = drawCash(pdf, label, head + 6)
  const from = drawFrom(pdf, label)
  drawAddress(pdf, label, cash + 6, from - 6)
}

function drawCourier(pdf: Pdf, { courier, awb, reference }: Label): number {
  const name = pdf.text(courier || 'Courier', MARGIN, MARGIN - 2, WIDTH * 0.6, { size: 11, weight: 'bold' })
  pdf.text(reference, MARGIN, MARGIN, WIDTH, { size: 9, align: 'right' })
  drawBarcode(pdf, PRINTABLE.test(awb) ? awb : reference, name + 4)
  const shown = awb ? `AWB ${awb}` : `Parcel ${reference}`
  return pdf.text(shown, MARGIN, name + 4 + BAR_HEIGHT + 1, WIDTH, { size: 10, weight: 'bold', align: 'center' })
}

/** As Code 128, in which two digits take the room of one letter. */
function drawBarcode(pdf: Pdf, text: string, y: number): void {
  const barcode: { encodings?: { data: string }[] } = {}
  JsBarcode(barcode, text, { format: 'CODE128' })
  // A character for each module, from the first bar to the last: 1 is black.
  const modules = barcode.encodings?.map(({ data }) => data).join('') ?? ''
  const unit = Math.min(WIDEST, Math.max(WIDTH / (modules.length + 2 * QUIET_ZONE), THINNEST))
  const left = MARGIN + (WIDTH - modules.length * unit) / 2
  for (const { 0: bar, index } of modules.matchAll(/1+/g)) {
    pdf.doc.rect(left + index * unit, y, bar.length * unit, BAR_HEIGHT)
  }
  pdf.doc.fillColor('#000000').fill()
}

function drawCash(pdf: Pdf, { cash }: Label, y: number): number {
  const height = 30
  if (cash === 0) {
    pdf.doc.rect(MARGIN, y, WIDTH, height).lineWidth(1).strokeColor(INK).stroke()
    pdf.text('PREPAID · collect nothing', MARGIN, y + 7, WIDTH, { size: 11, weight: 'bold', align: 'center' })
  } else {
    pdf.box(MARGIN, y, WIDTH, height, '#000000')
    const style: TextStyle = { size: 13, weight: 'bold', color: '#ffffff', align: 'center' }
    pdf.text(`CASH: collect ${formatRupees(cash)}`, MARGIN, y + 5, WIDTH, style)
  }
  return y + height
}

/** Drawn from the bottom up, because its height is known and the address takes the rest. */
function drawFrom(pdf: Pdf, { from, units }: Label): number {
  const inside = `${units} ${units === 1 ? 'piece' : 'pieces'}`
  const address = [from.name, ...from.address.split('\n'), from.phone].filter(Boolean).join(', ')
  const style: TextStyle = { size: 7.5 }
  const y = PAGE_HEIGHT - MARGIN - Math.min(pdf.heightOf(address, WIDTH, style), 44) - 13
  pdf.rule(MARGIN, y - 3, WIDTH, INK)
  pdf.text('If not delivered, return to', MARGIN, y, WIDTH, LABEL)
  pdf.text(inside, MARGIN, y, WIDTH, { ...LABEL, align: 'right' })
  pdf.text(address, MARGIN, y + 10, WIDTH, style)
  return y - 3
}

/** In the largest size that fits, because it is read from an arm's length. */
function drawAddress(pdf: Pdf, { to }: Label, top: number, bottom: number): void {
  const [name = '', ...lines] = addressLines(to)
  const heading =
    heightAt(12) > 0 && pdf.isMissingGlyphs() ? 'Deliver to (? is a character that cannot be printed)' : 'Deliver to'
  const y = pdf.text(heading, MARGIN, top, WIDTH, LABEL)
  const room = bottom - y
  let size = 12
  while (size > 6 && heightAt(size) > room) size -= 0.5
  const below = pdf.text(name, MARGIN, y, WIDTH, { size: size * 1.15, weight: 'bold' })
  pdf.text(lines.join('\n'), MARGIN, below, WIDTH, { size })

  function heightAt(points: number): number {
    return (
      pdf.heightOf(name, WIDTH, { size: points * 1.15, weight: 'bold' }) +
      pdf.heightOf(lines.join('\n'), WIDTH, { size: points })
    )
  }
}
