import { isAlwaysHttps } from '#server/http/csrf.ts'
import { createSignedCookie } from './cookies.ts'

export type Auth = ReturnType<typeof createAuth>

/** The cookies and keys of accounts, from the settings. @param secret the same for every process of a shop */
export function createAuth({ secret, publicUrl }: { secret: string; publicUrl: string | undefined }) {
  const isHttps = isAlwaysHttps({ publicUrl })
  const url = publicUrl === undefined ? undefined : new URL(publicUrl)
  return {
    /** Signs cookies, encrypts the secrets of authenticator apps, and keys the hashes of codes. */
    secret,
    sessionCookie: createSignedCookie('session_token', { secret, isHttps }),
    /** Of a log-in that waits for its second factor. */
    challengeCookie: createSignedCookie('two_factor', { secret, isHttps }),
    /** Of a browser that is notified: its device. */
    pushCookie: createSignedCookie('push', { secret, isHttps }),
    passkeyCookie: createSignedCookie('passkey', { secret, isHttps }),
    /**
     * Whom passkeys are made for. Without PUBLIC_URL they work at `localhost` only, with any port: browsers want https
     * or this name, and never an IP address.
     */
    relyingParty: { id: url?.hostname ?? 'localhost', origin: url?.origin },
  }
}
