// biome-ignore-all lint/a11y/noRedundantRoles: a browser forgets what rows and cells are once they are laid out as cards
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#web/ui/icons.tsx'

export type Column<Row> = {
  heading: string
  /** An addition to the heading in small print. */
  note?: string
  cell: (row: Row) => ReactNode
  /** `number` is right-aligned, `wide` fits text, `row` is the row's heading, and an `action` has no label on cards. */
  kind?: 'number' | 'wide' | 'row' | 'image' | 'action'
  /** Differs between the rows of one record. Columns without it have one cell for all of them. */
  ofLine?: boolean
  /** On a phone's card: at the end of its title, a fact without its label, or left out. */
  onCard?: 'end' | 'fact' | 'hide'
  /** The URL values of this column's two sort orders; its heading toggles between them. */
  sorts?: { descending: string; ascending: string }
}

type TableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** The record of a row, whose rows follow each other. */
  recordKeyOf?: (row: Row) => string | number
  classOf?: (row: Row) => string | undefined
  sort?: string
  hrefForSort?: (sort: string) => string
}

/**
 * A wide table that scrolls sideways with its first column fixed; on phones each row is a card.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, keyOf, recordKeyOf = keyOf, classOf, sort, hrefForSort } = props
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the arrow keys
    <section className="table-frame" aria-label={label} tabIndex={0}>
      <table className="table" role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column, position) => (
              <HeadCell
                key={column.heading}
                column={column}
                isFirst={position === 0}
                sort={sort}
                hrefForSort={hrefForSort}
              />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, index) => {
            const before = rows[index - 1]
            const isFirst = before === undefined || recordKeyOf(before) !== recordKeyOf(row)
            const ofRecord = isFirst ? rows.filter((other) => recordKeyOf(other) === recordKeyOf(row)).length : 0
            const className = classNames(!isFirst && 'continued', classOf?.(row))
            return (
              <tr key={keyOf(row)} role="row" className={className} data-key={keyOf(row)}>
                {columns.map(
                  (column, position) =>
                    (isFirst || column.ofLine) && (
                      <BodyCell
                        key={column.heading}
                        column={column}
                        row={row}
                        isFirst={position === 0}
                        rows={column.ofLine ? 1 : ofRecord}
                      />
                    ),
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

type HeadCellProps<Row> = Pick<TableProps<Row>, 'sort' | 'hrefForSort'> & { column: Column<Row>; isFirst: boolean }

function HeadCell<Row>({ column: { heading, note, kind, sorts }, isFirst, sort, hrefForSort }: HeadCellProps<Row>) {
  const words = (
    <>
      {heading}
      {note && <span className="fine"> {note}</span>}
    </>
  )
  const sorted =
    sorts && (sort === sorts.descending ? 'descending' : sort === sorts.ascending ? 'ascending' : undefined)
  return (
    <th
      role="columnheader"
      scope="col"
      className={classNames(kind !== 'row' && kind, isFirst && 'first')}
      aria-sort={sorted}
    >
      {sorts && hrefForSort ? (
        <Link
          to={hrefForSort(sorted === 'descending' ? sorts.ascending : sorts.descending)}
          className="table-sort bare"
          preventScrollReset
        >
          {words}
          <Icon name="down" />
        </Link>
      ) : (
        words
      )}
    </th>
  )
}

/** `rows`: how many the cell covers. */
type BodyCellProps<Row> = { column: Column<Row>; row: Row; isFirst: boolean; rows: number }

function BodyCell<Row>({ column, row, isFirst, rows }: BodyCellProps<Row>) {
  const { heading, kind, onCard, cell } = column
  const className = classNames(kind !== 'row' && kind, onCard && `card-${onCard}`, isFirst && 'first')
  const rowSpan = rows > 1 ? rows : undefined
  const inside = (
    <>
      <span className="fine table-card-label" aria-hidden="true">
        {heading}
      </span>
      <div className="table-cell">{cell(row)}</div>
    </>
  )
  if (kind === 'row') {
    return (
      <th role="rowheader" scope="row" className={className} rowSpan={rowSpan}>
        {inside}
      </th>
    )
  }
  return (
    <td role="cell" className={className} rowSpan={rowSpan}>
      {inside}
    </td>
  )
}

function classNames(...names: (string | false | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined
}
