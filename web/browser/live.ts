import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'

export type Topic = 'product' | 'order' | 'user'

/** Bursts of changes are told once. */
const GATHER_MS = 100

/** Re-runs the page's loader whenever the server says that something of these topics changed. */
export function useLive(...topics: Topic[]) {
  const { revalidate } = useRevalidator()
  useLiveChanges(revalidate, ...topics)
}

/** Calls back whenever the server says that something of these topics changed, or may have while the line was down. */
export function useLiveChanges(onChange: () => void, ...topics: Topic[]) {
  const tell = useEffectEvent(onChange)
  const wanted = topics.join(' ')

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let wasLost = false
    const source = new EventSource('/live')
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        tell()
      }, GATHER_MS)
    }
    for (const topic of wanted.split(' ')) source.addEventListener(topic, changed)
    source.onerror = () => {
      if (!wasLost) console.info('The live connection was lost; the browser takes it up again by itself.')
      wasLost = true
    }
    source.onopen = () => {
      if (wasLost) changed()
      wasLost = false
    }
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [wanted])
}
