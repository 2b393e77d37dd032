import { plain } from '#server/http/plain-response.ts'
import { createWebhookRoute, type SignedResult, signedBy } from '#server/providers/webhook-route.ts'
import type { Shop } from '#server/shop.ts'
import { type HearShop, hear } from './hear.ts'

type WebhookShop = HearShop & {
  log: Pick<Shop['log'], 'error'>
  whatsapp: Pick<Shop['whatsapp'], 'isWebhookSigned' | 'readWebhook'>
  metrics: Pick<Shop['metrics'], 'countWhatsappWebhook'>
  config: Pick<Shop['config'], 'rateLimitFactor'>
}

/** Meta repeats a webhook that is refused as it is, for days. @see https://developers.facebook.com/docs/graph-api/webhooks */
const MAX_BYTES = 3 * 1024 * 1024

/** Meta's webhook: how far messages got, what people answer, and what became of templates. */
export function createWhatsappWebhook(shop: WebhookShop) {
  return createWebhookRoute<SignedResult>(shop, {
    maxBytes: MAX_BYTES,
    isSigned: (headers) => shop.whatsapp.isWebhookSigned(headers),
    async receive(headers, readWhole) {
      const events = shop.whatsapp.readWebhook(await readWhole(), headers)
      if (typeof events === 'string') return events
      for (const event of events) await hear(shop, event)
      return 'accepted'
    },
    ...signedBy('a webhook of WhatsApp', 401),
    count: shop.metrics.countWhatsappWebhook,
  })
}

/** Meta asks once, when somebody types the webhook's address there, and wants its challenge back. */
export function answerChallenge({ whatsapp }: Pick<Shop, 'whatsapp'>, address: string): Response {
  const { searchParams } = new URL(address)
  const challenge = searchParams.get('hub.challenge') ?? ''
  const isGenuine =
    searchParams.get('hub.mode') === 'subscribe' && whatsapp.isVerifyToken(searchParams.get('hub.verify_token') ?? '')
  if (!isGenuine) return plain(403, 'Wrong verify token.')
  return /^[\w-]{1,200}$/.test(challenge) ? plain(200, challenge) : plain(400, 'Invalid challenge.')
}
