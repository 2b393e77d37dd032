import type { User } from './user.ts'

// Apart from the roles, because the page of an invite is open to everyone and needs no list of rights.

export const INVITE_DAYS = 7

export const STAFF_PROBLEMS = {
  'not-allowed': 'You can only give, change or remove roles whose rights you have yourself.',
  'not-found': 'This person is no longer a member of staff.',
  'last-owner': 'The shop needs at least one owner. Make someone else an owner first.',
  // Sellers see only their own; with rights of staff they would see what other sellers sell.
  'is-seller': 'A seller cannot be staff. Make them a user under Users first.',
  changed: 'This role was changed since you opened the page. Reload to see the change.',
} as const
export type StaffProblem = keyof typeof STAFF_PROBLEMS

export type InviteProblem = StaffProblem | 'unknown' | 'used' | 'expired' | 'other-address' | 'withdrawn' | 'is-staff'

type Invite = { email: string; expiresAt: Date; usedAt: Date | null }

/** Why an invite does not work for this account; the role is decided by `decideRole`. */
export function inviteProblem(
  invite: Invite | undefined,
  account: Pick<User, 'email'> | undefined,
  now: Date,
): InviteProblem | undefined {
  if (!invite) return 'unknown'
  if (invite.usedAt) return 'used'
  if (invite.expiresAt <= now) return 'expired'
  return account && account.email !== invite.email ? 'other-address' : undefined
}
