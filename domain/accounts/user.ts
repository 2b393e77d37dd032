export const ROLES = ['user', 'seller', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** A logged-in user. */
export type User = { userId: string; name: string; email: string; role: Role }

/** The dashboard that the navigation bar links to: any role but user and admin goes to the seller's. */
export function dashboardOf(role: string): '/userDashboard' | '/sellerDashboard' | '/adminDashboard' {
  if (role === 'user') return '/userDashboard'
  return role === 'admin' ? '/adminDashboard' : '/sellerDashboard'
}

/** The browser's copy under `users`, for display only: the server checks the session. */
export type StoredUser = { name: string; role: Role; uid: string; email: string }

export function toStoredUser({ name, role, userId, email }: User): StoredUser {
  return { name, role, uid: userId, email }
}

/** Parses the local storage entry `users`; anything unreadable means logged out. */
export function parseStoredUser(text: string | null): User | undefined {
  try {
    const { name, role, uid: userId, email } = JSON.parse(text ?? 'null')
    const isReadable = [name, userId, email].every((value) => typeof value === 'string') && ROLES.includes(role)
    return isReadable ? { name, role, userId, email } : undefined
  } catch {
    return undefined
  }
}
