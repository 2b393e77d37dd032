import { useEffect, useEffectEvent, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { usePageHidden } from '#web/ui/media.ts'

export type Topic = 'product' | 'order' | 'user' | 'sale' | 'message' | 'letter'

/** Bursts of changes are told once. */
const GATHER_MS = 100

/** Re-runs the page's loader whenever the server says that something of these topics changed. */
export function useLive(...topics: Topic[]) {
  const { revalidate } = useRevalidator()
  // One that another navigation breaks off has nothing left to bring up to date.
  useLiveChanges(() => void revalidate().catch(() => {}), ...topics)
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
    const source = new EventSource('/live')
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        tell()
      }, GATHER_MS)
    }
    for (const topic of wanted.split(' ')) source.addEventListener(topic, changed)
    source.onerror = () => {
      if (!wasAway.current) console.info('The live connection was lost; the browser takes it up again by itself.')
      wasAway.current = true
    }
    source.onopen = () => {
      if (wasAway.current) changed()
      wasAway.current = false
    }
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [wanted, hidden])
}
