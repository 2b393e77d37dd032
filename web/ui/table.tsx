import type { ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import { Icon } from './icons.tsx'

export type Column<Row> = {
  heading: string
  /** A word more about the heading, in a smaller voice. */
  note?: string
  cell: (row: Row) => ReactNode
  /** Numbers stand to the right; `wide` keeps room for words; `row` names the row. */
  kind?: 'number' | 'wide' | 'row' | 'picture'
  /** The name under which the URL sorts by this column. */
  sort?: string
}

export type Sorting = { by: string; descending: boolean }

type TableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  classOf?: (row: Row) => string | undefined
  sorting?: Sorting
  hrefForSort?: (sorting: Sorting) => string
  ref?: Ref<HTMLDivElement>
}

/**
 * Many columns: they scroll inside their frame with the first one staying, and on a phone each row is a card. Roles
 * are spelled out because a browser forgets them when rows are laid out as cards.
 */
export function Table<Row>({ label, columns, rows, keyOf, classOf, sorting, hrefForSort, ref }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the arrow keys
    <div className="table-frame" ref={ref} role="region" aria-label={label} tabIndex={0}>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table className="table" role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <HeadCell key={column.heading} column={column} sorting={sorting} hrefForSort={hrefForSort} />
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
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </div>
  )
}

type HeadCellProps<Row> = Pick<TableProps<Row>, 'sorting' | 'hrefForSort'> & { column: Column<Row> }

function HeadCell<Row>({ column: { heading, note, kind, sort }, sorting, hrefForSort }: HeadCellProps<Row>) {
  const words = (
    <>
      {heading}
      {note && <span className="table-note"> {note}</span>}
    </>
  )
  const sorted = sort !== undefined && sorting?.by === sort ? sorting : undefined
  return (
    <th
      role="columnheader"
      scope="col"
      className={kind}
      aria-sort={sorted && (sorted.descending ? 'descending' : 'ascending')}
    >
      {sort && hrefForSort ? (
        <Link
          to={hrefForSort({ by: sort, descending: sorted ? !sorted.descending : true })}
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
