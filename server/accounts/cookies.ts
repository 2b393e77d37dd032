/** Only the cookies that an answer sets. */
export function cookiesOf(headers: Headers): Headers {
  const cookies = new Headers()
  for (const cookie of headers.getSetCookie()) cookies.append('set-cookie', cookie)
  return cookies
}
