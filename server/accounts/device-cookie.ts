import { randomBytes } from 'node:crypto'
import { isSameSecret, keyedHash } from '#server/config/secrets.ts'
import { cookieName, formatCookie, readCookie } from './cookies.ts'

/** A browser that has logged in to this account before. Without a password its hash is empty. */
export type Device = { id: string }

/** Longer than a session: a device is recognised after it has logged out. */
const MAX_AGE_SECONDS = 180 * 24 * 60 * 60
/** Of a browser that has only asked for a code. */
const ASKING_SECONDS = 60 * 60
const COOKIE = /^([\w-]{22})\.([\w-]{43})$/

/**
 * Marks browsers that have logged in before, so that an attacker's wrong guesses do not lock the owner out. The cookie is
 * no credential: it still needs the password and has its own small limit. It is signed over the account and the password
 * hash, so it expires when the password changes.
 */
export function createDeviceCookies({ secret, isHttps }: { secret: string; isHttps: boolean }) {
  const name = cookieName('device', isHttps)

  function sign(id: string, userId: string, passwordHash: string): string {
    return keyedHash(secret, ['device', id, userId, passwordHash])
  }

  function toCookie(value: string, maxAge: number): string {
    return formatCookie({ name, value, maxAge, sameSite: 'Strict', isHttps })
  }

  return {
    /**
     * This browser, known or not, and the cookie to set if it has none of an account. A code by email works only in the
     * browser that asked for it. The hash can be stored, because it does not tell the cookie.
     */
    browserOf(headers: Headers): { hash: string; cookie: string | undefined } {
      const [, present, signature] = COOKIE.exec(readCookie(headers, name) ?? '') ?? []
      const id = present ?? createId()
      const ofNobody = sign(id, '', '')
      const isOfAccount = signature !== undefined && signature !== ofNobody
      const cookie = isOfAccount ? undefined : toCookie(`${id}.${ofNobody}`, ASKING_SECONDS)
      return { hash: sign(id, 'browser', ''), cookie }
    },

    /** Undefined: no cookie, or another account's. */
    find(headers: Headers, owner: { userId: string; passwordHash: string } | undefined): Device | undefined {
      const [, id, signature] = COOKIE.exec(readCookie(headers, name) ?? '') ?? []
      if (id === undefined || signature === undefined || !owner) return undefined
      return isSameSecret(signature, sign(id, owner.userId, owner.passwordHash)) ? { id } : undefined
    },

    /** Value for `set-cookie`. A known device keeps its id, so that its failed attempts still count. */
    write(device: Device | undefined, { userId, passwordHash }: { userId: string; passwordHash: string }): string {
      const id = device?.id ?? createId()
      return toCookie(`${id}.${sign(id, userId, passwordHash)}`, MAX_AGE_SECONDS)
    },

    /** Value for `set-cookie` that removes the cookie. */
    remove: () => toCookie('', 0),
  }
}

function createId(): string {
  return randomBytes(16).toString('base64url')
}
