import type { EmailParams } from '#domain/orders/order-emails.ts'
import type { EmailjsConfig } from '#server/config.ts'
import { ProviderRejectedError, ProviderUnavailableError } from '#server/provider-errors.ts'

/** A little more than the second that they ask for, as requests do not all take the same time to arrive. */
const SEND_INTERVAL_MS = 1100
const TIMEOUT_MS = 15_000
const REASON_LENGTH = 300

/** Before anybody has named a provider: nobody answers. */
export const NO_EMAILJS: EmailjsConfig = {
  url: 'http://localhost:1',
  serviceId: '',
  templateId: '',
  userId: '',
  accessToken: '',
}

/** @see https://www.emailjs.com/docs/rest-api/send/ */
export function openEmailjs(
  config: EmailjsConfig,
  { httpFetch = fetch, paceMs = SEND_INTERVAL_MS, timeoutMs = TIMEOUT_MS } = {},
) {
  return {
    /** False: nobody has named a provider. */
    isAvailable: config.serviceId !== '',
    /** From one letter to the next. */
    paceMs,

    /** @throws ProviderRefusal with their reason; ProviderSilence when it may work another time, or was even sent */
    async send(params: EmailParams): Promise<void> {
      const answer = await httpFetch(`${config.url}/api/v1.0/email/send`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          service_id: config.serviceId,
          template_id: config.templateId,
          user_id: config.userId,
          accessToken: config.accessToken,
          template_params: params,
        }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      }).catch((error) => fail('The letter service did not answer', error))
      const text = await answer.text().catch((error) => fail('The letter service answered in part', error))
      if (answer.ok && text.trim() === 'OK') return
      if (answer.ok) throw new ProviderUnavailableError('The letter service answered something else than OK')
      throw refusalOf(answer.status, text)
    },
  }
}

function fail(what: string, cause: unknown): never {
  throw new ProviderUnavailableError(what, { cause })
}

/** Too many at once and trouble at their end pass; the rest is a refusal, such as of a key, a template or an address. */
function refusalOf(status: number, text: string): Error {
  if (status === 408 || status === 429 || status >= 500 || status < 400)
    return new ProviderUnavailableError(`The letter service answered ${status}`)
  const reason = text.replace(/\s+/g, ' ').trim().slice(0, REASON_LENGTH) || 'no reason given'
  return new ProviderRejectedError(`Refused with ${status}: ${reason}`)
}
