import { createHmac } from 'node:crypto'
import { decideLogin, withoutNetwork } from '#domain/accounts/login-throttle.ts'
import type { Database } from '#server/db/connection.ts'
import type { Log } from '#server/observability/log.ts'
import {
  type Count,
  countUse,
  countUseOnce,
  lockLoginFailures,
  resetUsage,
  updateLoginFailures,
} from './rate-limit-queries.ts'

/** Attempts allowed per period. Many people in an office may share an address; nobody shares an account. */
const rules = {
  /** Per account and network; domain/accounts/login-throttle.ts slows an account down across all networks. */
  login: { address: 200, account: 10, seconds: 900 },
  /** From a browser that has logged in to this account before; its device id takes the place of the address. */
  loginDevice: { address: 10, seconds: 900 },
  /** Codes of the second factor; ten wrong ones also lock it (server/accounts/second-factor/verify.ts). */
  secondFactor: { address: 60, account: 20, seconds: 900 },
  /** Passwords and codes that are asked for again. */
  confirm: { address: 60, account: 10, seconds: 900 },
  passkey: { address: 200, seconds: 900 },
  /** The account is the email address to sign up with. */
  signup: { address: 60, account: 10, seconds: 3600 },
  /** Emails with a code or link; the account is the kind of email, the mailbox and the network (server/accounts/email-limit.ts). */
  accountEmail: { address: 60, account: 5, seconds: 3600 },
  accountEmailDaily: { address: 600, account: 10, seconds: 86_400 },
  /** The same from all networks; the mailbox takes the place of the address. */
  mailboxDaily: { address: 20, seconds: 86_400 },
  /** For a device or session that has proved the mailbox, which takes the place of the address. */
  knownEmail: { address: 5, seconds: 3600 },
  knownEmailDaily: { address: 10, seconds: 86_400 },
  /** Codes typed in. Each code takes five tries at most, so this only bounds the work. */
  code: { address: 120, seconds: 3600 },
  resetPassword: { address: 60, seconds: 3600 },
  /** Passwords looked up in the list of common ones while they are typed. */
  passwordAdvice: { address: 300, seconds: 60 },
  /** Changes on the account page. */
  profile: { address: 300, account: 60, seconds: 600 },
  /** Passwords and codes typed on the account page. */
  proof: { address: 60, account: 10, seconds: 900 },
  /** Codes sent to somebody who is logged in. */
  accountCode: { address: 30, account: 6, seconds: 3600 },
  /** Changes of a wishlist, a guest's list and shared ones, which no cache answers. */
  wishlist: { address: 600, account: 120, seconds: 60 },
  contact: { address: 30, account: 15, seconds: 3600 },
  /** An open cart fetches new quotes by itself when products change. */
  quote: { address: 900, account: 120, seconds: 60 },
  order: { address: 300, account: 30, seconds: 600 },
  /** Codes of vouchers that are not the account's own. */
  voucher: { address: 5, account: 5, seconds: 3600 },
  /** Codes of offers that nobody has. */
  offerCode: { address: 5, account: 5, seconds: 60 },
  /** The same by all guests together; the shop takes the place of the address. Afterwards a code needs a login, which is limited itself. */
  offerCodeGuests: { address: 600, seconds: 3600 },
  /** Codes at the counter, of which a right one does not count; the account is the person at the desk and the parcel. */
  pickUpCode: { address: 60, account: 5, seconds: 60 },
  paid: { address: 300, account: 60, seconds: 600 },
  cancel: { address: 300, account: 60, seconds: 600 },
  changeAddress: { address: 300, account: 60, seconds: 600 },
  /** Each may bring five pictures, which take the processor for a second. */
  returns: { address: 60, account: 20, seconds: 3600 },
  review: { address: 120, account: 60, seconds: 3600 },
  /** Orders opened by a link without login. */
  track: { address: 120, seconds: 600 },
  /** Orders looked up by number and contact; the account is the order and the network, so that strangers leave the buyer tries. */
  findOrder: { address: 30, account: 10, seconds: 3600 },
  /**
   * The same from all networks; the order takes the place of the address. So many that keeping a buyer out takes hundreds of
   * networks, and so few that trying all ten digits of a phone takes centuries.
   */
  findOrderAnywhere: { address: 3000, seconds: 3600 },
  dataDownload: { address: 120, account: 30, seconds: 3600 },
  /** Each takes the processor for a few hundredths of a second. */
  invoicePdf: { address: 600, account: 120, seconds: 600 },
  erasure: { address: 60, account: 10, seconds: 3600 },
  /** Requests proxied to the sandbox. */
  sandbox: { address: 600, seconds: 60 },
  /** Searches that are not served from the cache. */
  search: { address: 600, seconds: 60 },
} as const satisfies Record<string, Rule>

type Rule = { address: number; account?: number; seconds: number }
export type RateLimitName = keyof typeof rules

/** The client's address and, where it matters, the account. */
export type RateLimitKey = { address: string; account?: string }

export type LoginAttempt = { address: string; account: string; device: { id: string } | undefined }
/** Set by the attempt that used up the free ones: failures so far, and the number of their networks. */
export type Slowed = { slowed: { failures: number; networks: number } }

export type RateLimited = { retryAfter: number; message: string }
export type RateLimiter = ReturnType<typeof createRateLimiter>

type Options = { db: Database; log: Log; secret: string; factor: number }

/**
 * Limits shared by all instances through one table, which holds hashes instead of addresses.
 *
 * @param factor multiplies every limit; 0 disables them
 */
export function createRateLimiter({ db, log, secret, factor }: Options) {
  /** Fails open: while the database cannot answer, nobody is limited. */
  async function orUnlimited<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (factor === 0) return undefined
    return work().catch((error) => {
      log.error('Rate limit check failed; the request is allowed', error)
      return undefined
    })
  }

  function keysOf(limit: RateLimitName, { address, account }: RateLimitKey): { key: string; max: number }[] {
    const rule: Rule = rules[limit]
    const named = [
      { name: `address ${address}`, max: rule.address },
      ...(rule.account && account !== undefined ? [{ name: `account ${account}`, max: rule.account }] : []),
    ]
    return named.map(({ name, max }) => ({ key: hashOf(limit, name), max: Math.ceil(max * factor) }))
  }

  function hashOf(limit: string, name: string): string {
    return `${limit} ${createHmac('sha256', secret).update(name).digest('base64url')}`
  }

  /** @param count increments the counters of these keys */
  async function refuseOver(limit: RateLimitName, client: RateLimitKey, count: (keys: string[]) => Promise<Count[]>) {
    return orUnlimited(async () => {
      const keys = keysOf(limit, client)
      const counts = await count(keys.map(({ key }) => key))
      const over = counts.find(({ key, used }) => keys.some((one) => one.key === key && used > one.max))
      return over && tooMany(over.endsInSeconds)
    })
  }

  /** Counts one more attempt. */
  async function consume(limit: RateLimitName, client: RateLimitKey): Promise<RateLimited | undefined> {
    return refuseOver(limit, client, (keys) => countUse(db, keys, rules[limit]))
  }

  async function slowDown(account: string, address: string) {
    const key = hashOf('login', account)
    return db.transaction(async (tx) => {
      const { failures, nowMs } = await lockLoginFailures(tx, key)
      const decision = decideLogin(failures, { network: networkName(address), nowMs, factor })
      if (!decision.ok) return { tooMany: tooMany(Math.ceil(decision.waitMs / 1000)) }
      await updateLoginFailures(tx, key, decision.next)
      if (!decision.isReached) return {}
      const counts = Object.values(decision.next.networks)
      return { slowed: { failures: counts.reduce((sum, count) => sum + count, 0), networks: counts.length } }
    })
  }

  /** A short hash, because one row may hold many of them. */
  function networkName(address: string): string {
    return hashOf('network', address).slice(-16)
  }

  return {
    consume,

    /** Takes back what `consume` has counted, because it was no attempt at what is limited. */
    async giveBack(limit: RateLimitName, client: RateLimitKey): Promise<void> {
      const keys = keysOf(limit, client).map(({ key }) => key)
      await orUnlimited(() => countUse(db, keys, { ...rules[limit], by: -1 }))
    },

    /** Counts a repeated submission of the same thing once. */
    async consumeOnce(limit: RateLimitName, client: RateLimitKey, what: string): Promise<RateLimited | undefined> {
      const thing = hashOf(`${limit} once`, `${client.account} ${what}`)
      return refuseOver(limit, client, (keys) => countUseOnce(db, keys, { ...rules[limit], thing }))
    },

    /**
     * Counts one login before its password is checked: per account and network, then per account; for a known device,
     * only per device.
     */
    async consumeLoginAttempt(attempt: LoginAttempt): Promise<Partial<Slowed> & { tooMany?: RateLimited | undefined }> {
      if (attempt.device) return { tooMany: await consume('loginDevice', { address: attempt.device.id }) }
      const { address, account } = attempt
      const tooMany = await consume('login', { address, account: atNetwork(account, address) })
      if (tooMany) return { tooMany }
      return (await orUnlimited(() => slowDown(account, address))) ?? {}
    },

    /** A successful login shows that the failed ones from this network were the owner's, so they are forgotten. */
    async resetLoginAttempts({ account, address, device }: LoginAttempt): Promise<void> {
      await orUnlimited(async () => {
        const own = [hashOf('login', `account ${atNetwork(account, address)}`)]
        await resetUsage(db, device ? [...own, hashOf('loginDevice', `address ${device.id}`)] : own)
        await db.transaction(async (tx) => {
          const key = hashOf('login', account)
          const { failures, nowMs } = await lockLoginFailures(tx, key)
          if (failures)
            await updateLoginFailures(tx, key, withoutNetwork(failures, networkName(address), nowMs, factor))
        })
      })
    },
  }
}

function atNetwork(account: string, address: string): string {
  return `${account} at ${address}`
}

function tooMany(retryAfter: number): RateLimited {
  const minutes = Math.ceil(retryAfter / 60)
  const wait = retryAfter < 60 ? `${retryAfter} seconds` : minutes === 1 ? '1 minute' : `${minutes} minutes`
  return { retryAfter, message: `Too many attempts. Try again in ${wait}.` }
}

/** Status and headers of the response. */
export function tooManyRequests({ retryAfter }: RateLimited): { status: 429; headers: Record<string, string> } {
  return { status: 429, headers: { 'retry-after': String(retryAfter) } }
}
