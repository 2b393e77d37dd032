import { createHmac } from 'node:crypto'
import { isSameSecret } from '#server/config/secrets.ts'

/** With `__Host-` no other host of the domain can set the cookie. */
export function cookieName(name: string, isHttps: boolean): string {
  return `${isHttps ? '__Host-' : ''}gamla.${name}`
}

type Cookie = { name: string; value: string; maxAge: number; sameSite: 'Lax' | 'Strict'; isHttps: boolean }

/** Value for `set-cookie`; scripts cannot read the cookie. */
export function formatCookie({ name, value, maxAge, sameSite, isHttps }: Cookie): string {
  const secure = isHttps ? ['Secure'] : []
  return [`${name}=${value}`, `Max-Age=${maxAge}`, 'Path=/', 'HttpOnly', ...secure, `SameSite=${sameSite}`].join('; ')
}

/** The first cookie of this name. */
export function readCookie(headers: Headers, name: string): string | undefined {
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const [key, value] = pair.trim().split('=')
    if (key === name) return value
  }
  return undefined
}

/** A cookie `value.signature`: a value that the shop has not written never reaches the database. */
export function createSignedCookie(name: string, { secret, isHttps }: { secret: string; isHttps: boolean }) {
  const fullName = cookieName(name, isHttps)

  function sign(value: string): string {
    return createHmac('sha256', secret).update(value).digest('base64')
  }

  function toHeaders(value: string, maxAge: number): Headers {
    return new Headers({ 'set-cookie': formatCookie({ name: fullName, value, maxAge, sameSite: 'Lax', isHttps }) })
  }

  return {
    write(value: string, seconds: number): Headers {
      return toHeaders(encodeURIComponent(`${value}.${sign(value)}`), seconds)
    },

    remove: () => toHeaders('', 0),

    /** Undefined: no cookie, or a forged one. */
    read(headers: Headers): string | undefined {
      const text = decode(readCookie(headers, fullName) ?? '')
      const dot = text.lastIndexOf('.')
      const value = text.slice(0, Math.max(dot, 0))
      return value && isSameSecret(text.slice(dot + 1), sign(value)) ? value : undefined
    },
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
