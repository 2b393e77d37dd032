import { type EmailParams, signEmail } from '#domain/emails/email.ts'
import { shopInfoOf } from '#domain/shop/shop-info.ts'
import { ProviderRejectedError } from '#server/errors.ts'
import type { Shop } from '#server/shop.ts'
import { waitForSendSlot } from './send.ts'

/**
 * Sends an email with a secret, of which no copy is kept. One that the service rejects is given up, because its owner can ask
 * for another one.
 *
 * @throws ProviderUnavailableError when the job should be retried
 */
export async function sendUnstored(
  { db, emails, log, settings }: Pick<Shop, 'db' | 'emails' | 'log' | 'settings'>,
  /** Called when it is this email's turn, so that its secret is as new as can be. */
  write: () => EmailParams | Promise<EmailParams>,
): Promise<void> {
  await waitForSendSlot({ db, emails })
  const params = signEmail(await write(), shopInfoOf(await settings.read()))
  try {
    await emails.send(params)
  } catch (error) {
    if (!(error instanceof ProviderRejectedError)) throw error
    // Its reason may name the recipient.
    log.error('The email service rejected an email with a code or a link')
  }
}
