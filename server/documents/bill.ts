import type { Bill } from '#domain/billing/bill.ts'
import { type BillColumn, type BillView, type Party, viewBill } from '#domain/billing/bill-view.ts'
import { A4, INK, MOSS, openPdf, type Pdf, QUIET, type TextStyle } from './pdf.ts'
import { drawTable } from './table.ts'

const [PAGE_WIDTH, PAGE_HEIGHT] = A4
const MARGIN = 40
const WIDTH = PAGE_WIDTH - 2 * MARGIN
/** Tables end here; below it is the page number. */
const BOTTOM = PAGE_HEIGHT - 56

const SMALL: TextStyle = { size: 8 }
const QUIET_SMALL: TextStyle = { size: 8, color: QUIET }

/** An invoice, bill of supply, receipt or credit note as a PDF on A4. The same bill gives the same bytes. */
export async function renderBill(bill: Bill): Promise<Buffer> {
  const view = viewBill(bill)
  const pdf = await openPdf({
    size: A4,
    title: `${view.title} ${view.number}`,
    author: view.signatory ?? view.shopName,
    created: new Date(`${bill.date}T00:00:00+05:30`),
  })
  const top = drawHead(pdf, view)
  const table = drawTable(pdf, {
    columns: columnsFor(view.columns),
    rows: view.rows,
    x: MARGIN,
    y: drawParties(pdf, view, top + 14) + 14,
    bottom: BOTTOM,
    nextPage: () => nextPage(pdf, view),
  })
  drawEnd(pdf, view, table + 10)
  drawFooters(pdf, view)
  return pdf.end()
}

function drawHead(pdf: Pdf, { title, copy, declaration, shopName }: BillView): number {
  const left = pdf.text(shopName, MARGIN, MARGIN, WIDTH * 0.5, { size: 17, weight: 'bold', color: MOSS })
  let right = pdf.text(title, MARGIN + WIDTH * 0.5, MARGIN, WIDTH * 0.5, { size: 17, weight: 'bold', align: 'right' })
  if (copy) right = pdf.text(copy, MARGIN, right, WIDTH, { ...QUIET_SMALL, align: 'right' })
  const bottom = Math.max(left, right) + 6
  pdf.box(MARGIN, bottom, WIDTH, 1.5, MOSS)
  if (!declaration) return bottom
  return pdf.text(declaration, MARGIN, bottom + 8, WIDTH, { size: 9, weight: 'bold', align: 'center' })
}

function drawParties(pdf: Pdf, { supplier, buyer, delivery, facts }: BillView, top: number): number {
  const gap = 16
  const [seller, shopper, rest] = [WIDTH * 0.34 - gap, WIDTH * 0.33 - gap, WIDTH * 0.33]
  const bottoms = [
    drawParty(pdf, supplier, MARGIN, top, seller),
    [buyer, delivery].reduce(
      (from, party) => (party ? drawParty(pdf, party, MARGIN + seller + gap, from, shopper) + 6 : from),
      top,
    ),
  ]
  const x = MARGIN + seller + shopper + 2 * gap
  let y = top
  for (const { label, value } of facts) {
    const labelBottom = pdf.text(label, x, y, 72, QUIET_SMALL)
    y = Math.max(labelBottom, pdf.text(value, x + 74, y, rest - 74, SMALL)) + 1.5
  }
  return Math.max(...bottoms, y)
}

function drawParty(pdf: Pdf, { heading, name, lines }: Party, x: number, top: number, width: number): number {
  const below = pdf.text(heading, x, top, width, QUIET_SMALL)
  const y = pdf.text(name, x, below + 1, width, { size: 9.5, weight: 'bold' })
  return pdf.text(lines.join('\n'), x, y, width, SMALL)
}

/** The description takes what the other columns leave. */
function columnsFor(columns: readonly BillColumn[]) {
  const widths = { count: 22, code: 50, quantity: 36, amount: columns.length > 7 ? 57 : 68, text: 0 }
  const others = columns.reduce((sum, { kind }) => sum + widths[kind], 0)
  return columns.map(({ heading, kind }) => ({
    heading,
    width: kind === 'text' ? WIDTH - others : widths[kind],
    align: kind === 'amount' || kind === 'quantity' ? ('right' as const) : ('left' as const),
  }))
}

function nextPage(pdf: Pdf, { title, number, shopName }: BillView): number {
  pdf.doc.addPage()
  pdf.text(`${shopName} · ${title} ${number}, continued`, MARGIN, MARGIN, WIDTH, QUIET_SMALL)
  return MARGIN + 18
}

/** Sums, words, notes and signature stay together on one page. */
function drawEnd(pdf: Pdf, view: BillView, below: number): void {
  const { sums, inWords, notes, signatory } = view
  const half = WIDTH * 0.52
  const sumsWidth = WIDTH - half - 20
  const words = `${sums.at(-1)?.label ?? ''} in words`
  const text = [words, inWords, ...notes].map((part) => pdf.heightOf(part, half, SMALL)).reduce((a, b) => a + b, 0)
  const height = Math.max(text + 14, sums.length * 17 + 12) + (signatory ? 96 : 10)
  let y = below + height > BOTTOM ? nextPage(pdf, view) : below

  const left = pdf.text(words, MARGIN, y + 2, half, QUIET_SMALL)
  const notesTop = pdf.text(inWords, MARGIN, left, half, { size: 9, weight: 'bold' }) + 6
  const textBottom = pdf.text(notes.join('\n'), MARGIN, notesTop, half, SMALL)

  const x = MARGIN + half + 20
  sums.forEach(({ label, value }, index) => {
    const isTotal = index === sums.length - 1
    const style: TextStyle = isTotal ? { size: 11.5, weight: 'bold', color: INK } : { size: 9 }
    if (isTotal) pdf.rule(x, y + 2, sumsWidth, INK)
    const from = isTotal ? y + 6 : y + 2
    pdf.text(label, x, from, sumsWidth, style)
    y = pdf.text(value, x, from, sumsWidth, { ...style, align: 'right' }) + 2
  })
  if (signatory) drawSignature(pdf, signatory, Math.max(y, textBottom) + 18)
}

function drawSignature(pdf: Pdf, signatory: string, y: number): void {
  const width = 190
  const x = MARGIN + WIDTH - width
  const below = pdf.text(`For ${signatory}`, x, y, width, { size: 8.5, weight: 'bold', align: 'right' })
  pdf.rule(x + 30, below + 34, width - 30)
  pdf.text('Authorised signatory', x, below + 37, width, { ...QUIET_SMALL, align: 'right' })
}

/** Drawn last, when the number of pages is known. */
function drawFooters(pdf: Pdf, { title, number }: BillView): void {
  const missing = '? marks a character that the fonts of this document do not have.'
  const { start, count } = pdf.doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    pdf.doc.switchToPage(start + page)
    const y = PAGE_HEIGHT - 42
    pdf.rule(MARGIN, y, WIDTH)
    pdf.text(
      pdf.isMissingGlyphs() ? `${title} ${number} · ${missing}` : `${title} ${number}`,
      MARGIN,
      y + 5,
      WIDTH - 80,
      QUIET_SMALL,
    )
    pdf.text(`Page ${page + 1} of ${count}`, MARGIN, y + 5, WIDTH, { ...QUIET_SMALL, align: 'right' })
  }
}
