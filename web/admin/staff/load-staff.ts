import { mayGrant, OWNER, roleOf } from '#domain/accounts/staff.ts'
import type { User } from '#domain/accounts/user.ts'
import { versionOfRole } from '#server/accounts/staff.ts'
import { listInvites, listMembers, listStaffRoles } from '#server/accounts/staff-queries.ts'
import type { Shop } from '#server/shop.ts'

export type StaffData = Awaited<ReturnType<typeof loadStaff>>

/** @param asked the own role whose form is open; empty: that of a new one */
export async function loadStaff({ db, now }: Pick<Shop, 'db' | 'now'>, user: User, asked: string | null) {
  const [roles, members, invites] = await Promise.all([listStaffRoles(db), listMembers(db), listInvites(db)])
  const owner = { name: OWNER, rights: [] }
  const grantable = [owner, ...roles].filter((role) => mayGrant(user, role)).map(({ name }) => name)
  const edited = roles.find(({ name }) => name === asked)
  const isForm = user.role === 'admin' && asked !== null && (asked === '' || edited !== undefined)
  return {
    isOwner: user.role === 'admin',
    self: user.userId,
    grantable,
    roles,
    members: members.map(({ userId, name, email, hasSecondFactor, ...member }) => {
      const role = roleOf(member)
      return { userId, name, email, hasSecondFactor, role: role?.name ?? '', isOpen: !!role && mayGrant(user, role) }
    }),
    invites: invites.map(({ id, email, role, inviter, expiresAt }) => ({
      id,
      email,
      inviter,
      role: role ?? OWNER,
      expiresAt: expiresAt.toISOString(),
      isExpired: expiresAt <= now(),
      isOpen: grantable.includes(role ?? OWNER),
    })),
    form: isForm ? { edited, seen: edited && versionOfRole(edited) } : undefined,
  }
}
