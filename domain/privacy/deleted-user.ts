/**
 * Owns the orders of everybody whose account was deleted. Nobody can log in or sign up as this user, because its email
 * is not an address. It is in no list and no count.
 */
export const DELETED_USER = { id: 'deleted-user', name: 'deleted user', email: 'deleted user' } as const

/** A product without a user is the shop's, because whoever added it has deleted their account. */
export function creatorName(
  { userId, username }: { userId: string | null; username: string },
  { shopName }: { shopName: string },
): string {
  return userId === null ? shopName : username
}
