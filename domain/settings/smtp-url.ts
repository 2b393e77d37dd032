/** A host name, or an address such as `192.0.2.1` or `2001:db8::1`. */
export const SMTP_HOST = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$|^[0-9a-f:]{2,39}$/i

export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS. */
  isTls: boolean
  /** Empty: it asks for none. */
  user: string
  password: string
  isSandbox?: true
}

/** @returns undefined: it is no address of an SMTP server */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  const url = URL.parse(text)
  const isTls = url?.protocol === 'smtps:'
  if (!url || (!isTls && url.protocol !== 'smtp:') || url.search || url.hash || !/^\/?$/.test(url.pathname)) return
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const user = decode(url.username)
  const password = decode(url.password)
  if (!SMTP_HOST.test(host) || user === undefined || password === undefined) return
  return { host, port: Number(url.port) || (isTls ? 465 : 587), isTls, user, password }
}

/** The address of what was typed; port 465 speaks TLS from the first byte (RFC 8314). */
export function smtpUrlOf(typed: {
  host: string
  port?: string | undefined
  user?: string | undefined
  password?: string | undefined
}): string {
  const { host, port = '587', user, password = '' } = typed
  const login = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : ''
  return `${Number(port) === 465 ? 'smtps' : 'smtp'}://${login}${host.includes(':') ? `[${host}]` : host}:${port}`
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
