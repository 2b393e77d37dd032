import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { Page } from '#server/db/keyset-pagination.ts'
import type { ActionResult } from '#web/admin/action-result.ts'
import { useRetryFailures } from '#web/client/admin/retry-loader.ts'
import { useStableRows } from '#web/client/admin/use-stable-rows.ts'
import { type Column, Table } from '#web/ui/admin/table.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { ActionResultMessage } from './action-result-message.tsx'
import { Chips, FilterButton, type FilterProps, isFiltered } from './filter.tsx'
import { CursorPagination, useHrefs } from './list-controls.tsx'
import { SaveView, Views } from './views.tsx'

type LiveTableProps<Row> = {
  title: string
  /** Beside the views. */
  beside?: ReactNode
  /** The list's main action, beside the title; on phones too. */
  main?: ReactNode
  /** Other buttons beside the title; phones have them behind one. */
  actions?: ReactNode
  views?: ReactNode
  filter?: FilterProps
  /** Actions for the chosen rows, whose checkboxes have `data-choose`. They stick to the foot of the screen. */
  bulk?: ReactNode
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
  const { title, beside, main, actions, views, filter, bulk, noFilter } = props
  const answer = useLastResult(props.answer)
  // Includes the button, so that the list does not move while the pointer is on its way to it.
  const frame = useRef<HTMLDivElement>(null)
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const hrefWith = useHrefs()
  const held = useStableRows(page.rows, keyOf, { list: params.toString(), frame, isEnd: page.next === undefined })
  const present = [...new Set(held.rows.map(recordKeyOf))]
  const numbers = new Map(present.map((key, index) => [key, page.first + index]))
  const isTop = !page.previous && (sort === undefined || sort === 'newest')
  const waiting = new Set(held.waiting.map(recordKeyOf)).size

  function whyEmpty() {
    if (failures[0]) return { heading: failures[0], text: 'This page retries automatically.' }
    if (isFiltered(params, noFilter)) return { heading: `No ${plural} found`, text: 'Change or clear the filter.' }
    return empty
  }

  useRetryFailures(failures)

  const chosen = useChosen(frame, held.rows)
  const controls: TableControls<Row> = {
    forget: (row) => held.forget((other) => recordKeyOf(other) === recordKeyOf(row)),
    numberOf: (row) => numbers.get(recordKeyOf(row)) ?? page.first,
  }
  const all = columns(controls)
  const hidden = params.getAll('hide')
  const sorts = all.flatMap((column) => (column.sorts ? [column.sorts.descending, column.sorts.ascending] : []))
  const canHide = all.filter(({ kind }) => kind !== 'row' && kind !== 'action').map(({ heading }) => heading)

  return (
    <div className="live-table">
      <div className="row gap-2 list-title no-print">
        <h1>{title}</h1>
        {bulk && (
          <label className="check only-scripts choose-all">
            <input
              type="checkbox"
              checked={chosen.count > 0 && chosen.count === chosen.all}
              onChange={(event) => chosen.chooseAll(event.currentTarget.checked)}
            />
            <span>All on this page</span>
          </label>
        )}
        {filter && <FilterButton {...filter} sorts={sorts} sort={sort} columns={canHide} />}
        {main}
        {actions && <Actions>{actions}</Actions>}
      </div>
      <div className="row spread gap-4 list-views no-print">
        {views ?? <Views of={pathname} />}
        {beside}
      </div>
      {filter && (
        <div className="cluster gap-2 list-chips no-print">
          <Chips {...filter} />
          <SaveView />
        </div>
      )}
      {answer && <ActionResultMessage answer={answer} />}
      <div className="live-rows" ref={frame}>
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
            recordKeyOf={recordKeyOf}
            columns={all.filter(({ heading }) => !canHide.includes(heading) || !hidden.includes(heading))}
            classOf={(row) => (held.gone.has(keyOf(row)) ? 'gone' : undefined)}
            sort={sort}
            hrefForSort={(wanted) => hrefWith({ sort: wanted })}
          />
        )}
        <CursorPagination {...page} shown={present.length} noun={noun} plural={plural} />
        {bulk && (
          // Shown while something is chosen, without scripts too.
          <div className="cluster bulk-bar no-print">
            <p role="status">{chosen.count > 0 && `${chosen.count} chosen`}</p>
            {bulk}
          </div>
        )}
      </div>
    </div>
  )
}

/** Buttons in the head of a list; on a phone behind one button. */
export function Actions({ children }: { children: ReactNode }) {
  const id = useId()
  return (
    <>
      <button type="button" className="icon-button actions-button" popoverTarget={id} aria-label="More actions">
        <span aria-hidden="true">⋯</span>
      </button>
      <div id={id} popover="auto" className="cluster gap-2 popover actions">
        {children}
      </div>
    </>
  )
}

/** The checkboxes of the rows, which belong to the form that acts on them. */
function useChosen(frame: RefObject<HTMLElement | null>, rows: readonly unknown[]) {
  const [chosen, setChosen] = useState({ count: 0, all: 0 })
  const boxes = () => [...(frame.current?.querySelectorAll<HTMLInputElement>(CHOOSE) ?? [])]

  function count() {
    setChosen({ count: boxes().filter((box) => box.checked).length, all: boxes().length })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have other boxes, and each change of one bubbles
  useEffect(() => {
    count()
    const list = frame.current
    list?.addEventListener('change', count)
    return () => list?.removeEventListener('change', count)
  }, [rows])

  function chooseAll(isChosen: boolean) {
    for (const box of boxes()) box.checked = isChosen
    count()
  }

  return { ...chosen, chooseAll }
}

const CHOOSE = 'input[data-choose]'
