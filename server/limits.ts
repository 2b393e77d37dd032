import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Db } from './db/connection.ts'
import { countUse, countUsesOnce, forgetUses, readUse } from './db/limits.ts'
import type { Log } from './log.ts'

/** How often within how many seconds. An office full of people may share an address; nobody shares an account. */
const rules = {
  login: { address: 200, account: 10, seconds: 900 },
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
export type Limited = keyof typeof rules

/** Who asks: from where and, where it matters, for which account. */
export type Asker = { address: string; account?: string }

export type TooMany = { retryAfter: number; sentence: string }
export type Limits = ReturnType<typeof openLimits>

/** Searches are counted in memory, and told to the database by so many. */
const BATCH = 10
const MEMORY = 10_000

/**
 * Says who has to wait. Every instance asks the same table, so they agree; what it holds are hashes, no addresses.
 *
 * @param factor how generous, as a multiple of the rules; 0: no limits at all
 */
export function openLimits({ db, log, secret, factor }: { db: Db; log: Log; secret: string; factor: number }) {
  const searches = new LRUCache<string, { count: number; blockedUntil: number }>({ max: MEMORY })

  /** A limit must not close the shop: while it cannot be asked, it does not bind. */
  async function unlessBroken<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (factor === 0) return undefined
    return work().catch((error) => {
      log.error('A rate limit could not be asked', error)
      return undefined
    })
  }

  function keysOf(what: Limited, { address, account }: Asker): { key: string; most: number }[] {
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
  async function take(what: Limited, asker: Asker): Promise<TooMany | undefined> {
    return unlessBroken(async () => {
      for (const { key, most } of keysOf(what, asker)) {
        const { used, endsInSeconds } = await countUse(db, key, rules[what])
        if (used > most) return tooMany(endsInSeconds)
      }
      return undefined
    })
  }

  /** Without counting. */
  async function look(what: Limited, asker: Asker): Promise<TooMany | undefined> {
    for (const { key, most } of keysOf(what, asker)) {
      const { used, endsInSeconds } = await readUse(db, key)
      if (used > most) return tooMany(endsInSeconds)
    }
    return undefined
  }

  return {
    take,

    /** The same thing sent again counts once. */
    async takeOnce(what: Limited, asker: Asker, thing: string): Promise<TooMany | undefined> {
      return unlessBroken(async () => {
        const keys = keysOf(what, asker)
        const counts = await countUsesOnce(db, {
          thing: hashOf(`${what} once`, `${asker.account} ${thing}`),
          keys: keys.map(({ key }) => key),
          seconds: rules[what].seconds,
        })
        if (!counts) return look(what, asker)
        const over = keys.flatMap(({ key, most }) => {
          const count = counts.get(key)
          return count && count.used > most ? [count] : []
        })
        return over[0] && tooMany(over[0].endsInSeconds)
      })
    },

    /** Who has proved to be the owner starts anew. */
    async forgive(what: Limited, account: string): Promise<void> {
      await unlessBroken(() => forgetUses(db, [hashOf(what, `account ${account}`)]))
    },

    /** Waits for nobody: the database hears of every tenth search, and says who is over until the while has passed. */
    takeSearch(address: string): TooMany | undefined {
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
        const { used, endsInSeconds } = await countUse(db, key, { ...rules.search, by: BATCH })
        if (used > most) known.blockedUntil = performance.now() + endsInSeconds * 1000
      }
    })
  }
}

function tooMany(retryAfter: number): TooMany {
  const minutes = Math.ceil(retryAfter / 60)
  const wait = retryAfter < 60 ? `${retryAfter} seconds` : minutes === 1 ? 'a minute' : `${minutes} minutes`
  return { retryAfter, sentence: `That was too often in a short time. Please wait ${wait} and try again.` }
}

/** What such an answer carries. */
export function waiting({ retryAfter }: TooMany): { status: 429; headers: Record<string, string> } {
  return { status: 429, headers: { 'retry-after': String(retryAfter) } }
}
