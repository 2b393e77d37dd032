import type { Message } from '#domain/messages/message.ts'
import type { EmailjsConfig } from '#server/config.ts'
import { ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'

/** EmailJS accepts one request a second; the margin allows for varying latency. */
const SEND_INTERVAL_MS = 1100
const TIMEOUT_MS = 15_000
const MAX_REASON_LENGTH = 300

/** Used when EmailJS is not configured; nothing listens at this URL. */
export const UNCONFIGURED_EMAILJS: EmailjsConfig = {
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
    /** False when EmailJS is not configured. */
    isAvailable: config.serviceId !== '',
    /** Minimum time between two emails. */
    paceMs,

    /**
     * @throws ProviderRejectedError with the reason; ProviderUnavailableError if a retry may help, even if it was sent
     */
    async send({ name, lines, paymentId, ...message }: Message): Promise<void> {
      const answer = await httpFetch(`${config.url}/api/v1.0/email/send`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          service_id: config.serviceId,
          template_id: config.templateId,
          user_id: config.userId,
          accessToken: config.accessToken,
          template_params: {
            ...message,
            user_name: name,
            cartDetails: lines,
            ...(paymentId !== undefined && { payment_id: paymentId }),
          },
        }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      }).catch((error) => failUnavailable('The email service did not answer', error))
      const text = await answer
        .text()
        .catch((error) => failUnavailable('The email service sent an incomplete answer', error))
      if (answer.ok && text.trim() === 'OK') return
      if (answer.ok) throw new ProviderUnavailableError('The email service sent an unexpected answer')
      throw toProviderError(answer.status, text)
    },
  }
}

function failUnavailable(message: string, cause: unknown): never {
  throw new ProviderUnavailableError(message, { cause })
}

/** Rate limits and server errors are temporary; any other error is final, such as a wrong key or address. */
function toProviderError(status: number, text: string): Error {
  if (status === 408 || status === 429 || status >= 500 || status < 400)
    return new ProviderUnavailableError(`The email service answered ${status}`)
  const reason = text.replace(/\s+/g, ' ').trim().slice(0, MAX_REASON_LENGTH) || 'no reason given'
  return new ProviderRejectedError(`Rejected with ${status}: ${reason}`)
}
