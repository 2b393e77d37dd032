import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'

export type Tab = { label: string; to: string; count?: number }

type RouteTabsProps = { label: string; tabs: readonly Tab[]; children: ReactNode }

const PANEL = 'tab-panel'
/** More than these need more than one line on a phone. */
const FEW_TABS = 4

/** Tabs with URLs: arrow keys move between them, Enter or a click opens one. Wide screens show all of them, narrow ones a line that scrolls. */
export function RouteTabs({ label, tabs, children }: RouteTabsProps) {
  const path = useLocation().pathname.toLowerCase().replace(/\/$/, '')
  // A subpage of a tab, such as the import of Products, selects the tab.
  const shown = tabs.findLast(({ to }) => `${path}/`.startsWith(`${to.toLowerCase()}/`))
  const list = useRef<HTMLDivElement>(null)
  // Without scripts no arrow key moves the focus, so that each tab must be reached by Tab.
  const [hasKeys, setHasKeys] = useState(false)

  // On narrow screens the tab list scrolls, so bring the open tab into view.
  useEffect(() => {
    setHasKeys(true)
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
    if (list.current && tab && path) list.current.scrollLeft = tab.offsetLeft - 48
  }, [path])

  return (
    <>
      <div className="tabs-line no-print">
        <div ref={list} className="tabs" role="tablist" aria-label={label} onKeyDown={moveFocus}>
          {tabs.map((tab) => (
            <Link
              key={tab.to}
              to={tab.to}
              role="tab"
              id={idOf(tab)}
              aria-selected={tab === shown}
              aria-controls={tab === shown ? PANEL : undefined}
              tabIndex={hasKeys && tab !== shown ? -1 : 0}
              preventScrollReset
            >
              {tab.label}
              {tab.count ? <TabCount count={tab.count} /> : null}
            </Link>
          ))}
        </div>
        {tabs.length > FEW_TABS && (
          // A new key resets the checkbox, so that opening a tab closes the list of all tabs.
          <label key={path} className="choice tabs-all">
            <input type="checkbox" aria-label="Show all tabs" />
            All
          </label>
        )}
      </div>
      <div role="tabpanel" id={PANEL} aria-labelledby={shown && idOf(shown)} className="stack">
        {children}
      </div>
    </>
  )
}

/** The number of waiting items, hidden from screen readers so that the tab keeps its plain name. */
function TabCount({ count }: { count: number }) {
  return (
    <span className="count-badge" aria-hidden="true">
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
