import { Form, NavLink } from 'react-router'
import { dashboardOf, screensOf } from '#domain/accounts/user.ts'
import { useVisitor } from '#web/client/visitor.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { SlideInMenu } from '#web/ui/forms/dialog.tsx'

export function MobileMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const visitor = useVisitor()
  return (
    <SlideInMenu open={open} onClose={onClose}>
      <NavLink to="/" end>
        Home
      </NavLink>
      <NavLink to="/allproduct">Products</NavLink>
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
    </SlideInMenu>
  )
}
