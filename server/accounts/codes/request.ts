import type { AccountEmailKind } from '#domain/accounts/account-emails.ts'
import { mailboxOf } from '#domain/emails/email-limit.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { RateLimited } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'

/** `no-email`: this shop cannot send emails. */
export type EmailRequest =
  | { ok: true }
  | { ok: false; reason: 'no-email' }
  | { ok: false; reason: 'too-many'; tooMany: RateLimited }

/**
 * Asks for an email with a code or a link. Whether an account has this address is looked up when the email is sent, so the
 * answer and its time are the same either way.
 *
 * @param address of the client
 */
export async function requestAccountEmail(
  shop: Pick<Shop, 'db' | 'emails' | 'limits' | 'now' | 'securityLog'>,
  kind: AccountEmailKind,
  { email, address }: { email: string; address: string },
): Promise<EmailRequest> {
  if (!shop.emails.isAvailable) return { ok: false, reason: 'no-email' }
  const details = { account: shop.securityLog.unknownAccount(email), address, kind }
  const tooMany = await limitEmails(shop, { address, account: `${kind} ${mailboxOf(email)}` })
  if (tooMany) {
    shop.securityLog.record('account-email-limited', { ...details, retryAfter: tooMany.retryAfter })
    return { ok: false, reason: 'too-many', tooMany }
  }
  shop.securityLog.record('account-email-requested', details)
  const time = shop.now().toISOString()
  await shop.db.transaction((tx) => enqueueJob(tx, { job: 'send-account-email', kind, email, time }))
  return { ok: true }
}

async function limitEmails({ limits }: Pick<Shop, 'limits'>, key: { address: string; account: string }) {
  return (await limits.consume('accountEmail', key)) ?? (await limits.consume('accountEmailDaily', key))
}
