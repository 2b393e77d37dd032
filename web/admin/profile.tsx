import type { User } from '#domain/accounts/user.ts'
import { LogoutEverywhereButton } from '#web/account/logout-everywhere-button.tsx'
import { LinkButton } from '#web/ui/forms/button.tsx'

/** The logged-in admin or seller. */
export function Profile({ user }: { user: User }) {
  return (
    <>
      <dl className="profile" aria-label="Profile">
        <div>
          <dt>Name</dt>
          <dd>{user.name}</dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>{user.email}</dd>
        </div>
        <div>
          <dt>Role</dt>
          <dd>{user.role}</dd>
        </div>
      </dl>
      <div className="buttons">
        <LinkButton to="/account" variant="quiet" small>
          Account
        </LinkButton>
        <LinkButton to="/account/security" variant="quiet" small>
          Security
        </LinkButton>
        <LogoutEverywhereButton />
      </div>
    </>
  )
}
