import { CODE_MINUTES } from '#domain/accounts/email-code.ts'
import { isMailboxEnough } from '#domain/accounts/second-factor.ts'
import { writeCodeToLogIn } from '#domain/messages/account-emails.ts'
import { createCode } from '#server/accounts/codes/codes.ts'
import { findAccountByNumber } from '#server/accounts/number-queries.ts'
import { ProviderRejectedError } from '#server/errors.ts'
import { sendUnstored } from '#server/messages/account-emails.ts'
import type { EmailContext } from '#server/messages/send.ts'
import type { Shop } from '#server/shop.ts'
import { findTemplateState } from './queries.ts'

type CodeShop = EmailContext & Pick<Shop, 'auth' | 'now' | 'whatsapp'>

/** `askedBy` is the browser or the session in which the code works; `time` is when it was asked for, ISO 8601. */
export type AskedCode = { purpose: 'log-in' | 'confirm-number'; number: string; askedBy: string; time: string }

/**
 * A job: makes a code and sends it by WhatsApp. Only its hash is stored, so a retry sends a new one. A number that no
 * account has confirmed gets none. Where WhatsApp refuses it, a code to log in goes to the confirmed email address.
 */
export async function sendWhatsappCode(shop: CodeShop, { purpose, number, askedBy, time }: AskedCode): Promise<void> {
  if (shop.now().getTime() - Date.parse(time) > CODE_MINUTES * 60_000) return
  const account = purpose === 'log-in' ? await findAccountByNumber(shop.db, number) : undefined
  if (purpose === 'log-in' && (!account || !isMailboxEnough(account, await shop.settings.read()))) return
  const code = await createCode(shop, { purpose, email: number, askedBy })
  try {
    const state = await findTemplateState(shop.db, 'login_code')
    if (state !== 'approved') throw new ProviderRejectedError('The template login_code is not approved')
    const buttons = [{ index: 0, urlEnd: code }]
    await shop.whatsapp.send({ to: number, reference: 'code', template: 'login_code', values: [code], buttons })
  } catch (error) {
    if (!(error instanceof ProviderRejectedError)) throw error
    shop.log.error('WhatsApp refused a code')
    if (!account?.isEmailConfirmed || !shop.emails.isAvailable) return
    await sendUnstored(shop, 'login-code', (say) =>
      writeCodeToLogIn(say, 'login-code', account, { code, takesOver: false }),
    )
  }
}
