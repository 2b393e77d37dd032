import { useEffect, useEffectEvent, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { usePageHidden } from '#web/ui/use-media.ts'
import { backoffMs, onRevalidated } from './stale-on-error.ts'

export type Topic = 'product' | 'order' | 'user' | 'sale' | 'message' | 'letter'

/** Bursts of changes are told once. */
const GATHER_MS = 100

/** Re-runs the page's loader whenever the server says that something of these topics changed. */
export function useLive(...topics: Topic[]) {
  const { revalidate } = useRevalidator()
  // One that another navigation breaks off has nothing left to bring up to date.
  const refresh = () => void revalidate().catch(() => {})
  useLiveChanges(refresh, ...topics)
  useRetryOnStale(refresh)
}

/** What came without what it is for is asked for again, until it has it. */
export function useRetryLoader(failed: boolean) {
  const { revalidate } = useRevalidator()
  const tryAgain = useEffectEvent(() => void revalidate().catch(() => {}))
  useEffect(() => {
    if (!failed) return
    // Should this fail too, the page that is live tries on.
    const timer = setTimeout(tryAgain, backoffMs(0))
    return () => clearTimeout(timer)
  }, [failed])
}

/** A page that could not be brought up to date is not, until it is. */
function useRetryOnStale(refresh: () => void) {
  const tryAgain = useEffectEvent(refresh)
  useEffect(() => {
    let tries = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const forget = onRevalidated((isWell) => {
      clearTimeout(timer)
      if (isWell) tries = 0
      else timer = setTimeout(tryAgain, backoffMs(tries++))
    })
    return () => {
      clearTimeout(timer)
      forget()
    }
  }, [])
}

/**
 * Calls back whenever the server says that something of these topics changed, or may have while the line was down.
 * Only the tabs in front hold a line: a browser opens six to one server, and a seventh tab would wait for ever.
 */
export function useLiveChanges(onChange: () => void, ...topics: Topic[]) {
  const tell = useEffectEvent(onChange)
  const wanted = topics.join(' ')
  const hidden = usePageHidden()
  const wasAway = useRef(false)

  useEffect(() => {
    if (hidden) {
      wasAway.current = true
      return
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    let source: EventSource
    let tries = 0
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        tell()
      }, GATHER_MS)
    }
    const open = () => {
      source = new EventSource('/live')
      for (const topic of wanted.split(' ')) source.addEventListener(topic, changed)
      source.onerror = () => {
        if (!wasAway.current) console.info('The live connection was lost; the browser takes it up again by itself.')
        wasAway.current = true
        // It does so after a broken line, but not after a refusal, such as that of a shop without its database.
        if (source.readyState === EventSource.CLOSED) again = setTimeout(open, backoffMs(tries++))
      }
      source.onopen = () => {
        tries = 0
        if (wasAway.current) changed()
        wasAway.current = false
      }
    }
    let again: ReturnType<typeof setTimeout> | undefined
    open()
    return () => {
      clearTimeout(again)
      clearTimeout(timer)
      source.close()
    }
  }, [wanted, hidden])
}
