import type { User } from '#domain/accounts/user.ts'

/** The logged-in admin, member of staff or seller. */
export function Profile({ user }: { user: User }) {
  return (
    <dl className="cluster pairs profile" aria-label="Profile">
      <div className="row gap-1">
        <dt>Name</dt>
        <dd>{user.name}</dd>
      </div>
      <div className="row gap-1">
        <dt>Email</dt>
        <dd>{user.email}</dd>
      </div>
      <div className="row gap-1">
        <dt>Role</dt>
        <dd>{user.staff?.role ?? user.role}</dd>
      </div>
    </dl>
  )
}
