/** A minimal browser: it keeps cookies and gives up after 15 seconds. */
export type Client = ReturnType<typeof openClient>

/** Values of an address and of its form's fields. */
export type Values = Record<string, string | File>

export type Answer = { status: number; text: string }

const TIMEOUT_MS = 15_000

export function openClient(url: string) {
  const cookies = new Map<string, string>()

  async function send(path: string, init: RequestInit = {}): Promise<Answer> {
    const cookie = [...cookies.values()].join('; ')
    const answer = await fetch(url + path, {
      ...init,
      redirect: 'manual',
      headers: { ...(cookie && { cookie }), ...init.headers },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    for (const [pair = ''] of answer.headers.getSetCookie().map((text) => text.split(';')))
      cookies.set(pair.slice(0, pair.indexOf('=')), pair)
    return { status: answer.status, text: await answer.text() }
  }

  return {
    get: (path: string) => send(path),
    /** The values of these hidden fields; undefined: the page has not all of them. */
    async readHidden(path: string, names: readonly string[]): Promise<Record<string, string> | undefined> {
      const text = await send(path).then(
        (page) => page.text,
        () => '',
      )
      const found = names.map((name) => [name, new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1]])
      if (found.some(([, value]) => value === undefined)) return undefined
      return Object.fromEntries(found.map(([name, value]) => [name, readAttribute(value ?? '')]))
    },
    /** @returns undefined when no response came: the outcome is unknown */
    post: (path: string, fields: Values): Promise<Answer | undefined> =>
      send(path, { method: 'POST', body: formOf(fields) }).catch(() => undefined),
    postJson: (path: string, body: object): Promise<Answer | undefined> =>
      send(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }).catch(() => undefined),
  }
}

function readAttribute(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

function formOf(fields: Values): FormData | URLSearchParams {
  const isPlain = Object.values(fields).every((value) => typeof value === 'string')
  if (isPlain) return new URLSearchParams(fields as Record<string, string>)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
