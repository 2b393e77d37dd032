import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { pauseAfter } from '#web/client/live.ts'
import { useFailureToasts } from '#web/client/toast.ts'

/** Tells what a page could not load, and loads it again. */
export function useRetryFailures(failures: readonly string[]) {
  useFailureToasts(failures)
  const failed = failures.length > 0
  const { revalidate } = useRevalidator()
  const retry = useEffectEvent(() => void revalidate().catch(() => {}))
  useEffect(() => {
    if (!failed) return
    // If this fails too, useRetryOnStale goes on retrying.
    const timer = setTimeout(retry, pauseAfter(0))
    return () => clearTimeout(timer)
  }, [failed])
}
