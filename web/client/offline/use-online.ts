import { useSyncExternalStore } from 'react'

const CHANGE_EVENT = 'gamla:saved-change'

/** False when the browser knows that it is offline, and on a stored copy of a page. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    watchConnection,
    () => navigator.onLine && !savedTime(),
    () => true,
  )
}

/** The time at which the shown copy was stored, such as `22 Nov 2026, 9:15 am`; empty if the page comes from the shop. */
export function savedTime(): string | undefined {
  return document.documentElement.dataset.saved
}

export function setSavedTime(time: string) {
  document.documentElement.dataset.saved = time
  window.dispatchEvent(new Event(CHANGE_EVENT))
}

function watchConnection(onChange: () => void) {
  const events = ['online', 'offline', CHANGE_EVENT]
  for (const event of events) window.addEventListener(event, onChange)
  return () => {
    for (const event of events) window.removeEventListener(event, onChange)
  }
}
