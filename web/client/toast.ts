import { type ReactNode, useEffect, useSyncExternalStore } from 'react'

export type Toast = {
  id: string
  kind: 'plain' | 'success' | 'error'
  content: ReactNode
  /** Screen readers read it out. */
  isLive: boolean
  isLeaving: boolean
}

type Options = {
  /** Replaces the toast with the same id. */
  id?: string
  duration?: number
  isLive?: boolean
}

/** Milliseconds and number as specified. */
const DURATIONS = { plain: 4000, error: 4000, success: 2000 } as const
const MOST = 20
/** How long a toast fades. */
const LEAVING_MS = 1000

/** Newest first. */
let toasts: readonly Toast[] = []
let count = 0
let pausedAt: number | undefined
const ends = new Map<string, { at: number; timer: ReturnType<typeof setTimeout> | undefined }>()
const listeners = new Set<() => void>()

/** Shows a message above the page. Our own, because the smallest library was 1 KB more on every page. */
export function toast(content: ReactNode, options?: Options) {
  show('plain', content, options)
}

toast.success = (content: ReactNode, options?: Options) => show('success', content, options)
toast.error = (content: ReactNode, options?: Options) => show('error', content, options)

/** Lets a toast fade. */
toast.dismiss = (id: string) => {
  ends.delete(id)
  change(toasts.map((one) => (one.id === id ? { ...one, isLeaving: true } : one)))
  // By then another toast may have the same id, so only a leaving one is removed.
  setTimeout(() => change(toasts.filter((one) => one.id !== id || !one.isLeaving)), LEAVING_MS)
}

/** Takes a toast away at once. */
toast.remove = (id: string) => {
  clearTimeout(ends.get(id)?.timer)
  ends.delete(id)
  change(toasts.filter((one) => one.id !== id))
}

function show(kind: Toast['kind'], content: ReactNode, options: Options = {}) {
  const { id = String(++count), duration = DURATIONS[kind], isLive = true } = options
  const shown: Toast = { id, kind, content, isLive, isLeaving: false }
  const isThere = toasts.some((one) => one.id === id)
  change(isThere ? toasts.map((one) => (one.id === id ? shown : one)) : [shown, ...toasts].slice(0, MOST))
  endAt(id, Date.now() + duration)
}

function endAt(id: string, at: number) {
  clearTimeout(ends.get(id)?.timer)
  const runs = pausedAt === undefined && Number.isFinite(at)
  ends.set(id, { at, timer: runs ? setTimeout(() => toast.dismiss(id), at - Date.now()) : undefined })
}

/** Keeps all toasts until `resumeToasts`, so that there is time to read them. */
export function pauseToasts() {
  pausedAt ??= Date.now()
  for (const end of ends.values()) {
    clearTimeout(end.timer)
    end.timer = undefined
  }
}

export function resumeToasts() {
  if (pausedAt === undefined) return
  const pausedFor = Date.now() - pausedAt
  pausedAt = undefined
  for (const [id, { at }] of [...ends]) endAt(id, at + pausedFor)
}

/** Shows a loader's failures as toasts each time its data arrives. */
export function useFailureToasts(failures: readonly string[] | undefined) {
  useEffect(() => {
    for (const text of failures ?? []) toast.error(text)
  }, [failures])
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, listToasts, listToasts)
}

export function listToasts(): readonly Toast[] {
  return toasts
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

function change(next: readonly Toast[]) {
  toasts = next
  for (const notify of listeners) notify()
}
