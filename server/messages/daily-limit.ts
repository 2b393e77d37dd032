import { limitedKindOf, mayEmail } from '#domain/messages/email-limit.ts'
import type { Shop } from '#server/shop.ts'
import {
  countMessagesToday,
  isConfirmed,
  lockMailbox,
  lockSentMessage,
  recordAllowed,
  type SentMessage,
  updateTry,
} from './queries.ts'

type LimitContext = Pick<Shop, 'config' | 'db' | 'log' | 'settings'>

/** @param mailbox or the number that an account has only typed; `email` if its owner may have confirmed it */
type Recipient = { mailbox: string; email?: string; isPaid: boolean }

/**
 * Applies the daily limit of an address. Each message counts once, however often it is retried or resent. A held message
 * is listed in the admin dashboard; its order is not affected.
 *
 * @returns false: the message is no longer queued
 */
export async function allow(
  { config, db, log, settings }: LimitContext,
  { id, template, subject }: SentMessage,
  { mailbox, email, isPaid }: Recipient,
): Promise<boolean> {
  const kind = limitedKindOf({ template, isPaid })
  if (!kind) return true
  const { unconfirmedCashOrders: cashOrders } = await settings.read()
  return db.transaction(async (tx) => {
    await lockMailbox(tx, mailbox)
    const current = await lockSentMessage(tx, id)
    if (current?.state !== 'queued') return false
    if (current.allowedAt) return true
    const limits = {
      kind,
      sent: await countMessagesToday(tx, mailbox, kind),
      factor: config.rateLimitFactor,
      cashOrders,
    }
    const isAllowed = mayEmail({ ...limits, isConfirmed: email !== undefined && (await isConfirmed(tx, email)) })
    if (isAllowed) await recordAllowed(tx, id, mailbox)
    else {
      const address = `unconfirmed ${email === undefined ? 'number' : 'address'}`
      const problem =
        kind === 'acknowledgement'
          ? 'Daily limit of acknowledgements reached for this address.'
          : `Daily limit reached for this ${address}.`
      await updateTry(tx, current, { state: 'held', problem })
      log.info(`Message ${id} (${template}, ${subject}) is held: daily limit of its address reached`)
    }
    return isAllowed
  })
}
