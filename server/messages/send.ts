import { setTimeout as sleep } from 'node:timers/promises'
import type { User } from '#domain/accounts/user.ts'
import { mailboxOf } from '#domain/messages/email-limit.ts'
import type { Message } from '#domain/messages/message.ts'
import { writeRefundEmail } from '#domain/messages/order-emails.ts'
import type { Say } from '#domain/messages/say.ts'
import {
  type Channel,
  MAY_BE_MISSING,
  MAY_BE_TWICE,
  MOST_LOST_ANSWERS,
  mayResend,
  stateAfter,
  type TryResult,
} from '#domain/messages/sent-message.ts'
import type { MessageTemplate, RefundEmailTemplate } from '#domain/messages/templates.ts'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import { shopInfoOf } from '#domain/shop/shop-info.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { AnswerLostError, ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'
import type { Shop } from '#server/shop.ts'
import { allow } from './daily-limit.ts'
import { withLinks } from './links.ts'
import { outgoingOf } from './outgoing.ts'
import {
  enqueueMessage,
  findSentMessage,
  findSentMessageById,
  insertSentMessage,
  lockRefundedPayment,
  lockSentMessage,
  type NewSentMessage,
  publishSentMessage,
  queueAgain,
  recordAllowed,
  reserveSendSlot,
  type SentMessage,
  updateTry,
} from './queries.ts'

export type EmailContext = Pick<Shop, 'db' | 'emails' | 'log' | 'config' | 'settings' | 'texts' | 'trackingLinks'>

/**
 * Stores an email once for each template and subject, and sends it if it was not sent.
 *
 * @param write undefined: its recipient is gone, so none is written; one that is stored already is still sent
 * @param store `renewSentMessage`: one that says something else replaces it
 */
export async function sendOnce(
  shop: EmailContext,
  template: MessageTemplate,
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
  await send(shop, await findSentMessage(shop.db, { template, subject }))
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
  if (subject !== undefined) await send(shop, await findSentMessage(shop.db, { template, subject }))
}

/** A job: sends a message that an admin has queued again, or one of many that were written together. */
export async function sendEmail(shop: EmailContext, emailId: number): Promise<void> {
  await send(shop, await findSentMessageById(shop.db, emailId))
  await publishSentMessage(shop.db, emailId)
}

/**
 * Sends a queued message. That a try begins is noted first: one whose process was killed may have sent it, as one whose
 * answer was lost.
 *
 * @throws when the job should be retried
 */
async function send(shop: EmailContext, message: SentMessage | undefined): Promise<void> {
  if (message?.state !== 'queued' || message.channel !== 'email') return
  // Written for WhatsApp: a job that needs an email service takes it from here.
  if (!shop.emails.isAvailable) return shop.db.transaction((tx) => enqueueMessage(tx, message))
  // Checked before the send slot, so that a held email does not use one up.
  const { tries, params } = message
  const recipient = { mailbox: mailboxOf(params.email), email: params.email, isPaid: params.paymentId !== undefined }
  if (!(await allow(shop, message, recipient))) return
  const lostAnswers = message.lostAnswers + (message.triedAt ? 1 : 0)
  if (lostAnswers >= MOST_LOST_ANSWERS) return end(shop, message, { result: 'lost', tries, lostAnswers })
  await waitForSendSlot(shop)
  // Another try has ended, or what it says is out of date: a job of its own sends the newer one.
  if (!(await updateTry(shop.db, message, { tries: tries + 1, lostAnswers, triedAt: new Date() }))) return
  try {
    await deliver(shop, message)
  } catch (error) {
    const result = resultOf(error)
    const problem = problemOf(error)
    const lost = lostAnswers + (result === 'lost' ? 1 : 0)
    return end(shop, message, { result, tries: tries + 1, lostAnswers: lost, problem, error })
  }
  await end(shop, message, { result: 'accepted', tries: tries + 1, lostAnswers })
}

/** Hands a message to the provider of its channel. @throws as the provider does */
async function deliver(shop: EmailContext, message: SentMessage): Promise<void> {
  const { id, template: kind, sending } = message
  // The same on every try; one that is sent again on purpose is another message.
  const about = {
    kind,
    shop: shopInfoOf(await shop.settings.read()),
    id: `sent-${id}${sending > 1 ? `-${sending}` : ''}`,
  }
  await shop.emails.send(await outgoingOf(shop, await withLinks(shop, message), about))
}

function resultOf(error: unknown): TryResult {
  if (error instanceof ProviderRejectedError) return 'rejected'
  return error instanceof AnswerLostError ? 'lost' : 'refused'
}

type Ended = { result: TryResult; tries: number; lostAnswers: number; problem?: string; error?: unknown }

/** Notes how a try has ended. @throws its error when the job should be retried */
async function end(
  { db, log }: EmailContext,
  message: SentMessage,
  { result, tries, lostAnswers, problem, error }: Ended,
): Promise<void> {
  const state = stateAfter(result, { tries, lostAnswers })
  const unclear = result === 'accepted' ? MAY_BE_TWICE : MAY_BE_MISSING
  const { id, template, subject } = message
  await updateTry(db, message, {
    state,
    tries,
    lostAnswers,
    triedAt: null,
    problem: state === 'unclear' ? unclear : (problem ?? null),
  })
  if (state === 'queued') throw error
  // Without the provider's reason, because it may name the recipient.
  if (result !== 'accepted')
    log.error(`Message ${id} (${template}, ${subject}) could not be sent; the reason is on the page Sent`)
}

/** The provider's own words, which say what to mend. */
function problemOf(error: unknown): string {
  if (error instanceof ProviderUnavailableError && error.reason) return `${error.message}: ${error.reason}`
  return error instanceof Error ? error.message : String(error)
}

/** Waits where the provider limits how many emails it accepts from all processes together. */
export async function waitForSendSlot({ db, emails }: Pick<Shop, 'db' | 'emails'>): Promise<void> {
  if (emails.paceMs === 0) return
  for (let wait = await reserveSendSlot(db, emails.paceMs); wait > 0; wait = await reserveSendSlot(db, emails.paceMs)) {
    await sleep(wait)
  }
}

/** Sends a message again, as another one. @returns its channel; undefined: it does not exist, or is being sent */
export async function resendMessage(shop: Pick<Shop, 'db'>, admin: User, id: number): Promise<Channel | undefined> {
  return shop.db.transaction(async (tx) => {
    const message = await lockSentMessage(tx, id)
    if (!message || !mayResend(message.state)) return undefined
    const { channel, template, subject, problem, params } = message
    // An admin has looked at this message, so the daily limit does not apply.
    if (channel !== 'push') await recordAllowed(tx, id, params.phone ?? mailboxOf(params.email))
    await queueAgain(tx, id)
    await enqueueMessage(tx, { id, channel })
    await insertAudit(tx, admin, { action: 'resend email', subject, before: { template, problem } })
    return channel
  })
}
