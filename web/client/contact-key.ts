type SentMessage = { key: string; contents: string }

const STORAGE_KEY = 'contactMessage'

/** Idempotency key of a contact message: sending the same text again, after an error, gets the same key. */
export function contactKeyFor(contents: string): string {
  const present = lastSent()
  if (present?.contents === contents) return present.key
  const key = crypto.randomUUID()
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ key, contents } satisfies SentMessage))
  } catch {
    // Without storage, a repeated message may arrive twice.
  }
  return key
}

/** After a message was delivered, the same text is a new message. */
export function forgetContactKey(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY)
  } catch {
    // Storage is blocked, so there is nothing to remove.
  }
}

function lastSent(): SentMessage | undefined {
  try {
    const value = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null')
    return typeof value?.key === 'string' && typeof value.contents === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
