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
  /** Differs between the rows of one record. Columns without it repeat there, so phones show them once. */
  ofLine?: boolean
  /** The URL values of this column's two sort orders; its heading toggles between them. */
  sorts?: { descending: string; ascending: string }
}

type TableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  classOf?: (row: Row) => string | undefined
  /** The current sort order's URL value. */
  sort?: string
  hrefForSort?: (sort: string) => string
}

/**
 * A wide table that scrolls sideways with its first column fixed; on phones each row is a card.
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
      {note && <span className="fine"> {note}</span>}
    </>
  )
  const sorted =
    sorts && (sort === sorts.descending ? 'descending' : sort === sorts.ascending ? 'ascending' : undefined)
  return (
    <th role="columnheader" scope="col" className={kind} aria-sort={sorted}>
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

function BodyCell<Row>({ column: { heading, kind, ofLine, cell }, row }: { column: Column<Row>; row: Row }) {
  const className = [kind, ofLine && 'of-line'].filter(Boolean).join(' ') || undefined
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
      <th role="rowheader" scope="row" className={className}>
        {inside}
      </th>
    )
  }
  return (
    <td role="cell" className={className}>
      {inside}
    </td>
  )
}
