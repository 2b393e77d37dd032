import { INK, LINE, type Pdf, QUIET, STONE, type TextStyle } from './pdf.ts'

export type TableColumn = { heading: string; width: number; align?: 'left' | 'right' }
/** `note` is a second, smaller line. */
export type TableCell = { text: string; note?: string; weight?: 'bold' }

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
  /** Draws something else into each row, whose text begins at this `y`. */
  eachRow?: (y: number) => void
}

const PADDING = 4

/** Draws a table over as many pages as it needs and returns the `y` below it. */
export function drawTable(pdf: Pdf, { columns, rows, x, y, bottom, nextPage, size = 8, eachRow }: Table): number {
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  let top = drawHead(y)
  for (const row of rows) {
    const height = Math.max(...row.map((cell, index) => heightOf(cell, columns[index] as TableColumn)))
    if (top + height + 2 * PADDING > bottom) top = drawHead(nextPage())
    eachRow?.(top + PADDING)
    let left = x
    row.forEach((cell, index) => {
      const column = columns[index] as TableColumn
      drawCell(cell, column, left, top + PADDING)
      left += column.width
    })
    top += height + 2 * PADDING
    pdf.rule(x, top, width, LINE)
  }
  return top

  function drawHead(from: number): number {
    const style = (column: TableColumn): TextStyle => ({ ...styleOf(column), size: size - 0.5, weight: 'bold' })
    const height = Math.max(...columns.map((column) => pdf.heightOf(column.heading, inner(column), style(column))))
    pdf.box(x, from, width, height + 2 * PADDING, STONE)
    let left = x
    for (const column of columns) {
      pdf.text(column.heading, left + PADDING, from + PADDING, inner(column), style(column))
      left += column.width
    }
    return from + height + 2 * PADDING
  }

  function styleOf({ align = 'left' }: TableColumn): TextStyle {
    return { size, align }
  }

  function heightOf({ text, note }: TableCell, column: TableColumn): number {
    const lines = pdf.heightOf(text, inner(column), fitting(text, column))
    return lines + (note ? pdf.heightOf(note, inner(column), { ...styleOf(column), size: size - 1 }) : 0)
  }

  function drawCell({ text, note, weight }: TableCell, column: TableColumn, left: number, from: number): void {
    const style = fitting(text, column)
    const below = pdf.text(text, left + PADDING, from, inner(column), {
      ...style,
      ...(weight && { weight }),
      color: INK,
    })
    if (note) pdf.text(note, left + PADDING, below, inner(column), { ...styleOf(column), size: size - 1, color: QUIET })
  }

  /** An amount is never broken over two lines: it is set smaller. */
  function fitting(text: string, column: TableColumn): TextStyle {
    const style = styleOf(column)
    if (column.align !== 'right') return style
    let fitted = style.size
    while (fitted > 4 && pdf.heightOf(text, inner(column), { ...style, size: fitted }) > fitted * 2) fitted -= 0.5
    return { ...style, size: fitted }
  }
}

function inner({ width }: TableColumn): number {
  return width - 2 * PADDING
}
