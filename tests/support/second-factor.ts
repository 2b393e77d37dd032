import { codeOf } from '#server/accounts/second-factor/totp.ts'

/** The secret of an authenticator app, on the page that sets it up. */
export function secretIn(html: string): string {
  const typed = /<code class="secret">([^<]*)</.exec(html)?.[1]?.replaceAll(' ', '') ?? ''
  const values = Array.from(typed, (character) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character))
  const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))).toString()
}

export function recoveryCodesIn(html: string): string[] {
  return Array.from(html.matchAll(/<li>([a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4})<\/li>/g), ([, code]) => code ?? '')
}

/** The code that an authenticator app shows. */
export function codeNow(secret: string): string {
  return codeOf(secret, Math.floor(Date.now() / 30_000))
}
