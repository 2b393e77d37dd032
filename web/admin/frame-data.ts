import { useRouteLoaderData } from 'react-router'
import type { SavedView } from '#domain/accounts/saved-view.ts'
import type { User } from '#domain/accounts/user.ts'
import { mayOpen, maySend } from '#domain/permissions.ts'
import type { NavGroup } from './navigation.ts'

/** The data that the layout of the back office loads. */
export type FrameData = {
  user: User
  navigation: NavGroup[]
  /** Of lists that this person may open. */
  savedViews: (SavedView & { id: number })[]
  /** The address of the form; undefined: this person may not add any. */
  addProduct: string | undefined
  maySearch: boolean
  /** Of the shop, for admins. */
  totals: { products: number; orders: number; users: number } | undefined
}

/** Undefined outside the back office. */
export function useFrame(): FrameData | undefined {
  const admins = useRouteLoaderData<FrameData>('admin/adminDashboard')
  const sellers = useRouteLoaderData<FrameData>('admin/sellerDashboard')
  return admins ?? sellers
}

/**
 * Hides the buttons of forms that this visitor may not send; the server refuses them in any case. Outside the frame of the
 * back office, the page itself is the permission.
 */
export function useMaySend(): (address: string, intent: string) => boolean {
  const user = useFrame()?.user
  return (address, intent) => user === undefined || maySend(user, address, intent)
}

/** Leaves out links to pages that this visitor may not open. */
export function useMayOpen(): (address: string) => boolean {
  const user = useFrame()?.user
  return (address) => user !== undefined && mayOpen(user, address)
}
