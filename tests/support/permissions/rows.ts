import type { Role } from '#domain/accounts/user.ts'
import { grantOf, grantsOf, isBackOffice, type Permission, permissions, STAFF_ROLES } from '#domain/permissions.ts'
import type { StaffName } from './permissions-harness.ts'

export function visitor(role: StaffName) {
  return { role: 'user', staff: { role, rights: STAFF_ROLES[role], needsSecondFactor: false } } as const
}

/** A list alone follows the rule: forms of the back office ask for the password again. */
export function asksAgain(name: Permission): boolean {
  const row: unknown = permissions[name]
  if (Array.isArray(row)) return isBackOffice(name) && name.startsWith('POST ')
  return (row as { asksAgain: boolean }).asksAgain
}

export function isFor(name: Permission, role: Role | 'guest'): boolean {
  return grantsOf(name).some((grant) => grant === role || grant === `${role}: own`)
}

/** Staff may do here what shoppers may not. */
export function isBeyondShoppers(name: Permission): boolean {
  return grantsOf(name).includes('admin') && grantOf(name, { role: 'user' }) !== 'all'
}
