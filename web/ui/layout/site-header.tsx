import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { IconButton } from '#web/ui/forms/icon-button.tsx'
import { useRoot, useWords } from '#web/ui/shop-info.ts'
import { Logo } from './logo.tsx'
import { NavigationSpinner } from './navigation-spinner.tsx'

type SiteHeaderProps = {
  search: ReactNode
  cart: ReactNode
  /** Login and Signup, or the visitor's name and Logout. */
  account: ReactNode
  onMenu: () => void
}

/** Wide screens have room for these; the footer and the menu of a phone have all. */
const LINKS_IN_HEADER = 3

/** The skip link leads to the page's `<main id="main">`. */
export function SiteHeader({ search, cart, account, onMenu }: SiteHeaderProps) {
  const { menu = [] } = useRoot()
  const words = useWords()
  return (
    <header className="site-header">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <div className="site-header-row">
        <IconButton icon="menu" label="Menu" className="site-header-menu" aria-haspopup="dialog" onClick={onMenu} />
        <Link className="site-header-logo" to="/" aria-label={`${words.shop}, home`}>
          <Logo />
        </Link>
        <div className="site-header-search">{search}</div>
        <nav className="site-header-links bare" aria-label="Main">
          <Link to="/allproduct">{`All ${words.nouns}`}</Link>
          {menu.slice(0, LINKS_IN_HEADER).map(({ label, to }) => (
            <Link key={to} to={to} className="site-header-own cut">
              {label}
            </Link>
          ))}
        </nav>
        <div className="site-header-account">{account}</div>
        <div className="site-header-cart">{cart}</div>
      </div>
      <NavigationSpinner />
    </header>
  )
}
