import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

type Key = string | number

export type StableRows<Row> = {
  rows: readonly Row[]
  /** Rows that wait to be shown. */
  waiting: readonly Row[]
  /** Rows that somebody has removed meanwhile; they keep their place until the list moves. */
  gone: ReadonlySet<Key>
  /** Shows the list as it is now. */
  release: () => void
  /** Takes rows away that were removed from here, wherever the pointer is. */
  forget: (which: (row: Row) => boolean) => void
}

/**
 * A list that fills itself without moving the row under the pointer or the focus: while either is inside `frame`, rows
 * keep their places, their contents stay current, and what is new waits.
 *
 * @param fresh the rows as the server has them now
 * @param list  names what is listed (page, filter, sort): another list is shown at once
 * @param isEnd no other page follows
 */
export function useStableRows<Row>(
  fresh: readonly Row[],
  keyOf: (row: Row) => Key,
  { list, frame, isEnd = false }: { list: string; frame: RefObject<HTMLElement | null>; isEnd?: boolean },
): StableRows<Row> {
  const [held, setHeld] = useState({ list, rows: fresh, source: fresh })
  let shown = held
  if (held.source !== fresh || held.list !== list) {
    const rows = held.list === list && isBusy(frame.current) ? keepPlaces(held.rows, fresh, keyOf) : fresh
    shown = { list, rows, source: fresh }
    setHeld(shown)
  }

  const freshKeys = new Set(fresh.map(keyOf))
  const shownKeys = new Set(shown.rows.map(keyOf))
  const waiting = fresh.filter((row) => !shownKeys.has(keyOf(row)))
  const gone = goneAmong(shown.rows.map(keyOf), freshKeys, isEnd)
  const release = () => setHeld({ list, rows: fresh, source: fresh })
  const forget = (which: (row: Row) => boolean) =>
    setHeld((now) => ({ ...now, rows: now.rows.filter((row) => !which(row)) }))
  useReleaseOnLeave(frame, () => {
    if (waiting.length > 0 || gone.size > 0) release()
  })
  return { rows: shown.rows, waiting, gone, release, forget }
}

/** A pointer that rests on the list, the focus or an open dialog in it, or its top scrolled out of sight. */
function isBusy(frame: HTMLElement | null): boolean {
  if (!frame) return false
  return frame.matches(':hover, :has(:focus-visible), :has(dialog[open])') || frame.getBoundingClientRect().top < 0
}

function keepPlaces<Row>(before: readonly Row[], fresh: readonly Row[], keyOf: (row: Row) => Key): readonly Row[] {
  const current = new Map(fresh.map((row) => [keyOf(row), row]))
  return before.map((row) => current.get(keyOf(row)) ?? row)
}

/**
 * Missing rows at the end were pushed to the next page, where there is one; missing ones above a row that is still there
 * are gone.
 */
function goneAmong(shown: readonly Key[], fresh: ReadonlySet<Key>, isEnd: boolean): ReadonlySet<Key> {
  const lastPresent = isEnd ? shown.length : shown.findLastIndex((key) => fresh.has(key))
  return new Set(shown.filter((key, index) => index < lastPresent && !fresh.has(key)))
}

/** Once pointer and focus have left, what waited is shown. */
function useReleaseOnLeave(frame: RefObject<HTMLElement | null>, release: () => void) {
  const letGo = useEffectEvent(() => {
    if (!isBusy(frame.current)) release()
  })
  useEffect(() => {
    // The focus is between two places while `focusout` is told.
    const left = () => setTimeout(letGo)
    const events = ['pointerout', 'focusout', 'scroll'] as const
    for (const name of events) document.addEventListener(name, left, { passive: true })
    return () => {
      for (const name of events) document.removeEventListener(name, left)
    }
  }, [])
}
