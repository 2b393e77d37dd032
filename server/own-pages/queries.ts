import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { NamedPage } from '#domain/search/named-pages.ts'
import { type OwnPage, ownPagePath } from '#domain/texts/own-page.ts'
import { type Db, getWritten, type Transaction } from '#server/db/connection.ts'
import { ownPages } from '#server/db/schema/collections.ts'
import { texts } from '#server/db/schema/site.ts'

const { time: _, ...columns } = getTableColumns(ownPages)

export type ListedPage = Omit<OwnPage, 'text' | 'version'>

export async function listOwnPages(db: Db): Promise<ListedPage[]> {
  return db.select(columns).from(ownPages).orderBy(asc(ownPages.title), asc(ownPages.id))
}

/** For the search, which finds pages by their titles. */
export async function listNamedPages(db: Db): Promise<NamedPage[]> {
  return (await listOwnPages(db)).map((page) => ({ label: page.title, to: ownPagePath(page) }))
}

/** The owner's collections and pages that are links in the menu of every page. */
export async function listMenu(db: Db) {
  const { rows } = await db.execute<{ label: string; kind: string; address: string }>(sql`
    (select name as label, 'collections' as kind, address from collections where in_menu order by name, id)
    union all
    (select title, 'pages', address from own_pages where in_menu order by title, id)`)
  return rows.map(({ label, kind, address }) => ({ label, to: `/${kind}/${encodeURIComponent(address)}` }))
}

/** @param address as `addressKey` makes it */
export async function findOwnPageAt(db: Db, address: string): Promise<ListedPage | undefined> {
  const [page] = await db.select(columns).from(ownPages).where(eq(ownPages.address, address))
  return page
}

/** With its newest text. */
export async function findOwnPage(db: Db, id: number): Promise<OwnPage | undefined> {
  const [page] = await db
    .select({ ...columns, text: texts.markdown, version: texts.version })
    .from(ownPages)
    .innerJoin(texts, eq(texts.name, sql`'pages/' || ${ownPages.id}`))
    .where(eq(ownPages.id, id))
    .orderBy(desc(texts.version))
    .limit(1)
  return page
}

export async function findPageText(db: Db, id: number, version: number): Promise<string | undefined> {
  const [row] = await db
    .select({ text: texts.markdown })
    .from(texts)
    .where(and(eq(texts.name, `pages/${id}`), eq(texts.version, version)))
  return row?.text
}

export async function lockOwnPage(tx: Transaction, id: number): Promise<OwnPage | undefined> {
  await tx.select({ id: ownPages.id }).from(ownPages).where(eq(ownPages.id, id)).for('update')
  return findOwnPage(tx, id)
}

type Stored = Omit<ListedPage, 'id'>

export async function insertOwnPage(tx: Transaction, { title, address, inMenu }: Stored): Promise<number> {
  const { id } = await getWritten(tx.insert(ownPages).values({ title, address, inMenu }).returning({ id: ownPages.id }))
  return id
}

export async function updateOwnPage(tx: Transaction, id: number, { title, address, inMenu }: Stored): Promise<void> {
  await tx.update(ownPages).set({ title, address, inMenu }).where(eq(ownPages.id, id))
}

/** The versions of its text stay, as those of every text do. */
export async function removeOwnPage(tx: Transaction, id: number): Promise<void> {
  await tx.delete(ownPages).where(eq(ownPages.id, id))
}
