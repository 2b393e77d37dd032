import { setTimeout as sleep } from 'node:timers/promises'
import type { User } from '#domain/accounts/user.ts'
import { type LimitedKind, limitedKindOf, mailboxOf, mayEmail } from '#domain/messages/email-limit.ts'
import type { Message } from '#domain/messages/message.ts'
import { writeRefundEmail } from '#domain/messages/order-emails.ts'
import type { Say } from '#domain/messages/say.ts'
import type { EmailTemplate, RefundEmailTemplate } from '#domain/messages/templates.ts'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import { shopInfoOf } from '#domain/shop/shop-info.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'
import type { Shop } from '#server/shop.ts'
import { withLinks } from './links.ts'
import { outgoingOf } from './outgoing.ts'
import {
  countEmailsToday,
  findSentMessage,
  findSentMessageById,
  insertSentMessage,
  isConfirmed,
  lockMailbox,
  lockRefundedPayment,
  lockSentMessage,
  type NewSentMessage,
  recordAllowed,
  reserveSendSlot,
  type SentMessage,
  updateSentMessage,
} from './queries.ts'

export type EmailContext = Pick<Shop, 'db' | 'emails' | 'log' | 'config' | 'settings' | 'texts' | 'trackingLinks'>

/** Lasts about three days with the backoff between attempts. */
const MAX_TRIES = 20

/**
 * Stores an email once for each template and subject, and sends it if it was not sent.
 *
 * @param write undefined: its recipient is gone, so none is written; one that is stored already is still sent
 * @param store `renewSentMessage`: one that says something else replaces it
 */
export async function sendOnce(
  shop: EmailContext,
  template: EmailTemplate,
  subject: string,
  write: (tx: Transaction, say: Say) => Promise<Message | undefined>,
  store: (tx: Transaction, email: NewSentMessage) => Promise<unknown> = insertSentMessage,
): Promise<void> {
  const say = await shop.texts.say()
  await shop.db.transaction(async (tx) => {
    const params = await write(tx, say)
    // A customer may have given only a phone number.
    if (params && params.email !== '') await store(tx, { template, subject, params })
  })
  await send(shop, await findSentMessage(shop.db, template, subject))
}

/** A job: stores an email about a refund once, and sends it. */
export async function sendRefundEmail(
  shop: EmailContext,
  template: RefundEmailTemplate,
  ids: { refundId?: number; paymentId?: string },
): Promise<void> {
  const say = await shop.texts.say()
  const subject = await shop.db.transaction(async (tx) => {
    const paid = await lockRefundedPayment(tx, ids)
    if (!paid) return undefined
    // One payment may have several refunds.
    const subject = paid.isPart ? `refund ${ids.refundId}` : `payment ${paid.paymentId}`
    if (paid.email !== '' && paid.email !== DELETED_USER.email)
      await insertSentMessage(tx, { template, subject, params: writeRefundEmail(say, template, paid) })
    return subject
  })
  if (subject !== undefined) await send(shop, await findSentMessage(shop.db, template, subject))
}

/** A job: sends an email that an admin has queued again. */
export async function sendEmail(shop: EmailContext, emailId: number): Promise<void> {
  await send(shop, await findSentMessageById(shop.db, emailId))
}

/** @throws when the job should be retried */
async function send(shop: EmailContext, email: SentMessage | undefined): Promise<void> {
  if (email?.state !== 'queued' || email.channel !== 'email') return
  // Checked before the send slot, so that a held email does not use one up.
  if (!(await allow(shop, email))) return
  await waitForSendSlot(shop)
  const tries = email.tries + 1
  const message = await withLinks(shop, email)
  const about = {
    kind: email.template,
    shop: shopInfoOf(await shop.settings.read()),
    id: `sent-${email.id}`,
  }
  try {
    await shop.emails.send(outgoingOf(shop, message, about))
  } catch (error) {
    const problem = problemOf(error)
    if (error instanceof ProviderRejectedError || tries >= MAX_TRIES) return giveUp(shop, email, tries, problem)
    await updateSentMessage(shop.db, email.id, { state: 'queued', tries, problem })
    throw error
  }
  await updateSentMessage(shop.db, email.id, { state: 'sent', tries, problem: null })
}

/** The provider's own words, which say what to mend. */
function problemOf(error: unknown): string {
  if (error instanceof ProviderUnavailableError && error.reason) return `${error.message}: ${error.reason}`
  return error instanceof Error ? error.message : String(error)
}

const HELD = 'Daily limit reached for this unconfirmed address.'

/**
 * Applies the daily limit of the email's address. Each email counts once, however often it is retried or resent. A held
 * email is listed in the admin dashboard; its order is not affected.
 */
async function allow(shop: EmailContext, email: SentMessage): Promise<boolean> {
  const kind = limitedKindOf({ template: email.template, isPaid: email.params.paymentId !== undefined })
  if (!kind) return true
  const { unconfirmedCashOrders } = await shop.settings.read()
  const limits = { kind, factor: shop.config.rateLimitFactor, cashOrders: unconfirmedCashOrders }
  const outcome = await shop.db.transaction((tx) => reserveDailyQuota(tx, limits, email))
  const { id, template, subject } = email
  if (outcome === 'held')
    shop.log.info(`Email ${id} (${template}, ${subject}) is held: daily limit of its address reached`)
  return outcome === 'allowed'
}

/** @returns `over`: the email is no longer queued */
async function reserveDailyQuota(
  tx: Transaction,
  limits: { kind: Exclude<LimitedKind, undefined>; factor: number; cashOrders: number },
  { id, params: { email } }: SentMessage,
): Promise<'allowed' | 'held' | 'over'> {
  const mailbox = mailboxOf(email)
  await lockMailbox(tx, mailbox)
  const current = await lockSentMessage(tx, id)
  if (current?.state !== 'queued') return 'over'
  if (current.allowedAt) return 'allowed'
  const sent = await countEmailsToday(tx, mailbox, limits.kind)
  if (mayEmail({ ...limits, sent, isConfirmed: await isConfirmed(tx, email) })) {
    await recordAllowed(tx, id, mailbox)
    return 'allowed'
  }
  await updateSentMessage(tx, id, { state: 'held', tries: current.tries, problem: HELD })
  return 'held'
}

/** Waits where the provider limits how many emails it accepts from all processes together. */
export async function waitForSendSlot({ db, emails }: Pick<Shop, 'db' | 'emails'>): Promise<void> {
  if (emails.paceMs === 0) return
  for (let wait = await reserveSendSlot(db, emails.paceMs); wait > 0; wait = await reserveSendSlot(db, emails.paceMs)) {
    await sleep(wait)
  }
}

/** The log omits the provider's reason, because it may name the recipient. */
async function giveUp(
  { db, log }: EmailContext,
  { id, template, subject }: SentMessage,
  tries: number,
  problem: string,
) {
  await updateSentMessage(db, id, { state: 'failed', tries, problem })
  log.error(`Email ${id} (${template}, ${subject}) could not be sent; the reason is on the Emails tab`)
}

/** Queues a failed or held email again. False: it does not exist, or is in another state. */
export async function resendEmail(shop: Pick<Shop, 'db'>, admin: User, id: number): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    const email = await lockSentMessage(tx, id)
    if (email?.state !== 'failed' && email?.state !== 'held') return false
    const { channel, template, subject, problem, params } = email
    // An admin has looked at this email, so the daily limit does not apply.
    await recordAllowed(tx, id, params.phone ?? mailboxOf(params.email))
    await updateSentMessage(tx, id, { state: 'queued', tries: 0, problem: null })
    if (channel === 'push') await enqueueJob(tx, { job: 'send-push', messageId: id })
    else if (channel === 'whatsapp') await enqueueJob(tx, { job: 'resend-whatsapp', messageId: id })
    else await enqueueJob(tx, { job: 'resend-email', emailId: id })
    await insertAudit(tx, admin, { action: 'resend email', subject, before: { template, problem } })
    return true
  })
}
