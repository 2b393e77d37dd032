import { useEffect } from 'react'
import { type Location, matchPath, useLocation } from 'react-router'
import { useSlowNavigation } from '#web/client/slow-navigation.ts'
import { ListSkeleton } from '#web/ui/skeleton.tsx'

type PendingList = { heading: string; sorted: boolean }

/**
 * The list that takes long to come. The one that is open keeps its place and the focus while it turns a page. There is
 * none for a product: the picture of its card stays, to grow into the product's.
 */
export function usePendingList(): { list?: PendingList | undefined; isPaging: boolean } {
  const { pathname } = useLocation()
  const there = useSlowNavigation()
  const list = there && listAt(there)
  return there?.pathname === pathname ? { isPaging: list !== undefined } : { list, isPaging: false }
}

/** By the words that it is going to begin with. */
function listAt({ pathname, search }: Location): PendingList | undefined {
  if (matchPath('/allproduct', pathname)) return { heading: 'All pots', sorted: true }
  const category = matchPath('/category/:name', pathname)?.params.name
  if (category) return { heading: category, sorted: true }
  if (!matchPath('/search', pathname)) return undefined
  const query = new URLSearchParams(search).get('q')?.trim()
  return query ? { heading: `Pots with “${query}” in their name`, sorted: false } : undefined
}

/** Stands before the page that is left, which the style sheet hides: with its state, should the way there be broken off. */
export function PendingList(list: PendingList) {
  // Where the page before was scrolled to has been noted, for who comes back.
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  return (
    <div className="to-come">
      <ListSkeleton {...list} />
    </div>
  )
}
