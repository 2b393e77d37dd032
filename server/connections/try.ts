import type { User } from '#domain/accounts/user.ts'
import { writePlainEmail } from '#domain/messages/message.ts'
import type { ServiceName } from '#domain/settings/connections.ts'
import { ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'
import type { Shop } from '#server/shop.ts'
import { refreshTemplates, submitTemplates } from '#server/whatsapp/templates.ts'

type TriedShop = Pick<Shop, 'config' | 'courier' | 'db' | 'emails' | 'now' | 'payments' | 'settings' | 'whatsapp'>

/** Browsers speak to Web3Forms themselves, because it refuses servers. */
export type TriedService = Exclude<ServiceName, 'web3forms'>

export type Tried = { ok: boolean; answer: string }

/** Asks a service something that changes nothing; only EmailJS has no such question, so an email goes to the asker. */
export async function tryConnection(shop: TriedShop, admin: User, service: TriedService): Promise<Tried> {
  const { shopName } = await shop.settings.read()
  const ask: Record<TriedService, () => Promise<string>> = {
    async razorpay() {
      await shop.payments.findOrder({ receipt: 'test', amount: 0 })
      return 'Razorpay accepts the key.'
    },
    async emailjs() {
      await shop.emails.send(writePlainEmail(admin, `This is a test of the emails of ${shopName}.`))
      return `EmailJS has taken an email to ${admin.email}.`
    },
    async shiprocket() {
      await shop.courier.findParcel('test')
      return 'Shiprocket accepts the API user.'
    },
    async whatsapp() {
      const number = await shop.whatsapp.getNumber()
      await refreshTemplates(shop)
      return `WhatsApp accepts the token. Messages come from ${number}.`
    },
  }
  return answerOf(ask[service])
}

/** Sends Meta the templates that it does not know yet. */
export async function trySubmitTemplates(shop: TriedShop): Promise<Tried> {
  return answerOf(async () => {
    await submitTemplates(shop)
    return 'Meta has every template. It may take a day to approve them.'
  })
}

/** What a service says, in words, also when it refuses. */
async function answerOf(ask: () => Promise<string>): Promise<Tried> {
  try {
    return { ok: true, answer: await ask() }
  } catch (error) {
    if (error instanceof ProviderRejectedError) return { ok: false, answer: error.reason ?? error.message }
    if (error instanceof ProviderUnavailableError) return { ok: false, answer: wordsOf(error) }
    throw error
  }
}

/** `The email service did not answer: getaddrinfo ENOTFOUND api.example.` The network's own words help to mend it. */
function wordsOf(error: ProviderUnavailableError): string {
  const causes: string[] = []
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) causes.push(cause.message)
  return `${causes.filter(Boolean).join(': ')}.`
}
