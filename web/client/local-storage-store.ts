import { useSyncExternalStore } from 'react'

/** One entry of local storage, shared by every component and every tab that shows it. */
export type LocalStorageStore<T> = {
  get(): T
  set(value: T | undefined): void
  /** The present value; while the server renders, and until scripts have loaded, what an empty browser has. */
  use(): T
}

const storedChanged = 'gamla:stored'

/**
 * @param key    under which local storage keeps it, as JSON
 * @param parse  must never throw: what stands there may be old, broken or foreign
 */
export function localStorageStore<T>(key: string, parse: (text: string | null) => T): LocalStorageStore<T> {
  const empty = parse(null)
  let lastText: string | null = null
  let lastValue = empty

  // The same text must give the same object, or React would render without end.
  function get(): T {
    const text = read(key)
    if (text !== lastText) {
      lastText = text
      lastValue = parse(text)
    }
    return lastValue
  }

  function set(value: T | undefined) {
    write(key, value)
    window.dispatchEvent(new Event(storedChanged))
  }

  return { get, set, use: () => useSyncExternalStore(subscribe, get, () => empty) }
}

/** Calls back when this tab or another one changes what is stored. */
function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange)
  window.addEventListener(storedChanged, onChange)
  return () => {
    window.removeEventListener('storage', onChange)
    window.removeEventListener(storedChanged, onChange)
  }
}

// A browser may forbid storage altogether; the shop then works without a memory.
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
    // Full or forbidden.
  }
}

/** What logout does. */
export function clearStored() {
  try {
    localStorage.clear()
    sessionStorage.clear()
  } catch {
    // Nothing was kept, so nothing is left.
  }
  window.dispatchEvent(new Event(storedChanged))
}
