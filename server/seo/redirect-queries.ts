import { eq, sql } from 'drizzle-orm'
import type { Redirect } from '#domain/seo/redirects.ts'
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

export async function insertRedirect(tx: Transaction, redirect: Redirect): Promise<void> {
  await tx.insert(redirects).values(redirect)
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
