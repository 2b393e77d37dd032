import { setTimeout as sleep } from 'node:timers/promises'
import type { User } from '#domain/account.ts'
import { mailboxOf, mayEmail } from '#domain/orders/email-limit.ts'
import type { OrderId } from '#domain/orders/order.ts'
import {
  type OrderEmailTemplate,
  type RefundEmailTemplate,
  writeLoginAttemptsEmail,
  writeOrderEmail,
  writeRefundEmail,
} from '#domain/orders/order-emails.ts'
import { findOwner } from '#server/accounts/queries.ts'
import { insertAudit } from '#server/admin/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { findOrder } from '#server/orders/queries.ts'
import { ProviderRejectedError } from '#server/provider-errors.ts'
import type { Shop } from '#server/shop.ts'
import {
  countAllowed,
  type Email,
  findEmail,
  findEmailById,
  findPaidFor,
  insertEmail,
  isConfirmed,
  lockEmail,
  lockMailbox,
  reserveSendSlot,
  updateAllowed,
  updateEmail,
} from './queries.ts'

type EmailContext = Pick<Shop, 'db' | 'emails' | 'log' | 'config'>

/** With the growing pauses between them, about three days. */
const MAX_TRIES = 20

/** A job. The letter is written once; a job that comes again finds it as it was, sent or not. */
export async function sendOrderEmail(
  shop: EmailContext,
  template: OrderEmailTemplate,
  orderId: OrderId,
): Promise<void> {
  const subject = `order ${orderId}`
  const order = await findOrder(shop.db, orderId)
  // Deleted meanwhile: there is nothing left to write about, but what was written before.
  if (order) await insertEmail(shop.db, { template, subject, params: writeOrderEmail(template, order) })
  await send(shop, await findEmail(shop.db, template, subject))
}

/** A job. */
export async function sendRefundEmail(
  shop: EmailContext,
  template: RefundEmailTemplate,
  paymentId: string,
): Promise<void> {
  const subject = `payment ${paymentId}`
  const paid = await findPaidFor(shop.db, paymentId)
  if (paid) await insertEmail(shop.db, { template, subject, params: writeRefundEmail(template, paid) })
  await send(shop, await findEmail(shop.db, template, subject))
}

/** A job: an email to somebody whose account many have tried to log in to. */
export async function sendLoginAttemptsEmail(
  shop: EmailContext,
  { uid, ...tried }: { uid: string; failures: number; networks: number; time: string },
): Promise<void> {
  // One a day: a job for the same day finds the email as it was, sent or not.
  const subject = `user ${uid} on ${tried.time.slice(0, 10)}`
  const owner = await findOwner(shop.db, uid)
  if (owner)
    await insertEmail(shop.db, { template: 'login-slowed', subject, params: writeLoginAttemptsEmail(owner, tried) })
  await send(shop, await findEmail(shop.db, 'login-slowed', subject))
}

/** A job: one that was promised anew. */
export async function sendEmail(shop: EmailContext, emailId: number): Promise<void> {
  await send(shop, await findEmailById(shop.db, emailId))
}

/** @throws when it should be tried again later */
async function send(shop: EmailContext, letter: Email | undefined): Promise<void> {
  if (letter?.state !== 'promised') return
  // Asked before its turn: what is held back must not cost the others a second.
  if (!(await allow(shop, letter))) return
  await waitForSendSlot(shop)
  const tries = letter.tries + 1
  try {
    await shop.emails.send(letter.params)
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    if (error instanceof ProviderRejectedError || tries >= MAX_TRIES) return giveUp(shop, letter, tries, problem)
    await updateEmail(shop.db, letter.id, { state: 'promised', tries, problem })
    throw error
  }
  await updateEmail(shop.db, letter.id, { state: 'sent', tries, problem: null })
}

const HELD = 'Enough emails have gone to this address within a day, and nobody has confirmed it.'

/**
 * May this email go to its address today? Asked once for each: one that is tried again, or that an admin sends, has been
 * counted. One that may not is held, where the back office lists it; its order is never touched.
 */
async function allow(shop: EmailContext, letter: Email): Promise<boolean> {
  // The warning about failed logins has a limit of its own: one a day.
  if (letter.template === 'login-slowed') return true
  const decision = await shop.db.transaction((tx) => decideAllowed(tx, shop.config.rateLimitFactor, letter))
  const { id, template, subject } = letter
  if (decision === 'held') shop.log.info(`Email ${id} (${template}, ${subject}) is held: daily limit of its address`)
  return decision === 'allowed'
}

async function decideAllowed(
  tx: Transaction,
  factor: number,
  { id, params: { email } }: Email,
): Promise<'allowed' | 'held' | 'over'> {
  const mailbox = mailboxOf(email)
  await lockMailbox(tx, mailbox)
  const present = await lockEmail(tx, id)
  if (present?.state !== 'promised') return 'over'
  if (present.allowedAt) return 'allowed'
  const facts = { isConfirmed: await isConfirmed(tx, email), sent: await countAllowed(tx, mailbox), factor }
  if (mayEmail('order', facts)) {
    await updateAllowed(tx, id, mailbox)
    return 'allowed'
  }
  await updateEmail(tx, id, { state: 'held', tries: present.tries, problem: HELD })
  return 'held'
}

/** The provider takes one a second, whichever of our processes sends it. */
async function waitForSendSlot({ db, emails }: EmailContext): Promise<void> {
  for (let wait = await reserveSendSlot(db, emails.paceMs); wait > 0; wait = await reserveSendSlot(db, emails.paceMs)) {
    await sleep(wait)
  }
}

/** Nothing but the letter is touched. What the provider said may name the reader, so the log does without. */
async function giveUp({ db, log }: EmailContext, { id, template, subject }: Email, tries: number, problem: string) {
  await updateEmail(db, id, { state: 'failed', tries, problem })
  log.error(`Letter ${id} (${template}, ${subject}) could not be sent; the back office lists it with the reason`)
}

/** False: it is not there, or it neither failed nor was held. */
export async function resendEmail(shop: Pick<Shop, 'db'>, admin: User, id: number): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    const letter = await lockEmail(tx, id)
    if (letter?.state !== 'failed' && letter?.state !== 'held') return false
    const { template, subject, problem, params } = letter
    // Whoever presses has looked at it: the daily limit is for what nobody looks at.
    await updateAllowed(tx, id, mailboxOf(params.email))
    await updateEmail(tx, id, { state: 'promised', tries: 0, problem: null })
    await enqueueJob(tx, { job: 'letter', emailId: id, key: `letter:${id}` })
    await insertAudit(tx, admin, { action: 'send letter again', subject, before: { template, problem } })
    return true
  })
}
