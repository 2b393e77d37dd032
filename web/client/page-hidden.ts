import { useSyncExternalStore } from 'react'

export function usePageHidden(): boolean {
  return useSyncExternalStore(
    watchVisibility,
    () => document.hidden,
    () => false,
  )
}

function watchVisibility(onChange: () => void) {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
