import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

type Key = string | number

/**
 * A live list that never moves the row under the pointer or the focus: while either is inside `frame`, rows keep their
 * places, their contents are updated, and new rows wait.
 *
 * @param fresh the rows as the server has them now
 * @param list  identifies the list (page, filter, sort): another list is shown at once
 * @param isEnd this is the last page
 */
export function useStableRows<Row>(
  fresh: readonly Row[],
  keyOf: (row: Row) => Key,
  { list, frame, isEnd = false }: { list: string; frame: RefObject<HTMLElement | null>; isEnd?: boolean },
) {
  const [held, setHeld] = useState({ list, rows: fresh, source: fresh })
  let shown = held
  if (held.source !== fresh || held.list !== list) {
    const holds = held.list === list && held.rows.length > 0 && isBusy(frame.current)
    const rows = holds ? keepPlaces(held.rows, fresh, keyOf) : fresh
    shown = { list, rows, source: fresh }
    setHeld(shown)
  }

  const freshKeys = new Set(fresh.map(keyOf))
  const shownKeys = new Set(shown.rows.map(keyOf))
  /** New rows that are not shown yet. */
  const waiting = fresh.filter((row) => !shownKeys.has(keyOf(row)))
  /** Rows that were deleted elsewhere; they keep their place until the list is updated. */
  const gone = goneAmong(shown.rows.map(keyOf), freshKeys, isEnd)
  const release = () => setHeld({ list, rows: fresh, source: fresh })
  /** Removes rows at once that were deleted on this page, wherever the pointer is. */
  const forget = (which: (row: Row) => boolean) =>
    setHeld((now) => ({ ...now, rows: now.rows.filter((row) => !which(row)) }))
  useReleaseOnLeave(frame, () => {
    if (waiting.length > 0 || gone.size > 0) release()
  })
  return { rows: shown.rows, waiting, gone, release, forget }
}

/** In use: the pointer, the focus or an open dialog is in the list, or its top is scrolled out of view. */
function isBusy(frame: HTMLElement | null): boolean {
  if (!frame) return false
  return frame.matches(':hover, :has(:focus-visible), :has(dialog[open])') || frame.getBoundingClientRect().top < 0
}

function keepPlaces<Row>(before: readonly Row[], fresh: readonly Row[], keyOf: (row: Row) => Key): readonly Row[] {
  const current = new Map(fresh.map((row) => [keyOf(row), row]))
  return before.map((row) => current.get(keyOf(row)) ?? row)
}

/**
 * The rows that were deleted: those missing above a row that is still there. Missing rows at the end may have moved to the
 * next page, if there is one.
 */
function goneAmong(shown: readonly Key[], fresh: ReadonlySet<Key>, isEnd: boolean): ReadonlySet<Key> {
  const lastPresent = isEnd ? shown.length : shown.findLastIndex((key) => fresh.has(key))
  return new Set(shown.filter((key, index) => index < lastPresent && !fresh.has(key)))
}

/** Shows waiting rows once pointer and focus have left. */
function useReleaseOnLeave(frame: RefObject<HTMLElement | null>, release: () => void) {
  const letGo = useEffectEvent(() => {
    if (!isBusy(frame.current)) release()
  })
  useEffect(() => {
    // During `focusout` no element has the focus yet.
    const left = () => setTimeout(letGo)
    const events = ['pointerout', 'focusout', 'scroll'] as const
    for (const name of events) document.addEventListener(name, left, { passive: true })
    return () => {
      for (const name of events) document.removeEventListener(name, left)
    }
  }, [])
}
