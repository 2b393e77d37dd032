import { parseStoredUser, type StoredUser } from '#domain/account.ts'
import { stored } from './stored.ts'

const visitor = stored<StoredUser | undefined>('users', parseStoredUser)

/** Who is logged in, for showing only: the server asks its own session. */
export const useVisitor = visitor.use
export const getVisitor = visitor.get
export const setVisitor = visitor.set
