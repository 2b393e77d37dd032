import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { decideLogin, withoutNetwork } from '#domain/login-throttle.ts'
import type { Db } from '#server/db/connection.ts'
import type { Log } from '#server/observability/log.ts'
import {
  consume,
  consumeMany,
  lockLoginFailures,
  readUsage,
  resetUsage,
  updateLoginFailures,
} from './rate-limit-queries.ts'

/** How often within how many seconds. An office full of people may share an address; nobody shares an account. */
const rules = {
  /** The account at one network; how it is slowed down for all networks says domain/login-throttle.ts. */
  login: { address: 200, account: 10, seconds: 900 },
  /** From a browser that has logged in to this account before, whose id is the address here. */
  loginDevice: { address: 10, seconds: 900 },
  /** The account is the address that somebody would like to sign up with. */
  signup: { address: 60, account: 10, seconds: 3600 },
  contact: { address: 30, account: 15, seconds: 3600 },
  /** An open cart asks by itself when products change. */
  quote: { address: 900, account: 120, seconds: 60 },
  order: { address: 300, account: 30, seconds: 600 },
  paid: { address: 300, account: 60, seconds: 600 },
  cancel: { address: 300, account: 60, seconds: 600 },
  /** Requests that are passed on to the sandbox. */
  sandbox: { address: 600, seconds: 60 },
  /** Those that are not answered from memory. */
  search: { address: 600, seconds: 60 },
} as const satisfies Record<string, Rule>

type Rule = { address: number; account?: number; seconds: number }
export type RateLimitName = keyof typeof rules

/** Who asks: from where and, where it matters, for which account. */
export type RateLimitKey = { address: string; account?: string }

/** A login that is about to be tried. */
export type LoginAttempt = { address: string; account: string; device: { id: string } | undefined }
/** Set when this very attempt has used up what is free: what has failed so far, and from how many networks. */
export type Slowed = { slowed: { failures: number; networks: number } }

export type RateLimited = { retryAfter: number; message: string }
export type RateLimiter = ReturnType<typeof createRateLimiter>

/** Searches are counted in memory, and told to the database by so many. */
const BATCH = 10
const MEMORY = 10_000

/**
 * Says who has to wait. Every instance asks the same table, so they agree; what it holds are hashes, no addresses.
 *
 * @param factor how generous, as a multiple of the rules; 0: no limits at all
 */
export function createRateLimiter({ db, log, secret, factor }: { db: Db; log: Log; secret: string; factor: number }) {
  const searches = new LRUCache<string, { count: number; blockedUntil: number }>({ max: MEMORY })

  /** A limit must not close the shop: while it cannot be asked, it does not bind. */
  async function unlessBroken<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (factor === 0) return undefined
    return work().catch((error) => {
      log.error('A rate limit could not be asked', error)
      return undefined
    })
  }

  function keysOf(what: RateLimitName, { address, account }: RateLimitKey): { key: string; most: number }[] {
    const rule: Rule = rules[what]
    const named = [
      { name: `address ${address}`, most: rule.address },
      ...(rule.account && account !== undefined ? [{ name: `account ${account}`, most: rule.account }] : []),
    ]
    return named.map(({ name, most }) => ({ key: hashOf(what, name), most: Math.ceil(most * factor) }))
  }

  function hashOf(what: string, name: string): string {
    return `${what} ${createHmac('sha256', secret).update(name).digest('base64url')}`
  }

  /** Counts one more, and says whether that is too many. */
  async function take(what: RateLimitName, client: RateLimitKey): Promise<RateLimited | undefined> {
    return unlessBroken(async () => {
      for (const { key, most } of keysOf(what, client)) {
        const { used, endsInSeconds } = await consume(db, key, rules[what])
        if (used > most) return tooMany(endsInSeconds)
      }
      return undefined
    })
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

  /** Short, as many of them stand beside each other. */
  function networkName(address: string): string {
    return hashOf('network', address).slice(-16)
  }

  /** Without counting. */
  async function look(what: RateLimitName, client: RateLimitKey): Promise<RateLimited | undefined> {
    for (const { key, most } of keysOf(what, client)) {
      const { used, endsInSeconds } = await readUsage(db, key)
      if (used > most) return tooMany(endsInSeconds)
    }
    return undefined
  }

  return {
    take,

    /** The same thing sent again counts once. */
    async consumeOnce(what: RateLimitName, client: RateLimitKey, thing: string): Promise<RateLimited | undefined> {
      return unlessBroken(async () => {
        const keys = keysOf(what, client)
        const counts = await consumeMany(db, {
          thing: hashOf(`${what} once`, `${client.account} ${thing}`),
          keys: keys.map(({ key }) => key),
          seconds: rules[what].seconds,
        })
        if (!counts) return look(what, client)
        const over = keys.flatMap(({ key, most }) => {
          const count = counts.get(key)
          return count && count.used > most ? [count] : []
        })
        return over[0] && tooMany(over[0].endsInSeconds)
      })
    },

    /**
     * Counts one more login, before its password is looked at: for the account at this network, and then for the account
     * alone, or only for the device that has logged in before.
     */
    async consumeLoginAttempt(attempt: LoginAttempt): Promise<Partial<Slowed> & { tooMany?: RateLimited | undefined }> {
      if (attempt.device) return { tooMany: await take('loginDevice', { address: attempt.device.id }) }
      const { address, account } = attempt
      const tooMany = await take('login', { address, account: atNetwork(account, address) })
      if (tooMany) return { tooMany }
      return (await unlessBroken(() => slowDown(account, address))) ?? {}
    },

    /** Who has logged in is the owner: what they have mistyped from here is forgotten. */
    async resetLoginAttempts({ account, address, device }: LoginAttempt): Promise<void> {
      await unlessBroken(async () => {
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

    /** Waits for nobody: the database hears of every tenth search, and says who is over until the while has passed. */
    takeSearch(address: string): RateLimited | undefined {
      if (factor === 0) return undefined
      const known = searches.get(address) ?? { count: 0, blockedUntil: 0 }
      searches.set(address, known)
      if (known.blockedUntil > performance.now())
        return tooMany(Math.ceil((known.blockedUntil - performance.now()) / 1000))
      known.count += 1
      if (known.count % BATCH === 0) void tellOfSearches(address, known)
      return undefined
    },
  }

  async function tellOfSearches(address: string, known: { blockedUntil: number }): Promise<void> {
    await unlessBroken(async () => {
      for (const { key, most } of keysOf('search', { address })) {
        const { used, endsInSeconds } = await consume(db, key, { ...rules.search, by: BATCH })
        if (used > most) known.blockedUntil = performance.now() + endsInSeconds * 1000
      }
    })
  }
}

function atNetwork(account: string, address: string): string {
  return `${account} at ${address}`
}

function tooMany(retryAfter: number): RateLimited {
  const minutes = Math.ceil(retryAfter / 60)
  const wait = retryAfter < 60 ? `${retryAfter} seconds` : minutes === 1 ? 'a minute' : `${minutes} minutes`
  return { retryAfter, message: `That was too often in a short time. Please wait ${wait} and try again.` }
}

/** What such an answer carries. */
export function tooManyRequests({ retryAfter }: RateLimited): { status: 429; headers: Record<string, string> } {
  return { status: 429, headers: { 'retry-after': String(retryAfter) } }
}
