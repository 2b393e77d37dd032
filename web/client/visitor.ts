import { parseStoredUser, toStoredUser, type User } from '#domain/accounts/user.ts'
import { localStorageStore } from './local-storage-store.ts'

const visitor = localStorageStore<User | undefined>('users', parseStoredUser, (user) => user && toStoredUser(user))

/** The logged-in user, for display only: the server trusts its own session alone. */
export const useVisitor = visitor.use
export const findVisitor = visitor.get

let changes = 0

export function setVisitor(user: User | undefined) {
  changes += 1
  visitor.set(user)
}

/** Syncs the stored user with the session, which may have expired or changed its role or name. */
export async function checkVisitor() {
  if (findVisitor()) await fetchVisitor()
}

/** Asks the shop who is logged in here, and stores the answer. */
export async function fetchVisitor(): Promise<User | undefined> {
  const before = findVisitor()
  const changesBefore = changes
  try {
    const response = await fetch('/session')
    const text = await response.text()
    // A login or logout during the request makes its response outdated.
    if (response.ok && changes === changesBefore && findVisitor() === before) setVisitor(parseStoredUser(text))
  } catch {
    // Offline, the stored user stays.
  }
  return findVisitor()
}
