import { linesOf } from '#domain/messages/message.ts'
import type { EmailjsConfig } from '#server/config.ts'
import { AnswerLostError, ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'
import type { EmailProvider } from './email.ts'
import { createHttpClient, failureOf } from './http-client.ts'

/** EmailJS accepts one request a second; the margin allows for varying latency. */
const SEND_INTERVAL_MS = 1100
const TIMEOUT_MS = 15_000
const MAX_REASON = 300

type Options = { httpFetch?: typeof fetch; paceMs?: number; timeoutMs?: number }

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
  { httpFetch, paceMs = SEND_INTERVAL_MS, timeoutMs = TIMEOUT_MS }: Options = {},
): EmailProvider {
  const client = createHttpClient({ url: config.url, timeoutMs, httpFetch })
  return {
    isAvailable: config.serviceId !== '',
    paceMs,

    async send({ message: { email, name, amount, status, paymentId, ...bought } }) {
      const answer = await client
        .send({
          path: '/api/v1.0/email/send',
          body: {
            service_id: config.serviceId,
            template_id: config.templateId,
            user_id: config.userId,
            accessToken: config.accessToken,
            template_params: {
              email,
              user_name: name,
              amount,
              status,
              cartDetails: linesOf(bought),
              ...(paymentId !== undefined && { payment_id: paymentId }),
            },
          },
        })
        .catch((cause) => {
          const Failure = cause instanceof AnswerLostError ? AnswerLostError : ProviderUnavailableError
          throw new Failure('The email service did not answer', { cause })
        })
      if (answer.isOk && answer.text.trim() === 'OK') return 'OK'
      if (answer.isOk) throw new AnswerLostError('The email service sent an unexpected answer')
      // A gateway did not wait for the answer.
      if (answer.status === 504) throw new AnswerLostError('The email service answered 504')
      // Without its words, which are logged and may name the recipient.
      if (failureOf(answer) instanceof ProviderUnavailableError)
        throw new ProviderUnavailableError(`The email service answered ${answer.status}`)
      const reason = answer.text.replace(/\s+/g, ' ').trim().slice(0, MAX_REASON) || 'no reason given'
      throw new ProviderRejectedError(`Rejected with ${answer.status}: ${reason}`)
    },
  }
}
