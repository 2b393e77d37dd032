/** A minimal browser: it keeps cookies and gives up after 15 seconds. */
export type Client = ReturnType<typeof openClient>

export type Answer = { status: number; text: string }

const TIMEOUT_MS = 15_000

export function openClient(url: string) {
  let cookie = ''

  async function send(path: string, init: RequestInit = {}): Promise<Answer> {
    const answer = await fetch(url + path, {
      ...init,
      redirect: 'manual',
      headers: { ...(cookie && { cookie }), ...init.headers },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const cookies = answer.headers.getSetCookie().map((text) => text.split(';')[0])
    if (cookies.length > 0) cookie = cookies.join('; ')
    return { status: answer.status, text: await answer.text() }
  }

  return {
    get: (path: string) => send(path),
    /** @returns undefined when no response came: the outcome is unknown */
    post: (path: string, fields: Record<string, string | File>): Promise<Answer | undefined> =>
      send(path, { method: 'POST', body: formOf(fields) }).catch(() => undefined),
    postJson: (path: string, body: object): Promise<Answer | undefined> =>
      send(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }).catch(() => undefined),
  }
}

function formOf(fields: Record<string, string | File>): FormData | URLSearchParams {
  const isPlain = Object.values(fields).every((value) => typeof value === 'string')
  if (isPlain) return new URLSearchParams(fields as Record<string, string>)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
