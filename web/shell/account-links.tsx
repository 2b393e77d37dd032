import { useEffect } from 'react'
import { Form, Link } from 'react-router'
import { dashboardOf } from '#domain/account.ts'
import { getVisitor, useVisitor } from '#web/client/visitor.ts'
import { Button } from '#web/ui/forms/button.tsx'

/** Login and Signup for a guest; the name, which leads to the role's dashboard, and Logout for everybody else. */
export function AccountLinks() {
  const visitor = useVisitor()

  // What the document's first script believed may be broken, or over: a guest's links were hidden for good.
  // biome-ignore lint/correctness/useExhaustiveDependencies: while the page wakes up, the stored visitor is ahead
  useEffect(() => {
    document.documentElement.toggleAttribute('data-visitor', getVisitor() !== undefined)
  }, [visitor])

  if (!visitor) {
    return (
      <div className="account-links guest-only">
        <Link to="/login">Login</Link>
        <Link to="/signup">Signup</Link>
      </div>
    )
  }
  return (
    <div className="account-links">
      <Link to={dashboardOf(visitor.role)} className="account-name" title={visitor.name}>
        {visitor.name}
      </Link>
      <Form method="post" action="/logout">
        <Button type="submit" variant="link">
          Logout
        </Button>
      </Form>
    </div>
  )
}
