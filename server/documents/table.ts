import { INK, LINE, type Pdf, QUIET, STONE, type TextStyle } from './pdf.ts'

export type TableColumn = { heading: string; width: number; align?: 'left' | 'right' }
/** `note` is a second, smaller line; `picture`, a JPEG, stands in place of a text. */
export type TableCell = { text: string; note?: string; weight?: 'bold'; picture?: Buffer | undefined }

type Table = {
  columns: readonly TableColumn[]
  rows: readonly (readonly TableCell[])[]
  x: number
  y: number
  /** The `y` at which a page ends. */
  bottom: number
  /** Starts another page and returns the `y` where the table goes on; its head is repeated there. */
  nextPage: () => number
  size?: number
  /** Draws something extra into each row, whose text begins at this `y`. */
  eachRow?: (y: number) => void
}

const PADDING = 4
/** Points. */
const PICTURE_HEIGHT = 40

/** Draws a table over as many pages as it needs and returns the `y` below it. */
export function drawTable(pdf: Pdf, { columns, rows, x, y, bottom, nextPage, size = 8, eachRow }: Table): number {
  const pen = { pdf, size }
  let top = drawHead(pen, columns, x, y)
  for (const row of rows) {
    const height = Math.max(...row.map((cell, index) => heightOf(pen, cell, columns[index] as TableColumn)))
    if (top + height + 2 * PADDING > bottom) top = drawHead(pen, columns, x, nextPage())
    eachRow?.(top + PADDING)
    let left = x
    row.forEach((cell, index) => {
      const column = columns[index] as TableColumn
      drawCell(pen, cell, column, left, top + PADDING)
      left += column.width
    })
    top += height + 2 * PADDING
    pdf.rule(x, top, widthOf(columns), LINE)
  }
  return top
}

type Pen = { pdf: Pdf; size: number }

function drawHead({ pdf, size }: Pen, columns: readonly TableColumn[], x: number, y: number): number {
  const style = (column: TableColumn): TextStyle => ({ ...styleOf(size - 0.5, column), weight: 'bold' })
  const height = Math.max(...columns.map((column) => pdf.heightOf(column.heading, inner(column), style(column))))
  pdf.box(x, y, widthOf(columns), height + 2 * PADDING, STONE)
  let left = x
  for (const column of columns) {
    pdf.text(column.heading, left + PADDING, y + PADDING, inner(column), style(column))
    left += column.width
  }
  return y + height + 2 * PADDING
}

function heightOf(pen: Pen, { text, note, picture }: TableCell, column: TableColumn): number {
  const { pdf, size } = pen
  if (picture) return PICTURE_HEIGHT
  const lines = pdf.heightOf(text, inner(column), fitting(pen, text, column))
  return lines + (note ? pdf.heightOf(note, inner(column), styleOf(size - 1, column)) : 0)
}

function drawCell(
  pen: Pen,
  { text, note, weight, picture }: TableCell,
  column: TableColumn,
  left: number,
  y: number,
): void {
  const { pdf, size } = pen
  if (picture) {
    pdf.doc.image(picture, left + PADDING, y, { fit: [inner(column), PICTURE_HEIGHT] })
    return
  }
  const style = { ...fitting(pen, text, column), ...(weight && { weight }), color: INK }
  const below = pdf.text(text, left + PADDING, y, inner(column), style)
  if (note) pdf.text(note, left + PADDING, below, inner(column), { ...styleOf(size - 1, column), color: QUIET })
}

/** Shrinks an amount until it fits on one line: a height of more than twice the font size means that it wrapped. */
function fitting({ pdf, size }: Pen, text: string, column: TableColumn): TextStyle {
  const style = styleOf(size, column)
  if (column.align !== 'right') return style
  let fitted = size
  while (fitted > 4 && pdf.heightOf(text, inner(column), { ...style, size: fitted }) > fitted * 2) fitted -= 0.5
  return { ...style, size: fitted }
}

function styleOf(size: number, { align = 'left' }: TableColumn): TextStyle {
  return { size, align }
}

function widthOf(columns: readonly TableColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0)
}

function inner({ width }: TableColumn): number {
  return width - 2 * PADDING
}
