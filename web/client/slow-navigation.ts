import { useEffect, useState } from 'react'
import { type Location, useNavigation } from 'react-router'

/** What the browser has kept comes sooner than this, and nothing may flicker in between. */
const TIMEOUT_MS = 150

/**
 * Where the browser is on its way to by script, once that takes long. Not so for back and forward, which change the
 * address first: who goes back finds the page as it was left, and its picture shrinks into its card again.
 */
export function useSlowNavigation(): Location | undefined {
  const { location } = useNavigation()
  const [late, setLate] = useState<Location>()
  useEffect(() => {
    if (!location || location.key === window.history.state?.key) return
    const timer = setTimeout(() => setLate(location), TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [location])
  return late === location ? late : undefined
}
