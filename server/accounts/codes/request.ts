import type { AccountEmailKind } from '#domain/accounts/email-code.ts'
import { limitEmail } from '#server/accounts/email-limit.ts'
import { findDeviceOwner } from '#server/accounts/queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { RateLimited } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'

/** `no-email`: this shop cannot send emails. */
export type EmailRequest =
  | { ok: true }
  | { ok: false; reason: 'no-email' }
  | { ok: false; reason: 'too-many'; tooMany: RateLimited }

type RequestShop = Pick<Shop, 'db' | 'emails' | 'limits' | 'now' | 'securityLog'>
type Asked = { email: string; address: string; askedBy: string; known?: string | undefined }

/**
 * Asks for an email with a code or a link. Whether an account has this address is looked up when the email is sent, so the
 * answer and its time are the same either way.
 *
 * @param askedBy the browser or session in which the code works
 * @param address of the client
 */
export async function requestAccountEmail(
  shop: RequestShop,
  kind: AccountEmailKind,
  { email, address, askedBy, known }: Asked,
): Promise<EmailRequest> {
  // Emails go out one a second, so strangers who ask for many must not keep a known device waiting.
  const isFirst = known !== undefined
  return enqueueLimited(shop, shop.emails, { kind, email, address, known }, (tx, time) =>
    enqueueJob(tx, { job: 'send-account-email', kind, email, time, askedBy, isFirst }),
  )
}

/** As `requestAccountEmail`, for somebody who is not logged in. @returns also headers with the browser's cookie */
export async function requestLoginEmail(
  shop: RequestShop & Pick<Shop, 'devices'>,
  kind: 'login-code' | 'reset-link',
  { email, address, request }: { email: string; address: string; request: Request },
): Promise<{ asked: EmailRequest; headers: Headers }> {
  const { hash: askedBy, cookie } = shop.devices.browserOf(request.headers)
  const owner = await findDeviceOwner(shop.db, email)
  const device = owner?.isEmailConfirmed ? shop.devices.find(request.headers, owner) : undefined
  const asked = await requestAccountEmail(shop, kind, { email, address, askedBy, known: device?.id })
  return { asked, headers: new Headers(cookie ? { 'set-cookie': cookie } : {}) }
}

/**
 * As `requestLoginEmail`, for a code by WhatsApp: the same limits, and the same answer whether an account has this number.
 *
 * @param number in E.164
 */
export async function requestLoginNumber(
  shop: Pick<Shop, 'db' | 'devices' | 'limits' | 'now' | 'securityLog' | 'whatsapp'>,
  { number, address, request }: { number: string; address: string; request: Request },
): Promise<{ asked: EmailRequest; headers: Headers }> {
  const { hash: askedBy, cookie } = shop.devices.browserOf(request.headers)
  const asking = { kind: 'login-code', email: number, address, known: undefined } as const
  const asked = await enqueueLimited(shop, shop.whatsapp, asking, (tx, time) =>
    enqueueJob(tx, { job: 'send-whatsapp-code', purpose: 'log-in', number, askedBy, time }),
  )
  return { asked, headers: new Headers(cookie ? { 'set-cookie': cookie } : {}) }
}

type Asking = { kind: AccountEmailKind; email: string; address: string; known: string | undefined }

/** @param through the service that would send it */
async function enqueueLimited(
  { db, limits, now, securityLog }: Pick<Shop, 'db' | 'limits' | 'now' | 'securityLog'>,
  through: { isAvailable: boolean },
  asking: Asking,
  enqueue: (tx: Transaction, time: string) => Promise<void>,
): Promise<EmailRequest> {
  if (!through.isAvailable) return { ok: false, reason: 'no-email' }
  const { kind, email, address, known } = asking
  const device = known === undefined ? 'new' : 'known'
  const details = { account: securityLog.unknownAccount(email), address, kind, device }
  const tooMany = await limitEmail(limits, asking)
  if (tooMany) {
    securityLog.record('account-email-limited', { ...details, retryAfter: tooMany.retryAfter })
    return { ok: false, reason: 'too-many', tooMany }
  }
  securityLog.record('account-email-requested', details)
  await db.transaction((tx) => enqueue(tx, now().toISOString()))
  return { ok: true }
}
