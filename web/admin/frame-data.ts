import { useRouteLoaderData } from 'react-router'
import type { SavedView } from '#domain/accounts/saved-view.ts'
import type { User } from '#domain/accounts/user.ts'
import type { NavGroup } from './navigation.ts'

/** What the layout of the back office loads. */
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
