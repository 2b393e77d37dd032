type Sent = { key: string; contents: string }

const NAME = 'enquiry'

/**
 * The key under which this message is kept at most once: the same words sent again, after an answer that got lost or a
 * refusal, have the same key; other words another.
 */
export function contactKeyFor(contents: string): string {
  const present = last()
  if (present?.contents === contents) return present.key
  const key = crypto.randomUUID()
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ key, contents } satisfies Sent))
  } catch {
    // A browser that stores nothing may send a message twice.
  }
  return key
}

/** Once it has arrived everywhere: the same words written again are a new message. */
export function forgetContactKey(): void {
  try {
    sessionStorage.removeItem(NAME)
  } catch {
    // Nothing was stored.
  }
}

function last(): Sent | undefined {
  try {
    const value = JSON.parse(sessionStorage.getItem(NAME) ?? 'null')
    return typeof value?.key === 'string' && typeof value.contents === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
