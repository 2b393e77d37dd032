import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useFrame } from '#web/admin/frame-data.ts'

/** The views of a list, from the navigation, as tabs with an address each. What the list is filtered by stays. */
export function Views({ of, current }: { of: string; current: string }) {
  const [params] = useSearchParams()
  const tabs = useRef<HTMLElement>(null)
  const page = useFrame()?.navigation.find((group) => group.page?.to === of)?.page

  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the tab of another view may be out of sight
  useEffect(() => {
    const tab = tabs.current?.querySelector<HTMLElement>('[aria-current]')
    if (tab) tabs.current?.scrollTo({ left: tab.offsetLeft - (tabs.current.clientWidth - tab.clientWidth) / 2 })
  }, [current])

  if (!page || page.views.length === 0) return null

  function hrefOf(to: string): string {
    const next = new URLSearchParams(params)
    for (const name of ['view', 'show', 'after', 'before', 'key']) next.delete(name)
    const view = viewOf(to)
    if (view) next.set('view', view)
    return next.size > 0 ? `${of}?${next}` : of
  }

  return (
    <nav className="views bare no-print" aria-label="Views" ref={tabs}>
      {page.views.map(({ label, to, count }) => (
        <Link
          key={to}
          to={hrefOf(to)}
          aria-current={(viewOf(to) ?? 'all') === current ? 'page' : undefined}
          preventScrollReset
        >
          {label}
          {count > 0 && (
            <span className="count-badge" aria-hidden="true">
              {count > 99 ? '99+' : count}
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}

function viewOf(to: string): string | null {
  return new URLSearchParams(to.split('?')[1]).get('view')
}
