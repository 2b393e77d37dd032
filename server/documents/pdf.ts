import type PDFDocument from 'pdfkit'

type Doc = InstanceType<typeof PDFDocument>

export type TextStyle = {
  /** Points. */
  size: number
  weight?: 'regular' | 'bold'
  color?: string
  align?: 'left' | 'right' | 'center'
}

export const INK = '#1c261f'
export const QUIET = '#545e56'
export const LINE = '#c9c2b6'
export const MOSS = '#2a6a3b'
export const STONE = '#f0ebe3'

/** Line height as a multiple of the font size, so that marks above and below Indian letters do not touch. */
const LEADING = 1.42

/** A PDF that is being written. Lengths are points, 72 to an inch; `y` grows downwards. */
export type Pdf = {
  doc: Doc
  /** Some characters had no glyph and were replaced. */
  isMissingGlyphs: () => boolean
  /** Writes wrapped text and returns the `y` below it. */
  text: (text: string, x: number, y: number, width: number, style: TextStyle) => number
  heightOf: (text: string, width: number, style: TextStyle) => number
  rule: (x: number, y: number, width: number, color?: string) => void
  box: (x: number, y: number, width: number, height: number, color: string) => void
  /** @returns the bytes, the same for the same calls */
  end: () => Promise<Buffer>
}

type PdfOptions = {
  /** Points. */
  size: [width: number, height: number]
  title: string
  author: string
  /** The creation time, from which the PDF's id is derived too: with the same one the bytes are the same. */
  created: Date
}

export const A4: [number, number] = [595.28, 841.89]
export const A6: [number, number] = [297.64, 419.53]

/** Loads pdfkit and fontkit with the first document, so that the shop starts without them. */
export async function openPdf({ size, title, author, created }: PdfOptions): Promise<Pdf> {
  const { default: Document } = await import('pdfkit')
  const { NOTO_SANS, setLine, wrap } = await import('./typeset.ts')
  const [latin] = NOTO_SANS.regular
  const doc = new Document({
    size,
    margin: 0,
    // Otherwise a standard font, which is not embedded.
    font: latin,
    bufferPages: true,
    lang: 'en-IN',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: created, Producer: 'PDFKit', Creator: 'PDFKit' },
  })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  let isMissing = false

  function linesOf(text: string, width: number, { size, weight = 'regular' }: TextStyle) {
    const lettering = { fonts: NOTO_SANS[weight], size }
    const fits = (line: string) => setLine(line, lettering).width <= width + 0.01
    const lines = wrap(text, fits).map((line) => setLine(line, lettering))
    isMissing ||= lines.some(({ runs }) => runs.some((run) => run.isMissing))
    return lines
  }

  function write(text: string, x: number, y: number, width: number, style: TextStyle): number {
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
  }

  return {
    doc,
    isMissingGlyphs: () => isMissing,
    text: write,
    heightOf: (text, width, style) => linesOf(text, width, style).length * style.size * LEADING,
    rule: (x, y, width, color = LINE) =>
      void doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.6)
        .strokeColor(color)
        .stroke(),
    box: (x, y, width, height, color) => void doc.rect(x, y, width, height).fillColor(color).fill(),
    end: () =>
      new Promise((resolve, reject) => {
        doc.on('end', () => resolve(Buffer.concat(parts)))
        doc.on('error', reject)
        doc.end()
      }),
  }
}
