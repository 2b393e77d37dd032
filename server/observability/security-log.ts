import { startOf } from '#domain/short-text.ts'
import { keyedHash } from '#server/config/secrets.ts'
import type { Log } from './log.ts'

/** True: anonymous users can cause this event as often as they like, so repeats within a minute are summed up. */
const events = {
  login: false,
  'login-failed': true,
  /** Refused without checking the password: too many attempts from that address or device. */
  'login-limited': true,
  /** So many networks failed at one account that further attempts are spaced out. */
  'login-slowed': true,
  /** An email with a code or a link was asked for. */
  'account-email-requested': true,
  'account-email-limited': true,
  'code-failed': true,
  'code-limited': true,
  /** The address was confirmed with a code. */
  'address-confirmed': false,
  'reset-failed': true,
  /** The password was right, and the second factor is asked for. */
  'second-factor-asked': false,
  'second-factor-failed': true,
  'second-factor-limited': true,
  /** An app, a passkey or recovery codes were added, removed or replaced. */
  'second-factor-changed': false,
  /** The password, a code or a passkey was asked for again, before something that cannot be undone. */
  confirmed: false,
  'confirm-failed': true,
  'logout-everywhere': false,
  signup: true,
  'password-changed': false,
  'email-changed': false,
  /** A mobile number that may log in was confirmed or removed. */
  'number-changed': false,
  /** A wrong password or code on the account page. */
  'proof-failed': true,
  /** A session was ended by its owner on another device, or by an admin. */
  'session-ended': false,
  'role-changed': false,
  /** A logged-in user asked for something that their role may not see. */
  'role-refused': true,
  'settings-changed': false,
  'data-exported': false,
  'account-deleted': false,
  /** An operator ran a command. */
  command: false,
} as const satisfies Record<string, boolean>

export type SecurityEvent = keyof typeof events
type Details = {
  /**
   * The user's id, or the hash of `unknownAccount`. Never an email address: more people read the log than may know it.
   */
  account?: string | undefined
  /** Of the client, an IPv6 address as its /64. */
  address?: string | undefined
} & Record<string, string | number | undefined>

const WINDOW_MS = 60_000
/** One event from one address is logged this often per minute; further ones are summed up. */
const MAX_REPEATS = 5
/** Further addresses of an event are summed up as `many`. */
const MAX_ADDRESSES = 50
const MAX_VALUE_LENGTH = 200

/**
 * Logins and failed ones, changed roles, exports and so on: one line of JSON each, in the shop's log.
 *
 * @param secret keys the hashes of addresses without an account
 */
export function createSecurityLog(log: Pick<Log, 'channel'>, secret = '') {
  const channel = log.channel('security')
  const counts = new Map<string, { event: SecurityEvent; address: string; count: number }>()
  let timer: NodeJS.Timeout | undefined

  function record(event: SecurityEvent, { account, address, ...details }: Details = {}): void {
    if (events[event] && !isLogged(event, address)) return
    write({ event, account, address, ...details })
  }

  function isLogged(event: SecurityEvent, address = 'none'): boolean {
    const isNew = !counts.has(`${event} ${address}`)
    const isCrowded = isNew && [...counts.values()].filter((it) => it.event === event).length >= MAX_ADDRESSES
    const from = isCrowded ? 'many' : address
    const known = counts.get(`${event} ${from}`) ?? { event, address: from, count: 0 }
    counts.set(`${event} ${from}`, known)
    known.count += 1
    timer ??= setTimeout(sumUp, WINDOW_MS).unref()
    return known.count <= MAX_REPEATS
  }

  function sumUp(): void {
    clearTimeout(timer)
    timer = undefined
    for (const { event, address, count } of counts.values())
      if (count > MAX_REPEATS) write({ event, address, more: count - MAX_REPEATS, withinSeconds: WINDOW_MS / 1000 })
    counts.clear()
  }

  function write(fields: Record<string, string | number | undefined>): void {
    const bounded = Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? startOf(value, MAX_VALUE_LENGTH) : value,
    ])
    channel.info(Object.fromEntries(bounded))
  }

  return {
    record,

    /** A keyed hash: equal for equal addresses, so that attempts can be counted, but not reversible. */
    unknownAccount(email: string): string {
      return `unknown ${keyedHash(secret, ['unknown account', email]).slice(0, 12)}`
    },

    /** Logs the remaining summaries. */
    close: sumUp,
  }
}
