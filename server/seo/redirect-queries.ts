import { eq, sql } from 'drizzle-orm'
import { followRedirects, normalizePath, type Redirect, redirectKey } from '#domain/seo/redirects.ts'
import { type CacheFeed, readUntilChanged } from '#server/db/cached-read.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { redirects } from '#server/db/schema/site.ts'

/** All redirects, by `from` in lower case. */
export async function readRedirects(db: Db): Promise<Map<string, string>> {
  const rows = await db.select({ from: redirects.from, to: redirects.to }).from(redirects).orderBy(redirects.from)
  return new Map(rows.map(({ from, to }) => [from, to]))
}

/** Locks all redirects, because a loop may run through several of them. */
export async function lockRedirects(tx: Transaction): Promise<Map<string, string>> {
  await tx.execute(sql`lock table redirects in share row exclusive mode`)
  return readRedirects(tx)
}

export async function insertRedirects(tx: Transaction, list: readonly Redirect[]): Promise<void> {
  if (list.length > 0) await tx.insert(redirects).values([...list])
}

export async function removeRedirect(tx: Transaction, from: string): Promise<void> {
  await tx.delete(redirects).where(eq(redirects.from, from))
}

/** Is there a collection, or a page of the owner's, at this address? */
export async function hasOwnPath(db: Db, kind: 'collections' | 'pages', address: string): Promise<boolean> {
  const table = kind === 'collections' ? sql`collections` : sql`own_pages`
  const { rows } = await db.execute(sql`select from ${table} where address = ${address}`)
  return rows.length > 0
}

/** The shop's redirects, cached in this process until one of them changes. */
export function openRedirects(db: Db, feed: CacheFeed) {
  const read = readUntilChanged(feed, () => readRedirects(db))
  return {
    read,
    /** The address to which the redirects from an address without a page finally lead. @param path of a request */
    async find(path: string): Promise<string | undefined> {
      const redirects = await read()
      const from = redirects.size > 0 ? normalizePath(path, { withQuery: false }) : undefined
      const to = from && redirects.get(redirectKey(from))
      return to && followRedirects(redirects, to)
    },
  }
}
