import type { User } from '#domain/accounts/user.ts'
import { messages } from '#domain/messages.ts'
import { toast } from './toast.ts'
import { setVisitor } from './visitor.ts'

/** Greets somebody who has just logged in. */
export function welcome(user: User): void {
  setVisitor(user)
  toast.success(messages.loginDone)
}
