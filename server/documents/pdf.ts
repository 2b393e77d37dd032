import type PDFDocument from 'pdfkit'
import { type Face, readFace, splitByFace, type Weight } from './fonts.ts'
import { allowMissingAnchors } from './missing-anchors.ts'

type Doc = InstanceType<typeof PDFDocument>

export type TextStyle = {
  /** Points. */
  size: number
  weight?: Weight
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

type Run = { text: string; font: string; width: number; isIndic: boolean }
type Line = { runs: Run[]; width: number }

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

/** Loads pdfkit with the first document, so that the shop starts without it. */
export async function openPdf({ size, title, author, created }: PdfOptions): Promise<Pdf> {
  const { default: Document } = await import('pdfkit')
  const doc = new Document({
    size,
    margin: 0,
    // No standard font: all are embedded.
    font: null as unknown as string,
    bufferPages: true,
    lang: 'en-IN',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: created, Producer: 'PDFKit', Creator: 'PDFKit' },
  })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const fonts = openFonts(doc)
  let missing = false

  function measure(text: string, { size, weight = 'regular' }: TextStyle): Run[] {
    return splitByFace(text, (face, cluster) => fonts.has(face, weight, cluster)).map((run) => {
      missing ||= run.missing
      const font = fonts.use(run.face, weight)
      const width = doc.font(font).fontSize(size).widthOfString(run.text)
      return { text: run.text, font, width, isIndic: !run.face.name.startsWith('latin') }
    })
  }

  function write(text: string, x: number, y: number, width: number, style: TextStyle): number {
    const { size, align = 'left', color = INK } = style
    let top = y
    for (const line of wrap(text, width, (part) => measure(part, style))) {
      const spare = width - line.width
      let left = x + (align === 'right' ? spare : align === 'center' ? spare / 2 : 0)
      for (const run of line.runs) {
        // Glyphs of Indian scripts are drawn in another sequence than they are read, so the text itself is added.
        if (run.isIndic) doc.markContent('Span', { actual: run.text })
        doc.font(run.font).fontSize(size).fillColor(color)
        doc.text(run.text, left, top + size * 1.08, { lineBreak: false, baseline: 'alphabetic' })
        if (run.isIndic) doc.endMarkedContent()
        left += run.width
      }
      top += size * LEADING
    }
    return top
  }

  return {
    doc,
    isMissingGlyphs: () => missing,
    text: write,
    heightOf: (text, width, style) => wrap(text, width, (part) => measure(part, style)).length * style.size * LEADING,
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

/** Breaks a text at its line ends and spaces, and inside a word that is wider than the line. */
function wrap(text: string, width: number, measure: (part: string) => Run[]): Line[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: Line[] = [{ runs: [], width: 0 }]
    for (const word of paragraph.split(/(?<= )/)) {
      for (const part of partsThatFit(word, width, measure)) {
        const last = lines.at(-1) as Line
        const drawn = widthOf(measure(part.trimEnd()))
        if (last.runs.length > 0 && last.width + drawn > width + 0.01) lines.push({ runs: [], width: 0 })
        add(lines.at(-1) as Line, measure(part))
      }
    }
    return lines.map(withoutTrailingSpace(measure))
  })
}

function partsThatFit(word: string, width: number, measure: (part: string) => Run[]): string[] {
  if (widthOf(measure(word.trimEnd())) <= width) return [word]
  const parts = ['']
  for (const char of [...new Intl.Segmenter('en').segment(word)].map(({ segment }) => segment)) {
    const longer = `${parts.at(-1)}${char}`
    if (parts.at(-1) && widthOf(measure(longer.trimEnd())) > width) parts.push(char)
    else parts[parts.length - 1] = longer
  }
  return parts
}

function add(line: Line, runs: Run[]): void {
  for (const run of runs) {
    const last = line.runs.at(-1)
    // Joined into one run, because screen readers read runs one by one.
    if (last?.font === run.font) Object.assign(last, { text: last.text + run.text, width: last.width + run.width })
    else line.runs.push({ ...run })
    line.width += run.width
  }
}

/** A space at the end of a line would shift right-aligned text. */
function withoutTrailingSpace(measure: (part: string) => Run[]): (line: Line) => Line {
  return (line) => {
    const last = line.runs.at(-1)
    if (!last?.text.endsWith(' ')) return line
    const runs = [...line.runs.slice(0, -1), ...measure(last.text.trimEnd())]
    return { runs, width: widthOf(runs) }
  }
}

function widthOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { width }) => sum + width, 0)
}

/** The parts of fontkit that pdfkit's types do not show. */
type FontkitFont = Parameters<typeof allowMissingAnchors>[0] & { hasGlyphForCodePoint(codePoint: number): boolean }

/**
 * Opens each font once per document, when it is first needed. A shared one would change the bytes of later documents.
 */
function openFonts(doc: Doc) {
  const opened = new Map<string, FontkitFont>()

  function use(face: Face, weight: Weight): string {
    const name = `${face.name}-${weight}`
    if (!opened.has(name)) {
      doc.registerFont(name, readFace(face, weight)).font(name)
      const { font } = (doc as unknown as { _font: { font: FontkitFont } })._font
      allowMissingAnchors(font)
      opened.set(name, font)
    }
    return name
  }

  return {
    use,
    has(face: Face, weight: Weight, text: string): boolean {
      const font = opened.get(use(face, weight))
      return [...text].every((char) => font?.hasGlyphForCodePoint(char.codePointAt(0) ?? 0) || JOINERS.test(char))
    },
  }
}

const JOINERS = /^[\u200C\u200D]$/
