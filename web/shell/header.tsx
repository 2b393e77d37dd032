import { useEffect, useState } from 'react'
import { Form, Link } from 'react-router'
import { dashboardOf, screensOf } from '#domain/accounts/user.ts'
import { productPath } from '#domain/catalog/variant-address.ts'
import { useCart } from '#web/client/cart.ts'
import { checkVisitor, findVisitor, useVisitor } from '#web/client/visitor.ts'
import type { SearchAnswer } from '#web/storefront/search.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { IconButton } from '#web/ui/forms/icon-button.tsx'
import { SearchField } from '#web/ui/forms/search-field.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Logo } from '#web/ui/layout/logo.tsx'
import { NavigationSpinner } from '#web/ui/layout/navigation-spinner.tsx'
import { CountBadge } from '#web/ui/product/badge.tsx'
import { useRoot, useWords } from '#web/ui/shop-info.ts'
import { useLate } from '#web/ui/use-late.ts'
import { MobileMenu } from './mobile-menu.tsx'

/** Wide screens have room for these; the footer and the menu of a phone have all. */
const LINKS_IN_HEADER = 3

/** The header of the shop, and the menu of small screens. The skip link leads to the page's `<main id="main">`. */
export function Header() {
  const [menuOpen, setMenuOpen] = useState(false)
  const { menu = [] } = useRoot()
  const words = useWords()
  return (
    <>
      <header className="site-header">
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        <div className="site-header-row">
          <IconButton
            icon="menu"
            label="Menu"
            className="site-header-menu"
            aria-haspopup="dialog"
            onClick={() => setMenuOpen(true)}
          />
          <Link className="site-header-logo" to="/" aria-label={`${words.shop}, home`}>
            <Logo />
          </Link>
          <div className="site-header-search">
            <SearchBox />
          </div>
          <nav className="site-header-links bare" aria-label="Main">
            <Link to="/allproduct">{`All ${words.nouns}`}</Link>
            {menu.slice(0, LINKS_IN_HEADER).map(({ label, to }) => (
              <Link key={to} to={to} className="site-header-own cut">
                {label}
              </Link>
            ))}
          </nav>
          <div className="site-header-account">
            <AccountLinks />
          </div>
          <div className="site-header-cart">
            <CartLink />
          </div>
        </div>
        <NavigationSpinner />
      </header>
      <MobileMenu open={menuOpen} onClose={() => setMenuOpen(false)} />
    </>
  )
}

const loadList = () => import('#web/ui/product/search-results.tsx')

/** Search with a dropdown; without scripts a plain form that leads to /search. */
function SearchBox() {
  const [isUsed, setUsed] = useState(false)
  const list = useLate(loadList, isUsed)
  return (
    <SearchField<SearchAnswer>
      label="Search products"
      action="/search"
      fetcherKey="search-box"
      pathsOf={({ pages, products }) => [...pages.map(({ to }) => to), ...products.map(({ id }) => productPath(id))]}
      onUse={() => setUsed(true)}
    >
      {({ answer, ...shown }) =>
        list && <list.SearchResults pages={answer.pages} results={answer.products} {...shown} />
      }
    </SearchField>
  )
}

function CartLink() {
  const count = useCart().length
  return (
    <Link to="/cart" className="icon-button" aria-label={`Cart, ${count} ${count === 1 ? 'item' : 'items'}`}>
      <Icon name="cart" />
      {count > 0 && <CountBadge count={count} />}
    </Link>
  )
}

/** Login and Signup for guests; otherwise the name, which links to the dashboard, Account and Logout. */
function AccountLinks() {
  const visitor = useVisitor()
  // The stored user may outlive the session.
  useEffect(() => void checkVisitor(), [])

  // The inline script in root.tsx has chosen between the two, even by a stored user that turns out to be invalid.
  // biome-ignore lint/correctness/useExhaustiveDependencies: during hydration the stored visitor is ahead of the rendered one
  useEffect(() => {
    document.documentElement.toggleAttribute('data-visitor', findVisitor() !== undefined)
  }, [visitor])

  // A cached page is the same for everyone, so it has both, and the style sheet shows one. Its links wait for the visitor.
  return (
    <>
      <div className="row account-links bare for-guests">
        <Link to="/login">Login</Link>
        <Link to="/signup">Signup</Link>
      </div>
      <div className="row account-links bare for-members">
        <Link
          to={visitor ? dashboardOf(screensOf(visitor)) : '/login'}
          className="account-name cut"
          title={visitor?.name}
          data-waits
        >
          {visitor?.name}
        </Link>
        <Link to={visitor ? '/account' : '/login'} data-waits>
          Account
        </Link>
        <Form method="post" action="/logout">
          <Button type="submit" variant="link">
            Logout
          </Button>
        </Form>
      </div>
    </>
  )
}
