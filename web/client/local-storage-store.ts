import { useSyncExternalStore } from 'react'

/** One local storage entry, in sync across components and tabs. */
export type LocalStorageStore<T> = {
  get(): T
  set(value: T | undefined): void
  /** The current value; the empty one during server rendering and hydration. */
  use(): T
}

const CHANGE_EVENT = 'gamla:store-change'

/**
 * @param key    the local storage key; the value is JSON
 * @param parse  must never throw: the stored text may be outdated or corrupt
 * @param toStored  converts a value to what its JSON has
 */
export function localStorageStore<T>(
  key: string,
  parse: (text: string | null) => T,
  toStored: (value: T) => unknown = (value) => value,
): LocalStorageStore<T> {
  const empty = parse(null)
  let lastText: string | null = null
  let lastValue = empty

  // useSyncExternalStore renders forever unless the same text returns the same object.
  function get(): T {
    const text = read(key)
    if (text !== lastText) {
      lastText = text
      lastValue = parse(text)
    }
    return lastValue
  }

  function set(value: T | undefined) {
    write(key, value === undefined ? undefined : toStored(value))
    window.dispatchEvent(new Event(CHANGE_EVENT))
  }

  return { get, set, use: () => useSyncExternalStore(subscribe, get, () => empty) }
}

/** Calls back when this or another tab changes local storage. */
function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange)
  window.addEventListener(CHANGE_EVENT, onChange)
  return () => {
    window.removeEventListener('storage', onChange)
    window.removeEventListener(CHANGE_EVENT, onChange)
  }
}

// A browser may block storage; the shop then works without it.
function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: unknown) {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full or blocked.
  }
}

/** Called at logout. */
export function clearBrowserStorage() {
  try {
    localStorage.clear()
    sessionStorage.clear()
  } catch {
    // Storage is blocked, so there is nothing to clear.
  }
  window.dispatchEvent(new Event(CHANGE_EVENT))
}
