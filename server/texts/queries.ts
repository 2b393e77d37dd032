import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, desc, eq, sql } from 'drizzle-orm'
import { type StoredName, WORDINGS, wordingKeyOf } from '#domain/messages/wordings.ts'
import { isTextName, type OwnPageText, TEXT_NAMES, type TextName } from '#domain/texts/texts.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { user } from '#server/db/schema/accounts.ts'
import { texts } from '#server/db/schema/site.ts'

// The same relative path from here and from build/server, where this file is bundled.
const FOLDER = join(import.meta.dirname, '../../server/texts/defaults')

const files = new Map<string, string>()

/** The text that comes with the shop. */
export function defaultMarkdown(name: StoredName): string {
  const key = wordingKeyOf(name)
  if (key !== undefined) return WORDINGS[key]
  const known = files.get(name)
  if (known !== undefined) return known
  const markdown = readFileSync(join(FOLDER, `${name}.md`), 'utf8').trim()
  files.set(name, markdown)
  return markdown
}

/** Version 0 is the text that comes with the shop. */
export type StoredText = { version: number; markdown: string }

/** `author` is null if the account was deleted. */
const versionColumns = { version: texts.version, author: user.name, time: texts.time }

/** The newest version of each text that has one. */
export async function listCurrentTexts(db: Db): Promise<Map<string, StoredText>> {
  const rows = await db
    .selectDistinctOn([texts.name], { name: texts.name, version: texts.version, markdown: texts.markdown })
    .from(texts)
    .orderBy(texts.name, desc(texts.version))
  return new Map(rows.map(({ name, ...text }) => [name, text]))
}

/** The newest version of each text that has one, with who wrote it. */
export async function listTextStates(db: Db) {
  const rows = await db
    .selectDistinctOn([texts.name], { name: texts.name, ...versionColumns })
    .from(texts)
    .leftJoin(user, eq(user.id, texts.userId))
    .orderBy(texts.name, desc(texts.version))
  return new Map(rows.map(({ name, ...version }) => [name, version]))
}

/** Texts that are still the default and that nobody has saved, changed or unchanged. Empty ones do not count. */
export async function listUnreadTexts(db: Db): Promise<TextName[]> {
  const rows = await db.selectDistinct({ name: texts.name }).from(texts)
  const read = new Set(rows.map(({ name }) => name).filter(isTextName))
  return TEXT_NAMES.filter((name) => !read.has(name) && defaultMarkdown(name) !== '')
}

const LISTED = 100

/** Newest first. */
export async function listTextVersions(db: Db, name: StoredName | OwnPageText) {
  return db
    .select(versionColumns)
    .from(texts)
    .leftJoin(user, eq(user.id, texts.userId))
    .where(eq(texts.name, name))
    .orderBy(desc(texts.version))
    .limit(LISTED)
}

export async function getCurrentText(db: Db, name: StoredName): Promise<StoredText> {
  const [row] = await db
    .select({ version: texts.version, markdown: texts.markdown })
    .from(texts)
    .where(eq(texts.name, name))
    .orderBy(desc(texts.version))
    .limit(1)
  return row ?? { version: 0, markdown: defaultMarkdown(name) }
}

export async function findTextVersion(db: Db, name: StoredName, version: number) {
  if (version === 0) return { version, markdown: defaultMarkdown(name) }
  const [row] = await db
    .select({ version: texts.version, markdown: texts.markdown })
    .from(texts)
    .where(and(eq(texts.name, name), eq(texts.version, version)))
  return row
}

/** Locks a text until the transaction ends, by an advisory lock, because before the first version there is no row. */
export async function lockText(tx: Transaction, name: StoredName): Promise<StoredText> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`text ${name}`}, 0))`)
  return getCurrentText(tx, name)
}

export async function insertText(
  tx: Transaction,
  name: StoredName | OwnPageText,
  { version, markdown }: StoredText,
  userId: string,
): Promise<void> {
  await tx.insert(texts).values({ name, version, markdown, userId })
}
