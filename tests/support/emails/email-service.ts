import { openEmailjs } from '#sandbox/emailjs.ts'
import { serveApp } from '#tests/support/serve.ts'
import { emailKeys } from './email-harness.ts'

/** A stand-in for EmailJS on a port of its own, which keeps what it got. */
export async function openEmailService() {
  const service = openEmailjs(emailKeys)
  const { url, close } = await serveApp(service.app)
  return {
    /** The settings of a shop that sends through it. */
    env: {
      EMAILJS_URL: url,
      EMAILJS_SERVICE_ID: emailKeys.serviceId,
      EMAILJS_TEMPLATE_ID: emailKeys.templateId,
      EMAILJS_USER_ID: emailKeys.userId,
      EMAILJS_ACCESS_TOKEN: emailKeys.accessToken,
    },
    /** The texts of the emails about an account, not an order, to this address, newest first. */
    textsTo: (email: string) =>
      service
        .emails()
        .filter(({ params }) => params.email === email && params.amount === '')
        .map(({ params }) => params.status ?? ''),
    /** All that was sent to this address, each with everything that its template gets. */
    allTo: (email: string) =>
      service
        .emails()
        .filter(({ params }) => params.email === email)
        .map(({ params }) => Object.values(params).join('\n')),
    close,
  }
}
