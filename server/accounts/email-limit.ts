import { mailboxOf } from '#domain/messages/email-limit.ts'
import type { Session } from '#server/accounts/session-cache.ts'
import type { RateLimited, RateLimiter } from '#server/http/rate-limit.ts'

/**
 * Counts one more email that somebody asks for. A device that has logged in to the account, or a session of the account,
 * has a limit of its own, which strangers cannot use up.
 *
 * @param kind emails of another kind are counted apart
 * @param known names that device or session; only for an address that was confirmed, because anybody may sign up with one
 */
export async function limitEmail(
  limits: RateLimiter,
  { kind, email, address, known }: { kind: string; email: string; address: string; known: string | undefined },
): Promise<RateLimited | undefined> {
  const mailbox = `${kind} ${mailboxOf(email)}`
  if (known !== undefined) {
    const own = { address: `${mailbox} for ${known}` }
    return (await limits.consume('knownEmail', own)) ?? limits.consume('knownEmailDaily', own)
  }
  const from = { address, account: `${mailbox} at ${address}` }
  return (
    (await limits.consume('accountEmail', from)) ??
    (await limits.consume('accountEmailDaily', from)) ??
    limits.consume('mailboxDaily', { address: mailbox })
  )
}

/** The account's own address, for `limitEmail`. */
export function ownMailbox({ user, isEmailConfirmed }: Session): { email: string; known: string | undefined } {
  return { email: user.email, known: isEmailConfirmed ? user.userId : undefined }
}
