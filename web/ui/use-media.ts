import { useSyncExternalStore } from 'react'

/** As most people have it until the browser has said otherwise: no slider moves before that, and few are rendered twice. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(watchMotion, isMotionReduced, () => false)
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
