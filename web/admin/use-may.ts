import { useRouteLoaderData } from 'react-router'
import { mayOpen, maySend } from '#domain/permissions.ts'
import type { loader } from './dashboard.tsx'

/**
 * Hides the buttons of forms that this visitor may not send; the server refuses them in any case. Outside the frame of the
 * back office, the page itself is the permission.
 */
export function useMaySend(): (address: string, intent: string) => boolean {
  const user = useVisitor()
  return (address, intent) => user === undefined || maySend(user, address, intent)
}

/** Leaves out links to pages that this visitor may not open. */
export function useMayOpen(): (address: string) => boolean {
  const user = useVisitor()
  return (address) => user !== undefined && mayOpen(user, address)
}

/** The frame is at two addresses, for staff and for sellers. */
function useVisitor() {
  const ofStaff = useRouteLoaderData<typeof loader>('admin/adminDashboard')
  const ofSeller = useRouteLoaderData<typeof loader>('admin/sellerDashboard')
  return (ofStaff ?? ofSeller)?.user
}
