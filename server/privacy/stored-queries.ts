import { getTableColumns, is, or, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { STORED_DATA } from '#domain/privacy/stored-data.ts'
import type { Erased, Owner, StoredTable } from '#domain/privacy/stored-table.ts'
import { sentenceIn, type Words } from '#domain/shop/wording.ts'
import * as tables from '#server/db/tables.ts'

const byName = new Map(
  Object.values(tables).flatMap((table) => (is(table, PgTable) ? [[getTableConfig(table).name, table] as const] : [])),
)

export function tableOf(name: string): PgTable {
  const table = byName.get(name)
  if (!table) throw new Error(`Unknown table ${name}`)
  return table
}

/** @param path the name of a column in the code, or of a field in one: `params.email` */
export function columnOf(table: string, path: string): PgColumn | SQL {
  const [name = '', field] = path.split('.')
  const column = getTableColumns(tableOf(table))[name]
  if (!column) throw new Error(`Unknown column ${table}.${path}`)
  return field === undefined ? column : sql`${column} ->> ${sql.raw(`'${field}'`)}`
}

/**
 * The condition for a person's rows in a table; undefined: it has no rows of theirs.
 *
 * @param email confirmed, or undefined: a message has no account, and an unconfirmed address may be somebody else's
 */
export function rowsOf(table: string, userId: string, email?: string): SQL | undefined {
  const { actor } = findStored(table)
  return or(
    isTheirs(table, userId, email),
    actor === undefined ? undefined : sql`${columnOf(table, actor)} = ${userId}`,
  )
}

/** The rows that are about this person; not those in which they only did something. */
function isTheirs(table: string, userId: string, email: string | undefined): SQL | undefined {
  const byAccount: Owner[] = 'userId' in getTableColumns(tableOf(table)) ? [{ account: 'userId' }] : []
  const { owners = byAccount } = findStored(table)
  return or(...owners.map((owner) => isOwned(table, owner, userId, email)))
}

function isOwned(table: string, owner: Owner, userId: string, email: string | undefined): SQL | undefined {
  if ('account' in owner) return sql`${columnOf(table, owner.account)} = ${userId}`
  if ('email' in owner) return email === undefined ? sql`false` : sql`lower(${columnOf(table, owner.email)}) = ${email}`
  if ('row' in owner) return sql`${columnOf(table, owner.row)} in (${idsOf(owner.of, userId, email)})`
  if ('text' in owner) return email === undefined ? sql`false` : mentions(columnOf(table, owner.text), userId, email)
  const subject = columnOf(table, owner.subject)
  return or(
    sql`starts_with(${subject}, ${`user ${userId}`})`,
    ...Object.entries(owner.words).map(
      ([word, of]) => sql`${subject} in (select ${`${word} `} || id from (${idsOf(of, userId, email)}) as theirs)`,
    ),
  )
}

function idsOf(table: string, userId: string, email: string | undefined): SQL {
  return sql`select id from ${tableOf(table)} where ${isTheirs(table, userId, email)}`
}

export function mentions(text: PgColumn | SQL, userId: string, email: string): SQL {
  return sql`(position(${userId} in ${text}) > 0 or position(${email} in lower(${text})) > 0)`
}

export function findStored(table: string): StoredTable {
  const stored = STORED_DATA.find((one) => one.table === table)
  if (!stored) throw new Error(`Unknown table ${table}`)
  return stored
}

export type Values = Record<string, string | null>

/** The values that are written over a person's columns. */
export function valuesOf(erased: Extract<Erased, object>, words: Words): Values {
  return Object.fromEntries(
    Object.entries(erased).map(([column, value]) => [column, value === null ? null : sentenceIn(words, value)]),
  )
}
