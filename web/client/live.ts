import { useEffect, useEffectEvent, useRef } from 'react'
import { backoffMs } from '#domain/backoff.ts'
import type { Topic } from '#domain/permissions.ts'
import { usePageHidden } from '#web/ui/use-media.ts'
import { formsAnswered, openRouter } from './open-router.ts'
import { onRevalidated } from './stale-on-error.ts'

const BACKOFF = { firstMs: 1000, maxMs: 15_000 }
/** A burst of changes causes one reload. */
const DEBOUNCE_MS = 100

/** Reloads the page's data whenever the server reports a change in one of these topics. */
export function useLive(...topics: Topic[]) {
  // Prices, names and texts of the shop are on every page.
  useLiveChanges(refresh, 'settings', ...topics)
  useRetryOnStale(refresh)
}

/** React Router's own hook would render the page again while it is reloading. */
async function refresh() {
  // React Router drops the redirect that answers a form, such as the one to `/confirm`, if the page reloads meanwhile.
  await formsAnswered()
  // A revalidation rejects when another navigation interrupts it; that page loads its own data.
  await openRouter()
    ?.revalidate()
    .catch(() => {})
}

/** Retries with back-off while the open page could not be reloaded. */
function useRetryOnStale(refresh: () => void) {
  const retry = useEffectEvent(refresh)
  useEffect(() => {
    let tries = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = onRevalidated((isFresh) => {
      clearTimeout(timer)
      if (isFresh) tries = 0
      else timer = setTimeout(retry, pauseAfter(tries++))
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [])
}

/**
 * Calls back whenever the server reports a change in one of these topics, and with all of them after a reconnect, which may have
 * missed some.
 * Hidden tabs disconnect: HTTP/1 browsers open six connections to one server, and a seventh tab would hang.
 */
export function useLiveChanges(onChange: (changed: ReadonlySet<Topic>) => void, ...topics: Topic[]) {
  const notify = useEffectEvent(onChange)
  const topicList = topics.join(' ')
  const hidden = usePageHidden()
  const missedChanges = useRef(false)

  useEffect(() => {
    if (hidden) {
      missedChanges.current = true
      return
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    let source: EventSource
    let tries = 0
    const all = topicList.split(' ') as Topic[]
    let pending = new Set<Topic>()
    const changed = (...changes: Topic[]) => {
      for (const topic of changes) pending.add(topic)
      timer ??= setTimeout(() => {
        const reported = pending
        pending = new Set()
        timer = undefined
        notify(reported)
      }, DEBOUNCE_MS)
    }
    const open = () => {
      source = new EventSource('/live')
      for (const topic of all) source.addEventListener(topic, () => changed(topic))
      source.onerror = () => {
        missedChanges.current = true
        // EventSource reconnects after a network error but not after an error status such as 503.
        if (source.readyState === EventSource.CLOSED) reconnect = setTimeout(open, pauseAfter(tries++))
      }
      source.onopen = () => {
        tries = 0
        if (missedChanges.current) changed(...all)
        missedChanges.current = false
      }
    }
    let reconnect: ReturnType<typeof setTimeout> | undefined
    open()
    return () => {
      clearTimeout(reconnect)
      clearTimeout(timer)
      source.close()
    }
  }, [topicList, hidden])
}

/** Milliseconds. */
export function pauseAfter(failures: number): number {
  return backoffMs(failures, BACKOFF, Math.random())
}
