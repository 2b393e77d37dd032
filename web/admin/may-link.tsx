import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import { useMayOpen } from './frame-data.ts'

/** A link for those who may open the page; everyone else sees plain text. */
export function MayLink({ to, children }: { to: string; children: ReactNode }) {
  return useMayOpen()(to) ? <Link to={to}>{children}</Link> : children
}

/** Leads to a customer's page. */
export function CustomerLink({ userId, children }: { userId: string; children: ReactNode }) {
  return userId === DELETED_USER.id ? children : <MayLink to={`/adminDashboard/users/${userId}`}>{children}</MayLink>
}
