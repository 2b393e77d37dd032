import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { User } from '#domain/accounts/user.ts'
import { keptWords } from '#domain/search/missed-searches.ts'
import { parseQuery } from '#domain/search/words.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Db } from '#server/db/connection.ts'
import type { Log } from '#server/observability/log.ts'
import {
  addMissedSearches,
  type CountedSearch,
  pruneMissedSearches,
  removeMissedSearch,
  removeMissedSearches,
} from './queries.ts'

/** Pause before counts are written. If they are lost in a crash, only hints are lost. */
const PAUSE_MS = 2000
/** Different words that are counted during one pause; further ones are ignored, so that nobody can fill the table. */
const MAX_WORDS = 200
/** More than the number of search pages that fit into the page cache. */
const MAX_ANSWERS = 5000

const SEARCH_PATH = /^\/search(?:\.data)?\/?\?/i
/** The route of `/search`. The layout around it fetches its own data from the same address, which is not a search. */
const SEARCH_ROUTE = 'storefront/search'
const PROGRAMS = /bot\b|crawl|spider|slurp|externalhit|preview/i

/**
 * Counts searches that find none of the products they should, by their words alone. Counts are collected in memory and
 * added to the database every few seconds. Pages come from a cache, so the result of a search is remembered when its
 * page is rendered, and counted each time the page is sent.
 */
export function openMissedSearches(db: Db, log: Log) {
  /** Searches with no results, and whether similar products were shown. */
  const missed = new LRUCache<string, boolean>({ max: MAX_ANSWERS })
  let counted = new Map<string, CountedSearch>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function add({ words, times, isSimilarShown }: CountedSearch): void {
    const before = counted.get(words)
    if (!before && counted.size >= MAX_WORDS) return
    counted.set(words, { words, times: (before?.times ?? 0) + times, isSimilarShown })
    timer ??= setTimeout(flush, PAUSE_MS).unref()
  }

  async function write(): Promise<void> {
    const batch = counted
    if (batch.size === 0) return
    counted = new Map()
    try {
      await addMissedSearches(db, [...batch.values()])
      await pruneMissedSearches(db)
    } catch (error) {
      log.error('Searches with no results could not be counted; they are counted later', error)
      for (const one of batch.values()) add(one)
    }
  }

  /** Writes the collected counts. Never rejects. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  return {
    /** Remembers what a search has shown. */
    remember(query: string, { found, similar }: { found: number; similar: number }): void {
      const words = keptWords(query)
      if (words === undefined) return
      if (found > 0) missed.delete(words)
      else missed.set(words, similar > 0)
    },

    /** Counts a search when its page was sent, unless it was still being typed, prefetched, or requested by a bot. */
    countSearch(request: IncomingMessage, response: ServerResponse): void {
      if (request.method !== 'GET' || !SEARCH_PATH.test(request.url ?? '')) return
      response.once('finish', () => {
        const words = response.statusCode < 400 ? submittedWords(request) : undefined
        const isSimilarShown = words === undefined ? undefined : missed.get(words)
        if (words !== undefined && isSimilarShown !== undefined) add({ words, times: 1, isSimilarShown })
      })
    },

    flush,

    async close(): Promise<void> {
      await flush()
      clearTimeout(timer)
    },
  }
}

function submittedWords({ url = '', headers }: IncomingMessage): string | undefined {
  const params = URL.parse(url, 'http://shop.invalid')?.searchParams
  const routes = params?.get('_routes')
  if (!params || params.has('typed') || (routes && !routes.split(',').includes(SEARCH_ROUTE))) return undefined
  if (/prefetch|prerender/i.test(`${headers['sec-purpose']} ${headers.purpose}`)) return undefined
  if (PROGRAMS.test(headers['user-agent'] ?? '')) return undefined
  return keptWords(parseQuery(params))
}

/** False: the words were removed already. */
export async function deleteMissedSearch({ db }: { db: Db }, admin: User, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const words = await removeMissedSearch(tx, id)
    if (words === undefined) return false
    await insertAudit(tx, admin, { action: 'delete search', subject: `search ${words}`, before: { words } })
    return true
  })
}

export async function clearMissedSearches({ db }: { db: Db }, admin: User): Promise<boolean> {
  return db.transaction(async (tx) => {
    const count = await removeMissedSearches(tx)
    await insertAudit(tx, admin, { action: 'clear searches', subject: 'searches', before: { count } })
    return true
  })
}
