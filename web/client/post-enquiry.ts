import type { ContactMessage } from '#domain/contact.ts'

/** Where enquiries go besides our own database. */
export type FormService = { url: string; accessKey: string }

const TIMEOUT_MS = 20_000

/** `unanswered`: nobody can say whether it has arrived. */
export type Posted = 'sent' | 'refused' | 'unanswered'

/**
 * Posts a message to the form service, which takes them from browsers only.
 * @see https://docs.web3forms.com/getting-started/api-reference
 */
export async function postContactMessage(
  { url, accessKey }: FormService,
  contactMessage: ContactMessage,
): Promise<Posted> {
  const body = new FormData()
  body.set('access_key', accessKey)
  for (const [name, value] of Object.entries(contactMessage)) body.set(name, value)
  try {
    const answer = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { success } = await answer.json()
    return success === true ? 'sent' : 'refused'
  } catch {
    return 'unanswered'
  }
}
