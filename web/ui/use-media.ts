import { useSyncExternalStore } from 'react'

/** False until hydration, which suits most visitors, so few components render twice. */
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

function watchMotion(onChange: () => void) {
  const query = matchMedia(QUERY)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

function watchVisibility(onChange: () => void) {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
