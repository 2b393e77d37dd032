import { Form, Link, NavLink } from 'react-router'
import { dashboardOf, screensOf } from '#domain/accounts/user.ts'
import { USES } from '#domain/catalog/uses.ts'
import { useVisitor } from '#web/client/visitor.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { SlideInMenu } from '#web/ui/forms/dialog.tsx'
import { useRoot, useWords } from '#web/ui/shop-info.ts'

/** Links that are also in the footer, which may be far below a list of products. */
const HELP = { Wishlist: '/wishlist', 'Track order': '/track', 'Contact us': '/contactUs', Warranty: '/warranty' }

export function MobileMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const visitor = useVisitor()
  const { sellsPots } = useWords()
  const { menu = [] } = useRoot()
  return (
    <SlideInMenu open={open} onClose={onClose}>
      <NavLink to="/" end>
        Home
      </NavLink>
      <NavLink to="/allproduct" end>
        Products
      </NavLink>
      {sellsPots && (
        <ul className="cluster gap-2 bare" aria-label="Products by use">
          {USES.map((use) => (
            <li key={use}>
              <Link className="chip" to={`/allproduct?use=${use}`} rel="nofollow">
                {use}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {menu.map(({ label, to }) => (
        <NavLink key={to} to={to}>
          {label}
        </NavLink>
      ))}
      {visitor ? (
        <>
          <NavLink to={dashboardOf(screensOf(visitor))}>{visitor.name}</NavLink>
          <NavLink to="/account">Account</NavLink>
          <Form method="post" action="/logout" onSubmit={onClose}>
            <Button type="submit" variant="quiet">
              Logout
            </Button>
          </Form>
        </>
      ) : (
        <>
          <NavLink to="/signup">Signup</NavLink>
          <NavLink to="/login">Login</NavLink>
        </>
      )}
      <ul className="cluster gap-2 bare" aria-label="Help">
        {Object.entries(HELP).map(([name, path]) => (
          <li key={name}>
            <Link className="chip" to={path}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </SlideInMenu>
  )
}
