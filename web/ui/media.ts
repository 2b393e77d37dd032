import { useSyncExternalStore } from 'react'

/** True until the browser has said otherwise: nothing moves before we know. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(watchMotion, isMotionReduced, () => true)
}

export function usePageHidden(): boolean {
  return useSyncExternalStore(
    watchVisibility,
    () => document.hidden,
    () => false,
  )
}

const QUERY = '(prefers-reduced-motion: reduce)'

function isMotionReduced() {
  return matchMedia(QUERY).matches
}

function watchMotion(changed: () => void) {
  const query = matchMedia(QUERY)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

function watchVisibility(changed: () => void) {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
