export const ROLES = ['user', 'seller', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** A logged-in user. The browser keeps a copy under `users`, for display only: the server checks the session. */
export type User = { uid: string; name: string; email: string; role: Role }

/** The dashboard that the navigation bar links to: any role but user and admin goes to the seller's. */
export function dashboardOf(role: string): '/userDashboard' | '/sellerDashboard' | '/adminDashboard' {
  if (role === 'user') return '/userDashboard'
  return role === 'admin' ? '/adminDashboard' : '/sellerDashboard'
}

/** Parses the local storage entry `users`; anything unreadable means logged out. */
export function parseStoredUser(text: string | null): User | undefined {
  try {
    const { name, role, uid, email } = JSON.parse(text ?? 'null')
    const isReadable = [name, uid, email].every((value) => typeof value === 'string') && ROLES.includes(role)
    return isReadable ? { name, role, uid, email } : undefined
  } catch {
    return undefined
  }
}
