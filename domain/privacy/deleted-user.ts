/** Owns the orders of everybody whose account was deleted. Nobody can log in as this user, who has neither password nor mailbox. */
export const DELETED_USER = { id: 'deleted-user', name: 'deleted user', email: 'deleted-user@deleted.invalid' } as const
