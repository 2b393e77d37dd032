import { openWhatsapp as openStandIn } from '#sandbox/whatsapp.ts'
import { openWhatsapp } from '#server/providers/whatsapp.ts'
import { serveApp } from '#tests/support/serve.ts'

export const whatsappKeys = {
  ...{ phoneNumberId: '11', businessId: '22', token: 'token' },
  ...{ appSecrets: ['app'], verifyToken: 'verify' },
}

/** A stand-in for Meta in this process, and the provider that speaks to it. */
export function openMeta() {
  const standIn = openStandIn(whatsappKeys)
  const httpFetch: typeof fetch = async (input, init) =>
    standIn.app.request(String(input).replace('http://meta.invalid', ''), init)
  const connect = (changes: Partial<typeof whatsappKeys> = {}) =>
    openWhatsapp({ ...whatsappKeys, ...changes, url: 'http://meta.invalid/v24.0' }, { httpFetch, timeoutMs: 100 })
  return {
    ...standIn,
    connect,
    whatsapp: connect(),
    /** The webhooks that Meta still has to deliver, oldest first, as requests to the shop. */
    takeWebhooks: () =>
      standIn.webhooks.list().map((message) => {
        standIn.webhooks.acknowledge(message.id)
        return standIn.webhooks.signed(message)
      }),
  }
}

/** The stand-in on a port of its own, with the settings of a shop that speaks to it. */
export async function serveMeta() {
  const meta = openMeta()
  const { url, close } = await serveApp(meta.app)
  return {
    ...meta,
    env: whatsappEnv(`${url}/v24.0`),
    close,
  }
}

/** The settings of a shop that speaks to a stand-in there. */
export function whatsappEnv(url: string) {
  return {
    WHATSAPP_URL: url,
    WHATSAPP_PHONE_NUMBER_ID: whatsappKeys.phoneNumberId,
    WHATSAPP_BUSINESS_ID: whatsappKeys.businessId,
    WHATSAPP_TOKEN: whatsappKeys.token,
    WHATSAPP_APP_SECRET: 'app',
    WHATSAPP_VERIFY_TOKEN: whatsappKeys.verifyToken,
  }
}
