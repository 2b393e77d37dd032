import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'

export type Tab = { label: string; to: string; count?: number }

type RouteTabsProps = { label: string; tabs: readonly Tab[]; children: ReactNode }

const PANEL = 'tab-panel'

/** Tabs with URLs: arrow keys move between them, Enter or a click opens one. */
export function RouteTabs({ label, tabs, children }: RouteTabsProps) {
  const path = useLocation().pathname.toLowerCase().replace(/\/$/, '')
  // A subpage of a tab, such as the import of Products, selects the tab.
  const shown = tabs.findLast(({ to }) => `${path}/`.startsWith(`${to.toLowerCase()}/`))
  const list = useRef<HTMLDivElement>(null)

  // On narrow screens the tab list scrolls, so bring the open tab into view.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
    if (list.current && tab && path) list.current.scrollLeft = tab.offsetLeft - 48
  }, [path])

  return (
    <>
      <div ref={list} className="tabs" role="tablist" aria-label={label} onKeyDown={moveFocus}>
        {tabs.map((tab) => (
          <Link
            key={tab.to}
            to={tab.to}
            role="tab"
            id={idOf(tab)}
            aria-selected={tab === shown}
            aria-controls={tab === shown ? PANEL : undefined}
            tabIndex={tab === shown ? 0 : -1}
            preventScrollReset
          >
            {tab.label}
            {tab.count ? <TabCount count={tab.count} /> : null}
          </Link>
        ))}
      </div>
      <div role="tabpanel" id={PANEL} aria-labelledby={shown && idOf(shown)} className="tab-panel">
        {children}
      </div>
    </>
  )
}

/** The number of waiting items, hidden from screen readers so that the tab keeps its plain name. */
function TabCount({ count }: { count: number }) {
  return (
    <span className="tab-count" aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  )
}

function idOf({ label }: Tab) {
  return `tab-${label.toLowerCase().replaceAll(' ', '-')}`
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const here = tabs.indexOf(document.activeElement as HTMLElement)
  const there = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: tabs.length - 1 }[event.key]
  if (there === undefined || here < 0) return
  event.preventDefault()
  tabs.at(there % tabs.length)?.focus()
}
