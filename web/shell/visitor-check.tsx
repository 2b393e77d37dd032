import { useEffect } from 'react'
import { checkVisitor } from '#web/client/visitor.ts'

/** Asks the server once a visit whether the stored user still has a session. */
export function VisitorCheck() {
  useEffect(() => void checkVisitor(), [])
  return null
}
