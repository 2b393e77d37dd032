import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { pauseAfter } from '#web/client/live.ts'

/** Reloads a page that was rendered with failures. */
export function useRetryLoader(failed: boolean) {
  const { revalidate } = useRevalidator()
  const retry = useEffectEvent(() => void revalidate().catch(() => {}))
  useEffect(() => {
    if (!failed) return
    // If this fails too, useRetryOnStale goes on retrying.
    const timer = setTimeout(retry, pauseAfter(0))
    return () => clearTimeout(timer)
  }, [failed])
}
