import { type ReactNode, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { Page } from '#server/db/keyset-pagination.ts'
import type { ActionResult } from '#web/admin/action-result.ts'
import { useRetryLoader } from '#web/client/admin/retry-loader.ts'
import { useStableRows } from '#web/client/admin/use-stable-rows.ts'
import { useFailureToasts } from '#web/client/toast.ts'
import { type Column, Table } from '#web/ui/admin/table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import { ActionResultMessage } from './action-result-message.tsx'
import { CursorPagination, useHrefs } from './list-controls.tsx'

type LiveTableProps<Row> = {
  /** Such as `order`; `plural` only if it is irregular. */
  noun: string
  plural?: string
  page: Page<Row>
  /** Error messages, if the page could not be loaded. */
  failures: readonly string[]
  keyOf: (row: Row) => string | number
  /** The key of the record, when one record has several rows. */
  recordKeyOf?: (row: Row) => string | number
  columns: (controls: TableControls<Row>) => readonly Column<Row>[]
  sort?: string
  /** Parameters of the URL that are not filters. */
  noFilter?: readonly string[]
  /** The CSS class of a row, to join the rows of one record. */
  classOf?: (row: Row) => string | undefined
  /** The result of a form that was sent without scripts, or before they had loaded; shown above the table. */
  answer?: ActionResult | undefined
  empty: { heading: string; text: string; action?: ReactNode }
}

export type TableControls<Row> = {
  /** Removes a row that was deleted on this page. */
  forget: (row: Row) => void
  /** The row's number in the whole list, counted from 1. */
  numberOf: (row: Row) => number
}

/** A table that updates itself without moving the row under the pointer. */
export function LiveTable<Row>(props: LiveTableProps<Row>) {
  const { noun, plural = `${noun}s`, page, failures, keyOf, recordKeyOf = keyOf, columns, sort, empty } = props
  const { noFilter = [], classOf } = props
  const answer = useLastResult(props.answer)
  // Includes the button, so that the list does not move while the pointer is on its way to it.
  const frame = useRef<HTMLDivElement>(null)
  const [params] = useSearchParams()
  const hrefWith = useHrefs()
  const held = useStableRows(page.rows, keyOf, { list: params.toString(), frame, isEnd: page.next === undefined })
  const present = [...new Set(held.rows.map(recordKeyOf))]
  const numbers = new Map(present.map((key, index) => [key, page.first + index]))
  const isTop = !page.previous && (sort === undefined || sort === 'newest')
  const waiting = new Set(held.waiting.map(recordKeyOf)).size

  function whyEmpty() {
    if (failures[0]) return { heading: failures[0], text: 'This page retries automatically.' }
    if ([...params.keys()].some((name) => !noFilter.includes(name)))
      return { heading: `No ${plural} found`, text: 'Change or clear the filter.' }
    return empty
  }

  useFailureToasts(failures)
  useRetryLoader(failures.length > 0)

  return (
    <div className="live-table" ref={frame}>
      {answer && <ActionResultMessage answer={answer} />}
      <div className="waiting" role="status">
        {waiting > 0 && (
          <Button small onClick={held.release}>
            {isTop ? `${waiting} new ${waiting === 1 ? noun : plural}` : 'Show changes'}
          </Button>
        )}
      </div>
      {held.rows.length === 0 ? (
        <EmptyState {...whyEmpty()} />
      ) : (
        <Table
          label={plural}
          rows={held.rows}
          keyOf={keyOf}
          columns={columns({
            forget: (row) => held.forget((other) => recordKeyOf(other) === recordKeyOf(row)),
            numberOf: (row) => numbers.get(recordKeyOf(row)) ?? page.first,
          })}
          classOf={(row) =>
            [held.gone.has(keyOf(row)) && 'gone', classOf?.(row)].filter(Boolean).join(' ') || undefined
          }
          sort={sort}
          hrefForSort={(wanted) => hrefWith({ sort: wanted })}
        />
      )}
      <CursorPagination {...page} shown={present.length} noun={noun} plural={plural} />
    </div>
  )
}
