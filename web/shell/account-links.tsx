import { useEffect } from 'react'
import { Form, Link } from 'react-router'
import { dashboardOf, screensOf } from '#domain/accounts/user.ts'
import { checkVisitor, findVisitor, useVisitor } from '#web/client/visitor.ts'
import { Button } from '#web/ui/forms/button.tsx'

/** Login and Signup for guests; otherwise the name, which links to the dashboard, Account and Logout. */
export function AccountLinks() {
  const visitor = useVisitor()
  // The stored user may outlive the session.
  useEffect(() => void checkVisitor(), [])

  // The inline script in root.tsx hides the guest links even if the stored user turns out to be invalid.
  // biome-ignore lint/correctness/useExhaustiveDependencies: during hydration the stored visitor is ahead of the rendered one
  useEffect(() => {
    document.documentElement.toggleAttribute('data-visitor', findVisitor() !== undefined)
  }, [visitor])

  if (!visitor) {
    return (
      <div className="row account-links bare guest-only">
        <Link to="/login">Login</Link>
        <Link to="/signup">Signup</Link>
      </div>
    )
  }
  return (
    <div className="row account-links bare">
      <Link to={dashboardOf(screensOf(visitor))} className="account-name cut" title={visitor.name}>
        {visitor.name}
      </Link>
      <Link to="/account">Account</Link>
      <Form method="post" action="/logout">
        <Button type="submit" variant="link">
          Logout
        </Button>
      </Form>
    </div>
  )
}
