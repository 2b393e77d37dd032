import { A4, INK, LINE, type Pdf, QUIET, STONE, type TextStyle } from './pdf.ts'

/** The A4 page of invoices and packing slips. Tables end at `bottom`; below it is the foot. */
export const SHEET = { x: 40, width: A4[0] - 80, bottom: A4[1] - 56 }
export const MISSING_GLYPHS = '? replaces a character that cannot be printed.'

const TITLE: TextStyle = { size: 17, weight: 'bold' }
const SMALL: TextStyle = { size: 8, color: QUIET }

/** Returns the `y` of the rule below. */
export function drawHead(pdf: Pdf, shopName: string, title: string, note = ''): number {
  const { x, width } = SHEET
  const half = width / 2
  const left = pdf.text(shopName, x, x, half, { ...TITLE, color: pdf.accent })
  const below = pdf.text(title, x + half, x, half, { ...TITLE, align: 'right' })
  const right = note ? pdf.text(note, x, below, width, { ...SMALL, align: 'right' }) : below
  const y = Math.max(left, right) + 6
  pdf.box(x, y, width, 1.5, pdf.accent)
  return y
}

/** Starts another page and returns the `y` where it goes on. */
export function continueOnNextPage(pdf: Pdf, shopName: string, title: string): number {
  pdf.doc.addPage()
  pdf.text(`${shopName} · ${title}, continued`, SHEET.x, SHEET.x, SHEET.width, SMALL)
  return SHEET.x + 18
}

export type TableColumn = { heading: string; width: number; align?: 'left' | 'right' }
/** `note` is a second, smaller line; `picture`, a JPEG, and a box to tick are drawn in place of a text. */
export type TableCell = {
  text: string
  note?: string
  weight?: 'bold'
  picture?: Buffer | undefined
  isTickBox?: true
}

type Table = {
  columns: readonly TableColumn[]
  rows: readonly (readonly TableCell[])[]
  size: number
  /** Returns the `y` where the table goes on; its head is repeated there. */
  nextPage: () => number
}

/** A cell of known height, which is drawn when its place is known. */
type Placed = { height: number; draw: (x: number, y: number) => void }

const PADDING = 4
/** Points. */
const PICTURE_HEIGHT = 40
const TICK_BOX = 11

/** Draws a table over as many pages as it needs and returns the `y` below it. */
export function drawTable(pdf: Pdf, y: number, { columns, rows, size, nextPage }: Table): number {
  const head = place(
    columns.map(({ heading }) => ({ text: heading, weight: 'bold' })),
    size - 0.5,
  )
  let top = drawRow(head, y, STONE)
  for (const cells of rows) {
    const row = place(cells, size)
    if (top + heightOf(row) > SHEET.bottom) top = drawRow(head, nextPage(), STONE)
    top = drawRow(row, top)
    pdf.rule(SHEET.x, top, SHEET.width, LINE)
  }
  return top

  function place(cells: readonly TableCell[], points: number): Placed[] {
    return cells.map((cell, index) => placeCell(pdf, cell, columns[index] as TableColumn, points))
  }

  function drawRow(row: readonly Placed[], from: number, ground?: string): number {
    if (ground) pdf.box(SHEET.x, from, SHEET.width, heightOf(row), ground)
    let left = SHEET.x
    row.forEach(({ draw }, index) => {
      draw(left + PADDING, from + PADDING)
      left += columns[index]?.width ?? 0
    })
    return from + heightOf(row)
  }
}

function heightOf(row: readonly Placed[]): number {
  return Math.max(...row.map(({ height }) => height)) + 2 * PADDING
}

function placeCell(pdf: Pdf, cell: TableCell, column: TableColumn, size: number): Placed {
  const { text, note = '', weight, picture, isTickBox } = cell
  const { align = 'left' } = column
  const width = column.width - 2 * PADDING
  if (picture) {
    const fit: [number, number] = [width, PICTURE_HEIGHT]
    return { height: PICTURE_HEIGHT, draw: (x, y) => void pdf.doc.image(picture, x, y, { fit }) }
  }
  if (isTickBox) {
    const box = (x: number, y: number) => pdf.doc.rect(x + PADDING, y, TICK_BOX, TICK_BOX)
    return { height: TICK_BOX, draw: (x, y) => void box(x, y).lineWidth(0.8).strokeColor(INK).stroke() }
  }
  const style: TextStyle = { size, align, weight }
  // An amount is shrunk rather than broken: more than twice the font size is more than a line.
  const isAmount = align === 'right' && !text.includes(' ')
  while (isAmount && style.size > 4 && pdf.heightOf(text, width, style) > style.size * 2) style.size -= 0.5
  const small: TextStyle = { size: size - 1, align, color: QUIET }
  const height = pdf.heightOf(text, width, style)
  return {
    height: height + (note ? pdf.heightOf(note, width, small) : 0),
    draw(x, y) {
      pdf.text(text, x, y, width, style)
      if (note) pdf.text(note, x, y + height, width, small)
    },
  }
}
