import type { User } from '#domain/accounts/user.ts'
import type { ServiceName } from '#domain/settings/connections.ts'
import { sendTest, type Tried, tellAnswer } from '#server/messages/outgoing.ts'
import type { Shop } from '#server/shop.ts'
import { refreshTemplates, submitTemplates } from '#server/whatsapp/templates.ts'

type TriedShop = Pick<
  Shop,
  'config' | 'connections' | 'courier' | 'db' | 'now' | 'payments' | 'settings' | 'whatsapp' | 'texts'
>

/** Browsers speak to Web3Forms themselves, because it refuses servers. */
export type TriedService = Exclude<ServiceName, 'web3forms'>

/** Asks a service something that changes nothing; those of emails have no such question, so one goes to the asker. */
export async function tryConnection(shop: TriedShop, admin: User, service: TriedService): Promise<Tried> {
  const ask: Record<TriedService, () => Promise<string>> = {
    async razorpay() {
      await shop.payments.findOrder({ receipt: 'test', amount: 0 })
      return 'Razorpay accepts the key.'
    },
    emailjs: () => sendTest(shop, shop.connections.current().emailjs, admin),
    smtp: () => sendTest(shop, shop.connections.current().smtp, admin),
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
  return tellAnswer(ask[service])
}

/** Sends Meta the templates that it does not know yet. */
export async function trySubmitTemplates(shop: TriedShop): Promise<Tried> {
  return tellAnswer(async () => {
    await submitTemplates(shop)
    return 'Meta has every template. It may take a day to approve them.'
  })
}
