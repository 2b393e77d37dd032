/**
 * Owns the orders of everybody whose account was deleted. Nobody can log in or sign up as this user: the email is none.
 * It is in no list and no count.
 */
export const DELETED_USER = { id: 'deleted-user', name: 'deleted user', email: 'deleted user' } as const
