// biome-ignore-all lint/a11y/noRedundantRoles: a browser forgets what rows and cells are once they are laid out as cards
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#web/ui/icons.tsx'

export type Column<Row> = {
  heading: string
  /** A word more about the heading, in a smaller voice. */
  note?: string
  cell: (row: Row) => ReactNode
  /** Numbers stand to the right; `wide` keeps room for words; `row` names the row; an `action` needs no label. */
  kind?: 'number' | 'wide' | 'row' | 'image' | 'action'
  /** What the URL calls the two orders of this column; pressing its heading takes the first, then the other. */
  sorts?: { descending: string; ascending: string }
}

type TableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  classOf?: (row: Row) => string | undefined
  /** The present order, as the URL calls it. */
  sort?: string
  hrefForSort?: (sort: string) => string
}

/**
 * Many columns: they scroll inside their frame with the first one staying, and on a phone each row is a card.
 */
export function Table<Row>({ label, columns, rows, keyOf, classOf, sort, hrefForSort }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the arrow keys
    <section className="table-frame" aria-label={label} tabIndex={0}>
      <table className="table" role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <HeadCell key={column.heading} column={column} sort={sort} hrefForSort={hrefForSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row" className={classOf?.(row)} data-key={keyOf(row)}>
              {columns.map((column) => (
                <BodyCell key={column.heading} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type HeadCellProps<Row> = Pick<TableProps<Row>, 'sort' | 'hrefForSort'> & { column: Column<Row> }

function HeadCell<Row>({ column: { heading, note, kind, sorts }, sort, hrefForSort }: HeadCellProps<Row>) {
  const words = (
    <>
      {heading}
      {note && <span className="table-note"> {note}</span>}
    </>
  )
  const sorted =
    sorts && (sort === sorts.descending ? 'descending' : sort === sorts.ascending ? 'ascending' : undefined)
  return (
    <th role="columnheader" scope="col" className={kind} aria-sort={sorted}>
      {sorts && hrefForSort ? (
        <Link
          to={hrefForSort(sorted === 'descending' ? sorts.ascending : sorts.descending)}
          className="table-sort"
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

function BodyCell<Row>({ column: { heading, kind, cell }, row }: { column: Column<Row>; row: Row }) {
  const inside = (
    <>
      <span className="table-card-label" aria-hidden="true">
        {heading}
      </span>
      <div className="table-cell">{cell(row)}</div>
    </>
  )
  if (kind === 'row') {
    return (
      <th role="rowheader" scope="row" className={kind}>
        {inside}
      </th>
    )
  }
  return (
    <td role="cell" className={kind}>
      {inside}
    </td>
  )
}
