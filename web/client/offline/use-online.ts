import { useSyncExternalStore } from 'react'

const CHANGE_EVENT = 'gamla:saved-change'

/** False when the browser knows that it has no line, and on a stored copy of a page. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    watchLine,
    () => navigator.onLine && !savedTime(),
    () => true,
  )
}

/** When the copy was stored that is shown, in milliseconds; 0: the page comes from the shop. */
export function savedTime(): number {
  return Number(document.documentElement.dataset.saved ?? 0)
}

export function setSavedTime(time: number) {
  document.documentElement.dataset.saved = String(time)
  window.dispatchEvent(new Event(CHANGE_EVENT))
}

function watchLine(onChange: () => void) {
  const events = ['online', 'offline', CHANGE_EVENT]
  for (const event of events) window.addEventListener(event, onChange)
  return () => {
    for (const event of events) window.removeEventListener(event, onChange)
  }
}
