import { createHmac } from 'node:crypto'
import { startOf } from '#domain/text.ts'
import type { Log } from './log.ts'
import { requestId } from './request-id.ts'

/** True: strangers can cause it as often as they like, so many of them within a minute are summed up. */
const events = {
  login: false,
  'login-failed': true,
  /** Refused without looking at the password: too many tries from there, or with that device. */
  'login-limited': true,
  /** So many networks have failed at one account that there are pauses between further tries. */
  'login-slowed': true,
  'logout-everywhere': false,
  signup: true,
  'password-changed': false,
  'role-changed': false,
  /** Somebody who is logged in asked for what their role may not see. */
  'role-refused': true,
  'data-exported': false,
  /** Of the command line. */
  command: false,
} as const satisfies Record<string, boolean>

export type SecurityEvent = keyof typeof events
type Details = {
  /** The user's id, or what `unknownAccount` says. Never an email address: the log is read by more people than the shop. */
  account?: string | undefined
  /** Of the client, an IPv6 address as its /64. */
  address?: string | undefined
} & Record<string, string | number | undefined>

const WINDOW_MS = 60_000
/** Of one event from one address, so many a minute are told each by itself. */
const TOLD = 5
/** And so many addresses for each event; whoever comes then is summed up as `many`. */
const MOST_ADDRESSES = 50
const MOST_LETTERS = 200

/**
 * Who logged in, or tried to, who changed roles, exported data and so on: one line of JSON each, in the shop's log.
 *
 * @param secret hides the addresses that have no account
 */
export function createSecurityLog(log: Pick<Log, 'info'>, secret = '', now = () => new Date()) {
  const counts = new Map<string, { event: SecurityEvent; address: string; count: number }>()
  let ending: NodeJS.Timeout | undefined

  function record(event: SecurityEvent, { account, address, ...details }: Details = {}): void {
    if (events[event] && !isTold(event, address)) return
    write({ event, account, address, request: requestId(), ...details })
  }

  /** The first few in a minute are. */
  function isTold(event: SecurityEvent, address = 'none'): boolean {
    const isNew = !counts.has(`${event} ${address}`)
    const isCrowded = isNew && [...counts.values()].filter((it) => it.event === event).length >= MOST_ADDRESSES
    const from = isCrowded ? 'many' : address
    const known = counts.get(`${event} ${from}`) ?? { event, address: from, count: 0 }
    counts.set(`${event} ${from}`, known)
    known.count += 1
    ending ??= setTimeout(sumUp, WINDOW_MS).unref()
    return known.count <= TOLD
  }

  function sumUp(): void {
    clearTimeout(ending)
    ending = undefined
    for (const { event, address, count } of counts.values())
      if (count > TOLD) write({ event, address, more: count - TOLD, withinSeconds: WINDOW_MS / 1000 })
    counts.clear()
  }

  function write(fields: Record<string, string | number | undefined>): void {
    const bounded = Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? startOf(value, MOST_LETTERS) : value,
    ])
    const line = JSON.stringify({ time: now().toISOString(), channel: 'security', ...Object.fromEntries(bounded) })
    // Terminals obey some characters, and JSON leaves those beyond ASCII as they are.
    log.info(line.replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`))
  }

  return {
    record,

    /** The same for the same address, so that tries can be counted, but it cannot be read back. */
    unknownAccount(email: string): string {
      const hash = createHmac('sha256', secret)
        .update(JSON.stringify(['unknown account', email]))
        .digest('base64url')
      return `unknown ${hash.slice(0, 12)}`
    },

    /** Says what is still to be summed up. */
    close: sumUp,
  }
}
