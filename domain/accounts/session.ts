import { MINUTE_MS } from '#domain/time.ts'
import type { User } from './user.ts'

/** A login ends after this many days, however often it is used. */
export const SESSION_DAYS = 30
/** A login of an admin or of staff also ends after this many hours without use. */
export const ADMIN_IDLE_HOURS = 12
/** The last use is stored at most this often, so that reading pages writes nothing. */
export const LAST_USED_MINUTES = 5
/** For this long after a password, a code or a passkey, no new proof is asked for. */
const RECENT_MINUTES = 15

/** When a session ends if it is not used again. */
export function sessionEnd(session: { expiresAt: Date; lastUsedAt: Date }, user: Pick<User, 'role' | 'staff'>): Date {
  if (user.role !== 'admin' && !user.staff) return session.expiresAt
  const idleEnd = session.lastUsedAt.getTime() + ADMIN_IDLE_HOURS * 60 * MINUTE_MS
  return new Date(Math.min(session.expiresAt.getTime(), idleEnd))
}

export function isLastUseOutdated(lastUsedAt: Date, now: Date): boolean {
  return now.getTime() - lastUsedAt.getTime() >= LAST_USED_MINUTES * MINUTE_MS
}

/** Did the person behind this session prove who they are a short while ago? */
export function isRecentlyConfirmed(confirmedAt: Date, now: Date): boolean {
  return now.getTime() - confirmedAt.getTime() < RECENT_MINUTES * MINUTE_MS
}

// Order matters: most browsers also name the ones that they are compatible with.
const BROWSERS: readonly [RegExp, string][] = [
  [/\b(Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(UCBrowser|UCWEB)\b/, 'UC Browser'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Such as `Chrome on Android`: enough for people to recognise their own devices. */
export function deviceOf(userAgent: string | null | undefined): string {
  const name = (names: readonly [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const browser = name(BROWSERS)
  const system = name(SYSTEMS)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
