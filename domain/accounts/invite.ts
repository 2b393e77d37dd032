import type { User } from './user.ts'

// Apart from the roles, because the page of an invite is open to everyone and needs no list of rights.

export const INVITE_DAYS = 7

export type StaffProblem =
  /** Neither may be granted by this person. */
  | 'not-allowed'
  | 'not-found'
  | 'last-owner'
  /** Sellers see only their own; with rights of staff they would see what other sellers sell. */
  | 'is-seller'
  /** Somebody else has changed the role since the page was opened. */
  | 'changed'

export const STAFF_PROBLEMS: Record<StaffProblem, string> = {
  'not-allowed': 'You can only give, change or remove roles whose rights you have yourself.',
  'not-found': 'This person is no longer a member of staff.',
  'last-owner': 'The shop needs at least one owner. Make someone else an owner first.',
  'is-seller': 'A seller cannot be staff. Make them a user under Users first.',
  changed: 'This role was changed since you opened the page. Reload to see the change.',
}

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
