import { dashboardOf, type Role } from '#domain/accounts/user.ts'

/** Sellers have the admin's product screens under /sellerDashboard. */
export function productPaths(role: Role) {
  const base = role === 'admin' ? '' : '/sellerDashboard'
  return {
    list: dashboardOf(role),
    search: `${dashboardOf(role)}/search`,
    add: `${base}/addproduct`,
    edit: (id: number) => `${base}/updateproduct/${id}`,
  }
}
