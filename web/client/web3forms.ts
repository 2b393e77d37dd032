import type { ContactMessage } from '#domain/contact.ts'

/** The form service that forwards contact messages by email. */
export type FormService = { url: string; accessKey: string }

const TIMEOUT_MS = 20_000

/** `unanswered`: the message may or may not have arrived. */
export type PostResult = 'sent' | 'refused' | 'unanswered'

/**
 * Posts from the browser, because the form service rejects requests from servers.
 * @see https://docs.web3forms.com/getting-started/api-reference
 */
export async function postContactMessage(
  { url, accessKey }: FormService,
  contactMessage: ContactMessage,
): Promise<PostResult> {
  const body = new FormData()
  body.set('access_key', accessKey)
  for (const [name, value] of Object.entries(contactMessage)) body.set(name, value)
  try {
    const response = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { success } = await response.json()
    return success === true ? 'sent' : 'refused'
  } catch {
    return 'unanswered'
  }
}
