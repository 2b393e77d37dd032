import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import type PDFDocument from 'pdfkit'
import { SPECIFIED_ACCENT } from '#domain/shop/look.ts'

export type TextStyle = {
  /** Points. */
  size: number
  weight?: 'regular' | 'bold' | undefined
  color?: string
  align?: 'left' | 'right' | 'center'
}

type PdfOptions<Item> = {
  /** Points. */
  size: [width: number, height: number]
  title: string
  author: string
  /** ISO 8601. The latest is the creation time, from which the PDF's id is derived too, so the same items give the same bytes. */
  times: readonly string[]
  items: readonly Item[]
  /** The shop's accent colour; empty: the specified one. */
  accent?: string
  /** Draws an item, which begins on a new page. */
  draw: (pdf: Pdf, item: Item) => void
  /** Draws something more on each page, when the number of pages is known. */
  drawFoot?: (pdf: Pdf, page: number, pages: number) => void
}

export const A4: [number, number] = [595.28, 841.89]
export const A6: [number, number] = [297.64, 419.53]

export const INK = '#1c261f'
export const QUIET = '#545e56'
export const LINE = '#c9c2b6'
export const STONE = '#f0ebe3'

/** Line height as a multiple of the font size, so that marks above and below Indian letters do not touch. */
const LEADING = 1.42

/** Loads pdfkit and fontkit with the first document, so that the shop starts without them. */
export async function renderPdf<Item>(options: PdfOptions<Item>): Promise<Buffer> {
  const { size, title, author, times, items, accent, draw, drawFoot } = options
  const [{ default: Document }, typeset] = await Promise.all([import('pdfkit'), import('./typeset.ts')])
  const created = new Date(Math.max(0, ...times.map((time) => new Date(time).getTime())))
  const doc = new Document({
    size,
    margin: 0,
    // Otherwise a standard font, which is not embedded.
    font: typeset.NOTO_SANS.regular[0],
    autoFirstPage: false,
    bufferPages: true,
    lang: 'en-IN',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: created, Producer: 'PDFKit', Creator: 'PDFKit' },
  })
  const pdf = openPen(doc, typeset, accent || SPECIFIED_ACCENT)
  for (const item of items) {
    doc.addPage()
    draw(pdf, item)
    // Many pages take a second, so other requests are served in between.
    await setImmediate()
  }
  const { start, count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(start + page)
    drawFoot?.(pdf, page + 1, count)
  }
  doc.end()
  return buffer(doc)
}

/** Draws documents. Lengths are points, 72 to an inch; `y` grows downwards. */
export type Pdf = ReturnType<typeof openPen>

function openPen(
  doc: InstanceType<typeof PDFDocument>,
  { NOTO_SANS, setLine, wrap }: typeof import('./typeset.ts'),
  accent: string,
) {
  let isMissingGlyphs = false

  function linesOf(text: string, width: number, { size, weight = 'regular' }: TextStyle) {
    const lettering = { fonts: NOTO_SANS[weight], size }
    const fits = (line: string) => setLine(line, lettering).width <= width + 0.01
    const lines = wrap(text, fits).map((line) => setLine(line, lettering))
    isMissingGlyphs ||= lines.some(({ runs }) => runs.some(({ isMissing }) => isMissing))
    return lines
  }

  return {
    doc,
    accent,
    /** Some characters had no glyph and were replaced. */
    isMissingGlyphs: () => isMissingGlyphs,

    /** Writes wrapped text and returns the `y` below it. */
    text(text: string, x: number, y: number, width: number, style: TextStyle): number {
      const { size, weight = 'regular', align = 'left', color = INK } = style
      let top = y
      for (const line of linesOf(text, width, style)) {
        const spare = width - line.width
        let left = x + (align === 'right' ? spare : align === 'center' ? spare / 2 : 0)
        for (const run of line.runs) {
          // Glyphs of Indian scripts are drawn in another sequence than they are read, so the text itself is added.
          const isIndian = run.font !== NOTO_SANS[weight][0]
          if (isIndian) doc.markContent('Span', { actual: run.text })
          doc.font(run.font).fontSize(size).fillColor(color)
          doc.text(run.text, left, top + size * 1.08, { lineBreak: false, baseline: 'alphabetic' })
          if (isIndian) doc.endMarkedContent()
          left += run.width
        }
        top += size * LEADING
      }
      return top
    },

    heightOf(text: string, width: number, style: TextStyle): number {
      return linesOf(text, width, style).length * style.size * LEADING
    },

    rule(x: number, y: number, width: number, color = LINE): void {
      doc.moveTo(x, y)
      doc.lineTo(x + width, y)
      doc.lineWidth(0.6).strokeColor(color).stroke()
    },

    box(x: number, y: number, width: number, height: number, color: string): void {
      doc.rect(x, y, width, height).fillColor(color).fill()
    },
  }
}
