import { type ReactNode, useEffect, useState } from 'react'
import { type Location, matchPath, useLocation, useNavigation } from 'react-router'
import type { Words } from '#domain/shop/wording.ts'
import { useWords } from '#web/ui/shop-info.ts'
import { useLate } from '#web/ui/use-late.ts'

type PendingList = { heading: string }

const loadSkeleton = () => import('#web/ui/skeleton.tsx')

/**
 * The list that a slow navigation leads to. Paging within the open list keeps it in place, and its focus. A product has
 * no skeleton: its card stays, so that the view transition can morph the image.
 */
export function usePendingList(): { list?: ReactNode; isPaging: boolean } {
  const { pathname } = useLocation()
  const target = useSlowNavigation()
  const words = useWords()
  const skeleton = useLate(loadSkeleton, target !== undefined)
  const list = target && listAt(target, words)
  if (!list || target.pathname === pathname) return { isPaging: list !== undefined }
  return { list: skeleton && <PendingList of={<skeleton.ListSkeleton {...list} />} />, isPaging: false }
}

/** Prefetched pages arrive sooner; a skeleton before that would only flicker. */
const DELAY_MS = 150

/**
 * The location being navigated to, once that takes long. Back and forward are left out: they keep the old page until the
 * new one is there, so that the view transition can morph the image back into its card.
 */
function useSlowNavigation(): Location | undefined {
  const { location } = useNavigation()
  const [slow, setSlow] = useState<Location>()
  useEffect(() => {
    if (!location || location.key === window.history.state?.key) return
    const timer = setTimeout(() => setSlow(location), DELAY_MS)
    return () => clearTimeout(timer)
  }, [location])
  return slow === location ? slow : undefined
}

function listAt({ pathname, search }: Location, { nouns }: Words): PendingList | undefined {
  if (matchPath('/allproduct', pathname)) return { heading: `All ${nouns}` }
  const category = matchPath('/category/:name', pathname)?.params.name
  if (category) return { heading: category }
  if (!matchPath('/search', pathname)) return undefined
  const query = new URLSearchParams(search).get('q')?.trim()
  return query ? { heading: `Results for “${query}”` } : undefined
}

/** A skeleton in front of the old page, which CSS hides but which keeps its state in case the navigation is cancelled. */
function PendingList({ of: skeleton }: { of: ReactNode }) {
  // The old page's scroll position is already saved for the back button.
  useEffect(() => {
    const { href } = window.location
    const focused = document.activeElement
    const top = window.scrollY
    window.scrollTo({ top: 0, behavior: 'instant' })
    return () => {
      // The old page is back, because the list could not be loaded.
      if (window.location.href !== href) return
      window.scrollTo({ top, behavior: 'instant' })
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
    }
  }, [])
  return <div className="pending-list">{skeleton}</div>
}
