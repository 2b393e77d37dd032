import * as v from 'valibot'
import type { User } from './account.ts'

/** The dashboard that the navigation bar links to: any role but user and admin goes to the seller's. */
export function dashboardOf(role: string): '/userDashboard' | '/sellerDashboard' | '/adminDashboard' {
  if (role === 'user') return '/userDashboard'
  return role === 'admin' ? '/adminDashboard' : '/sellerDashboard'
}

const storedUserSchema = v.object({
  name: v.string(),
  role: v.picklist(['user', 'seller', 'admin']),
  uid: v.string(),
  email: v.string(),
})

/** Parses the local storage entry `users`; anything unreadable means logged out. */
export function parseStoredUser(text: string | null): User | undefined {
  try {
    return v.parse(storedUserSchema, JSON.parse(text ?? 'null'))
  } catch {
    return undefined
  }
}
