import { parseStoredUser, type User } from '#domain/account.ts'
import { localStorageStore } from './local-storage-store.ts'

const visitor = localStorageStore<User | undefined>('users', parseStoredUser)

/** Who is logged in, for showing only: the server asks its own session. */
export const useVisitor = visitor.use
export const getVisitor = visitor.get

let changes = 0

export function setVisitor(user: User | undefined) {
  changes += 1
  visitor.set(user)
}

/** Asks the server: whose session has expired is shown as logged out, whose role or name has changed as they are now. */
export async function checkVisitor() {
  const before = getVisitor()
  if (!before) return
  const asked = changes
  try {
    const response = await fetch('/session')
    const text = await response.text()
    // Somebody may have logged out or in meanwhile, perhaps the same person: then this answer is about the past.
    if (response.ok && changes === asked && getVisitor() === before) setVisitor(parseStoredUser(text))
  } catch {
    console.info('The session could not be checked.')
  }
}
