export const ROLES = ['user', 'seller', 'admin'] as const
export type Role = (typeof ROLES)[number]

export type User = { userId: string; name: string; email: string; role: Role; staff?: Staff }

/**
 * A member of staff who is no admin: the name of their role, and its rights, which domain/permissions.ts lists. A role that
 * needs a second factor opens nothing until one is set up.
 */
export type Staff = { role: string; rights: readonly string[]; needsSecondFactor: boolean }

/** The role whose screens this user sees: staff see those of admins, as far as their rights go. */
export function screensOf({ role, staff }: Pick<User, 'role' | 'staff'>): Role {
  return staff ? 'admin' : role
}

/** No account's id has other characters, some of which PostgreSQL rejects. */
export function parseUserId(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w-]{1,100}$/.test(value) ? value : undefined
}

/** The dashboard that the navigation bar links to: any role but user and admin goes to the seller's. */
export function dashboardOf(role: string): '/userDashboard' | '/sellerDashboard' | '/adminDashboard' {
  if (role === 'user') return '/userDashboard'
  return role === 'admin' ? '/adminDashboard' : '/sellerDashboard'
}

/** The browser's copy under `users`, for display only: the server checks the session. `staff` is the name of their role. */
export type StoredUser = { name: string; role: Role; uid: string; email: string; staff?: string }

export function toStoredUser({ name, role, userId, email, staff }: User): StoredUser {
  return { name, role, uid: userId, email, ...(staff && { staff: staff.role }) }
}

/** Parses the local storage entry `users`; anything unreadable means logged out. */
export function parseStoredUser(text: string | null): User | undefined {
  try {
    const { name, role, uid: userId, email, staff } = JSON.parse(text ?? 'null')
    const isReadable = [name, userId, email].every((value) => typeof value === 'string') && ROLES.includes(role)
    if (!isReadable) return undefined
    const member = { staff: { role: staff, rights: [], needsSecondFactor: false } }
    return { name, role, userId, email, ...(typeof staff === 'string' && member) }
  } catch {
    return undefined
  }
}
