import { DAY_MS } from '#domain/time.ts'
import type { Config } from '#server/config.ts'

export const SECURITY_TXT_PATH = '/.well-known/security.txt'

const VALID_DAYS = 180

/**
 * The contact for vulnerability reports. Generated on request, so that it never expires.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9116
 */
export function writeSecurityTxt(
  { publicUrl, securityContact, port }: Pick<Config, 'publicUrl' | 'securityContact' | 'port'>,
  now: Date,
): string {
  const origin = publicUrl ?? `http://localhost:${port}`
  // Counted from midnight, so that the file stays the same all day.
  const expires = new Date((Math.floor(now.getTime() / DAY_MS) + VALID_DAYS) * DAY_MS)
  const fields = {
    Contact: securityContact ?? `${origin}/contactUs`,
    Expires: expires.toISOString(),
    'Preferred-Languages': 'en, hi',
    ...(publicUrl && { Canonical: publicUrl + SECURITY_TXT_PATH }),
  }
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')
}
