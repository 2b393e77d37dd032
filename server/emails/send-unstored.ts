import { type Message, signEmail } from '#domain/messages/message.ts'
import { shopInfoOf } from '#domain/shop/shop-info.ts'
import { ProviderRejectedError } from '#server/errors.ts'
import type { Shop } from '#server/shop.ts'
import { waitForSendSlot } from './send.ts'

/**
 * Sends an email with a secret, of which no copy is stored. If the service rejects it, it is not retried, because its
 * owner can request another one.
 *
 * @throws ProviderUnavailableError when the job should be retried
 */
export async function sendUnstored(
  { db, emails, log, settings }: Pick<Shop, 'db' | 'emails' | 'log' | 'settings'>,
  /** Called in the email's send slot, so that its secret is as new as possible. */
  write: () => Message | Promise<Message>,
): Promise<void> {
  await waitForSendSlot({ db, emails })
  const params = signEmail(await write(), shopInfoOf(await settings.read()))
  try {
    await emails.send(params)
  } catch (error) {
    if (!(error instanceof ProviderRejectedError)) throw error
    // Without the reason, which may name the recipient.
    log.error('The email service rejected an email with a code or a link')
  }
}
