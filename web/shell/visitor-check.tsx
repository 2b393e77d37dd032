import { useEffect } from 'react'
import { parseStoredUser } from '#domain/account.ts'
import { getVisitor, setVisitor } from '#web/browser/visitor.ts'

/**
 * Asks the server once a visit whether the stored user still has a session: whose session has expired is shown as
 * logged out, whose role or name has changed is shown as they are now.
 */
export function VisitorCheck() {
  useEffect(() => {
    const before = getVisitor()
    if (!before) return
    fetch('/session')
      .then((response) => (response.ok ? response.text() : undefined))
      // Somebody may have logged out or in meanwhile: then this answer is about the past.
      .then((text) => text !== undefined && getVisitor() === before && setVisitor(parseStoredUser(text)))
      .catch(() => console.info('The session could not be checked.'))
  }, [])
  return null
}
