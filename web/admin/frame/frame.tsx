import { useEffect, useRef } from 'react'
import { Form, Link, useLocation } from 'react-router'
import { dashboardOf, screensOf } from '#domain/accounts/user.ts'
import { LogoutEverywhereButton } from '#web/account/logout-everywhere-button.tsx'
import { type FrameData, useFrame } from '#web/admin/frame-data.ts'
import { currentLink, type NavGroup, type NavLink } from '#web/admin/navigation.ts'
import { SearchBar } from '#web/admin/search/search-bar.tsx'
import { CountBadge } from '#web/admin/table/views.tsx'
import { Button, LinkButton } from '#web/ui/forms/button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Logo } from '#web/ui/layout/logo.tsx'
import { NavigationSpinner } from '#web/ui/layout/navigation-spinner.tsx'
import { useWords } from '#web/ui/shop-info.ts'

const NAVIGATION = 'navigation'
const ACCOUNT_MENU = 'account-menu'

/** The top bar, the sidebar, and the bar at the foot of a phone, which opens the sidebar as a sheet. */
export function Frame() {
  const words = useWords()
  const loaded = useFrame()
  return (
    <>
      <header className="site-header top-bar">
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        <Link className="site-header-logo" to="/" aria-label={`${words.shop}, home`}>
          <Logo />
        </Link>
        <div className="top-bar-search">{loaded?.maySearch && <SearchBar role={screensOf(loaded.user)} />}</div>
        {loaded?.addProduct && (
          <LinkButton to={loaded.addProduct} small className="top-bar-add">
            <Icon name="plus" />
            <span>Add product</span>
          </LinkButton>
        )}
        {loaded && <AccountMenu user={loaded.user} />}
        <NavigationSpinner />
      </header>
      {loaded && <Navigation groups={loaded.navigation} />}
    </>
  )
}

function AccountMenu({ user }: Pick<FrameData, 'user'>) {
  return (
    <div className="account-menu">
      <button
        type="button"
        className="icon-button account-menu-button"
        popoverTarget={ACCOUNT_MENU}
        aria-label="Your menu"
      >
        <span aria-hidden="true">{user.name.trim().charAt(0).toUpperCase() || '?'}</span>
      </button>
      <div id={ACCOUNT_MENU} popover="auto" className="stack gap-2 bare popover">
        <Link to={dashboardOf(screensOf(user))} className="label">
          {user.name}
        </Link>
        <Link to="/account">Account</Link>
        <Link to="/account/security">Security</Link>
        <Form method="post" action="/logout">
          <Button type="submit" variant="quiet" wide>
            Logout
          </Button>
        </Form>
        <LogoutEverywhereButton />
      </div>
    </div>
  )
}

function Navigation({ groups }: { groups: readonly NavGroup[] }) {
  const { pathname, search, hash } = useLocation()
  const sidebar = useRef<HTMLElement>(null)
  const current = currentLink(groups, pathname)
  const isOpen = current?.to.toLowerCase() === pathname.toLowerCase().replace(/\/$/, '')
  const links = groups.flatMap((group) => [...(group.page ? [group.page] : []), ...group.links])
  const inBar = links.filter((link) => link.isInBar)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a press on a link closes the sheet
  useEffect(() => sidebar.current?.hidePopover(), [pathname, search, hash])

  const currentOf = (link: NavLink) => (link === current ? (isOpen ? 'page' : 'true') : undefined)

  function item(link: NavLink, views: readonly NavLink[] = []) {
    return (
      <li key={link.to}>
        <NavItem link={link} current={currentOf(link)} />
        {views.length > 0 && <ul className="sidebar-views">{views.map((view) => item(view))}</ul>}
      </li>
    )
  }

  /** The sections of a page, beside it. The views of a list, beside the other pages of its group: the list has them itself. */
  function viewsOf({ page, links: others }: NavGroup) {
    if (!page) return []
    const isShown = page.views.some(({ to }) => to.includes('?'))
      ? [page, ...others].some((link) => link === current) && !(isOpen && page === current)
      : [page, ...page.views].some((link) => link === current)
    return isShown ? page.views : []
  }

  return (
    <>
      <nav id={NAVIGATION} ref={sidebar} popover="auto" className="sidebar bare no-print" aria-label="Back office">
        {groups.map((group) => (
          <ul key={group.page?.to ?? group.label} aria-label={group.page ? undefined : group.label}>
            {group.page ? (
              item(group.page, viewsOf(group))
            ) : (
              <li className="sidebar-heading" aria-hidden="true">
                {group.label}
              </li>
            )}
            {group.links.map((link) => item(link))}
          </ul>
        ))}
      </nav>
      <nav className="bottom-bar bare no-print" aria-label="Shortcuts">
        {inBar.map((link) => (
          <NavItem key={link.to} link={link} current={currentOf(link)} icon />
        ))}
        {links.length > inBar.length && (
          <button type="button" popoverTarget={NAVIGATION}>
            <Icon name="menu" />
            More
          </button>
        )}
      </nav>
    </>
  )
}

type NavItemProps = { link: NavLink; current: 'page' | 'true' | undefined; icon?: boolean }

function NavItem({ link: { label, to, count }, current, icon }: NavItemProps) {
  return (
    <Link to={to} aria-current={current}>
      {icon && <NavIcon label={label} />}
      <span>{label}</span>
      <CountBadge count={count} />
    </Link>
  )
}

/** Drawn here, so that shoppers do not load them. */
const PATHS: Record<string, string> = {
  Home: 'M4 11.5 12 4.5l8 7M6.5 10v9.5h11V10M10 19.5v-5h4v5',
  Orders: 'M4 8l8-4 8 4v8.5l-8 4-8-4V8ZM4 8l8 4 8-4M12 12v8.5',
  Products: 'M6 10h12l-1.5 10h-9L6 10ZM5 6.5h14V10H5V6.5Z',
  Messages: 'M4 5.5h16v11h-9l-4.5 3.5v-3.5H4v-11ZM8 9.5h8M8 12.5h5',
}

function NavIcon({ label }: { label: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[label]} />
    </svg>
  )
}
