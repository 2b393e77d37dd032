import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import { useMayOpen } from '#web/admin/use-may.ts'

/** Leads to a customer's page, for those who may see customers. */
export function CustomerLink({ userId, children }: { userId: string; children: ReactNode }) {
  const mayOpen = useMayOpen()
  const to = `/adminDashboard/users/${userId}`
  return userId !== DELETED_USER.id && mayOpen(to) ? <Link to={to}>{children}</Link> : children
}
