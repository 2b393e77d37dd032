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
