import { useEffect, useState } from 'react'
import { type Location, useNavigation } from 'react-router'

/** Prefetched pages arrive sooner; a skeleton before that would only flicker. */
const DELAY_MS = 150

/**
 * The location being navigated to, once that takes long. Back and forward are left out: they keep the old page until the
 * new one is there, so that the view transition can morph the image back into its card.
 */
export function useSlowNavigation(): Location | undefined {
  const { location } = useNavigation()
  const [slow, setSlow] = useState<Location>()
  useEffect(() => {
    if (!location || location.key === window.history.state?.key) return
    const timer = setTimeout(() => setSlow(location), DELAY_MS)
    return () => clearTimeout(timer)
  }, [location])
  return slow === location ? slow : undefined
}
