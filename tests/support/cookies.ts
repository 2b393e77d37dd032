/** Those that an answer sets, as a browser sends them back. */
export function cookiesOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** The cookies of a new session. @param url of the shop */
export async function logInAt(url: string, { email, password }: { email: string; password: string }): Promise<string> {
  const body = new URLSearchParams({ email, password })
  const { headers } = await fetch(new URL('/login', url), { method: 'POST', body, redirect: 'manual' })
  return cookiesOf(headers)
}
