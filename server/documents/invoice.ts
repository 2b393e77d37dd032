import type { Invoice } from '#domain/billing/invoice.ts'
import { type InvoiceColumn, type InvoiceView, type Party, viewInvoice } from '#domain/billing/invoice-view.ts'
import { A4, INK, type Pdf, QUIET, renderPdf, type TextStyle } from './pdf.ts'
import { continueOnNextPage, drawHead, drawTable, MISSING_GLYPHS, SHEET } from './sheet.ts'

const { x: MARGIN, width: WIDTH, bottom: BOTTOM } = SHEET
const SMALL: TextStyle = { size: 8 }
const QUIET_SMALL: TextStyle = { size: 8, color: QUIET }

/** An invoice, bill of supply, receipt or credit note as a PDF on A4. The same invoice and accent colour give the same bytes. */
export function renderInvoice(invoice: Invoice, accent = ''): Promise<Buffer> {
  const view = viewInvoice(invoice)
  return renderPdf({
    size: A4,
    title: `${view.title} ${view.number}`,
    author: view.signatory ?? view.shopName,
    times: [`${invoice.date}T00:00:00+05:30`],
    items: [view],
    accent,
    draw: drawInvoice,
    drawFoot: (pdf, page, pages) => drawFoot(pdf, view, `Page ${page} of ${pages}`),
  })
}

function drawInvoice(pdf: Pdf, view: InvoiceView): void {
  const { declaration } = view
  const bold: TextStyle = { size: 9, weight: 'bold', align: 'center' }
  const head = drawHead(pdf, view.shopName, view.title, view.copy)
  const top = declaration ? pdf.text(declaration, MARGIN, head + 8, WIDTH, bold) : head
  const table = drawTable(pdf, drawParties(pdf, view, top + 14) + 14, {
    columns: columnsFor(view.columns),
    rows: view.rows,
    size: 8,
    nextPage: () => nextPage(pdf, view),
  })
  drawEnd(pdf, view, table + 10)
}

function drawParties(pdf: Pdf, { supplier, buyer, delivery, facts }: InvoiceView, top: number): number {
  const gap = 16
  const seller = WIDTH * 0.34 - gap
  const shopper = WIDTH * 0.33 - gap
  const rest = WIDTH * 0.33
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
function columnsFor(columns: readonly InvoiceColumn[]) {
  const widths = { count: 22, code: 50, quantity: 36, amount: columns.length > 7 ? 57 : 68, text: 0 }
  const others = columns.reduce((sum, { kind }) => sum + widths[kind], 0)
  return columns.map(({ heading, kind }) => ({
    heading,
    width: kind === 'text' ? WIDTH - others : widths[kind],
    align: kind === 'amount' || kind === 'quantity' ? ('right' as const) : ('left' as const),
  }))
}

function nextPage(pdf: Pdf, { title, number, shopName }: InvoiceView): number {
  return continueOnNextPage(pdf, shopName, `${title} ${number}`)
}

/** Sums, words, notes and signature stay together on one page. */
function drawEnd(pdf: Pdf, view: InvoiceView, below: number): void {
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

function drawFoot(pdf: Pdf, { title, number }: InvoiceView, pages: string): void {
  const y = A4[1] - 42
  const note = pdf.isMissingGlyphs() ? ` · ${MISSING_GLYPHS}` : ''
  pdf.rule(MARGIN, y, WIDTH)
  pdf.text(`${title} ${number}${note}`, MARGIN, y + 5, WIDTH - 80, QUIET_SMALL)
  pdf.text(pages, MARGIN, y + 5, WIDTH, { ...QUIET_SMALL, align: 'right' })
}
