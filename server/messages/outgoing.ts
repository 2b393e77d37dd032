import { type Message, signEmail, writePlainEmail } from '#domain/messages/message.ts'
import { renderEmail } from '#domain/messages/render-email.ts'
import type { EmailKind } from '#domain/messages/templates.ts'
import { type ShopInfo, shopInfoOf } from '#domain/shop/shop-info.ts'
import { hostOf, originOf } from '#server/config.ts'
import { ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'
import type { EmailProvider, OutgoingEmail } from '#server/providers/email.ts'
import type { Shop } from '#server/shop.ts'

/** @param id of what is sent, such as `sent-12`: the same on every try */
type About = { kind: EmailKind; shop: ShopInfo; id: string }

/** An email as the providers take it. */
export async function outgoingOf(
  { config, texts }: Pick<Shop, 'config' | 'texts'>,
  message: Message,
  { kind, shop, id }: About,
): Promise<OutgoingEmail> {
  return {
    message: signEmail(message, shop),
    ...renderEmail({ message, kind, shop, say: await texts.say(), origin: originOf(config) }),
    messageId: `<${id}@${hostOf(config)}>`,
  }
}

/** Sends an email to the person who asks. @returns what the provider said */
export async function sendTest(
  { config, settings, texts }: Pick<Shop, 'config' | 'settings' | 'texts'>,
  emails: EmailProvider,
  to: { name: string; email: string },
): Promise<string> {
  const shop = shopInfoOf(await settings.read())
  const message = writePlainEmail(to, `This is a test of the emails of ${shop.shopName}.`)
  const email = await outgoingOf({ config, texts }, message, { kind: 'test', shop, id: `test-${crypto.randomUUID()}` })
  return `The email to ${to.email} was taken: ${await emails.send(email)}`
}

export type Tried = { ok: boolean; answer: string }

/** The words of a service, also when it refuses. */
export async function tellAnswer(ask: () => Promise<string>): Promise<Tried> {
  try {
    return { ok: true, answer: await ask() }
  } catch (error) {
    if (error instanceof ProviderRejectedError) return { ok: false, answer: error.reason ?? error.message }
    if (error instanceof ProviderUnavailableError) return { ok: false, answer: error.reason ?? wordsOf(error) }
    throw error
  }
}

/** `The email service did not answer: getaddrinfo ENOTFOUND api.example.` The network's own words help to mend it. */
function wordsOf(error: ProviderUnavailableError): string {
  const causes: string[] = []
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) causes.push(cause.message)
  return `${causes.filter(Boolean).join(': ')}.`
}
