import { useEffect, useRef } from 'react'
import { Form, Link, useLocation, useNavigation, useSearchParams } from 'react-router'
import { addressOf, savedSearchOf, VIEW_NAME_MAX } from '#domain/accounts/saved-view.ts'
import { useFrame, useMaySend } from '#web/admin/frame-data.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, HiddenFields } from '#web/ui/forms/field.tsx'

const VIEWS = '/adminDashboard/views'

/**
 * The views of a list, from the navigation, as tabs with an address each, and then those that this person saved. What the
 * list is filtered by stays.
 */
export function Views({ of, current = 'all' }: { of: string; current?: string }) {
  const [params] = useSearchParams()
  const tabs = useRef<HTMLElement>(null)
  const frame = useFrame()
  const page = frame?.navigation.find((group) => group.page?.to === of)?.page
  const { saved, shown } = useSavedViews(of)
  const builtIn = page && page.views.length > 0 ? page.views : [{ label: 'All', to: of, count: 0 }]

  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the tab of another view may be out of sight
  useEffect(() => {
    const tab = tabs.current?.querySelector<HTMLElement>('[aria-current]')
    if (tab) tabs.current?.scrollTo({ left: tab.offsetLeft - (tabs.current.clientWidth - tab.clientWidth) / 2 })
  }, [current, shown?.id])

  if (!page?.views.length && saved.length === 0) return null

  function hrefOf(to: string): string {
    if (shown) return to
    const next = new URLSearchParams(params)
    for (const name of ['view', 'show', 'after', 'before', 'key']) next.delete(name)
    const view = viewOf(to)
    if (view) next.set('view', view)
    return next.size > 0 ? `${of}?${next}` : of
  }

  return (
    <nav className="views bare no-print" aria-label="Views" ref={tabs}>
      {builtIn.map(({ label, to, count }) => (
        <Link
          key={to}
          to={hrefOf(to)}
          aria-current={!shown && (viewOf(to) ?? 'all') === current ? 'page' : undefined}
          preventScrollReset
        >
          {label}
          <CountBadge count={count} />
        </Link>
      ))}
      {saved.map((view) => (
        <Link key={view.id} to={addressOf(view)} aria-current={view === shown ? 'page' : undefined} preventScrollReset>
          {view.name}
        </Link>
      ))}
    </nav>
  )
}

/** Hidden from screen readers, so that the link keeps its plain name; Home says in words what waits. */
export function CountBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="count-badge" aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  )
}

function viewOf(to: string): string | null {
  return new URLSearchParams(to.split('?')[1]).get('view')
}

/** Saves what the list shows under a name, or deletes the view that it shows. Plain forms, which work without scripts. */
export function SaveView() {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const maySend = useMaySend()
  const busy = useNavigation().formAction === VIEWS
  const { shown } = useSavedViews(pathname)
  const search = savedSearchOf(params)
  const isOnlyBuiltIn = [...new URLSearchParams(search).keys()].every((name) => name === 'view' || name === 'columns')
  if (!maySend(VIEWS, 'save')) return null
  if (shown)
    return (
      <Form method="post" action={VIEWS}>
        <input type="hidden" name="id" value={shown.id} />
        <Button type="submit" variant="quiet" small name="intent" value="delete" busy={busy}>
          Delete view
        </Button>
      </Form>
    )
  if (isOnlyBuiltIn) return null
  return (
    <Form method="post" action={VIEWS} className="cluster gap-2 save-view">
      <HiddenFields of={{ intent: 'save', address: `${pathname}?${search}` }} />
      <Field label="Name" name="name" required maxLength={VIEW_NAME_MAX} />
      <Button type="submit" variant="quiet" small busy={busy}>
        Save view
      </Button>
    </Form>
  )
}

/** `shown`: the one whose address is open. */
function useSavedViews(of: string) {
  const [params] = useSearchParams()
  const list = of.toLowerCase().replace(/\/$/, '')
  const saved = useFrame()?.savedViews.filter((view) => view.list.toLowerCase() === list) ?? []
  const search = savedSearchOf(params)
  return { saved, shown: saved.find((view) => view.search === search) }
}
