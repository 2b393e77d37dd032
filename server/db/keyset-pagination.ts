import { type SQL, sql } from 'drizzle-orm'
import { type Cursor, ROWS_A_PAGE } from '#domain/admin-lists.ts'
import { COUNT_LIMIT } from '#domain/catalog/listing.ts'
import type { Db } from './connection.ts'

/** One page of a table in the back office. Deep pages cost what the first one costs. */
export type Page<Row> = {
  rows: Row[]
  /** The number of the first row in its list (S.No.), counted from 1. */
  first: number
  /** What to pass as `after` for the rows that follow; undefined: these are the last. */
  next: string | undefined
  /** What to pass as `before` for the rows that precede; undefined: these are the first. */
  previous: string | undefined
  /** How long the whole list is, as far as it is counted; undefined where only reading it all could tell. */
  count: number | undefined
}

/** What a row is ordered by, as text; the last part tells it from every other row. */
export type Key = readonly string[]

type Reader<Row> = {
  /** At most `limit` rows beyond `from`, or from the beginning, or, backwards, rows before it with the nearest first. */
  read: (from: Key | undefined, backwards: boolean, limit: number) => Promise<Row[]>
  keyOf: (row: Row) => Key
  /** What each part of a key looks like; other cursors are no cursors. */
  cursorFormat: readonly RegExp[]
}

export const NUMBER = /^\d{1,18}$/
export const TEXT = /^[\w-]{1,100}$/

/**
 * Reads a page. A cursor says which row it was at and that row's number, so that no row before it is read again, not
 * even to be counted. (While others add and remove rows, numbers may be off by as many until one is back at the top.)
 */
export async function readPage<Row>(cursor: Cursor, reader: Reader<Row>): Promise<Omit<Page<Row>, 'count'>> {
  const after = parseCursor(cursor.after, reader.cursorFormat)
  const before = after ? undefined : parseCursor(cursor.before, reader.cursorFormat)
  const found = await reader.read((after ?? before)?.key, Boolean(before), ROWS_A_PAGE + 1)
  const rows = found.slice(0, ROWS_A_PAGE)
  const hasMore = found.length > rows.length

  if (before) {
    // Near the top there may be fewer than a page, or more than the numbers said: the first page is what is meant.
    if (!hasMore || before.number <= ROWS_A_PAGE) return readPage({}, reader)
    rows.reverse()
    return page(rows, before.number - rows.length, { previous: true, next: true })
  }
  // The rest of the list has gone meanwhile: its end is now here.
  if (after && rows.length === 0) return readPage({ before: formatCursor(after.number + 1, after.key) }, reader)
  return page(rows, after ? after.number + 1 : 1, { previous: Boolean(after), next: hasMore })

  function page(rows: Row[], first: number, more: { previous: boolean; next: boolean }) {
    const [top, bottom] = [rows[0], rows.at(-1)]
    return {
      rows,
      first,
      previous: more.previous && top ? formatCursor(first, reader.keyOf(top)) : undefined,
      next: more.next && bottom ? formatCursor(first + rows.length - 1, reader.keyOf(bottom)) : undefined,
    }
  }
}

function formatCursor(number: number, key: Key): string {
  return [number, ...key].join('.')
}

function parseCursor(
  text: string | undefined,
  cursorFormat: readonly RegExp[],
): { number: number; key: Key } | undefined {
  const [number, ...key] = text?.split('.') ?? []
  const fits = key.length === cursorFormat.length && key.every((part, index) => cursorFormat[index]?.test(part))
  return fits && number && /^\d{1,12}$/.test(number) ? { number: Number(number), key } : undefined
}

/** How many of the nearest rows are looked at one by one before a trigram index is used. */
const NEAREST = 1000

export type KeysetQuery = {
  table: SQL
  /** What the rows are ordered by, and what each part is compared with. */
  order: readonly { column: SQL; value: (part: string) => SQL }[]
  descending: boolean
  /** The list is these lists together, each of which an index holds in order. */
  branches: readonly SQL[]
  /** Which rows hold the text that is looked for. */
  match?: SQL | undefined
}

/** Ids of a list in its order, from a place on. Reads what it answers, and at most `NEAREST` rows more. */
export async function runKeyset(
  db: Db,
  list: KeysetQuery,
  from: Key | undefined,
  backwards: boolean,
  limit: number,
): Promise<string[]> {
  const { table, match, branches } = list
  const columns = sql.join(
    list.order.map(({ column }, index) => sql`${column} as ${key(index)}`),
    sql`, `,
  )
  const down = list.descending !== backwards
  const direction = down ? sql`desc` : sql`asc`
  const inOrder = sql.join(
    list.order.map((_, index) => sql`${key(index)} ${direction}`),
    sql`, `,
  )
  const columnsInOrder = sql.join(
    list.order.map(({ column }) => sql`${column} ${direction}`),
    sql`, `,
  )
  const beyond = from
    ? sql`(${sql.join(
        list.order.map(({ column }) => column),
        sql`, `,
      )}) ${down ? sql`<` : sql`>`} (${sql.join(
        list.order.map(({ value }, index) => value(from[index] ?? '')),
        sql`, `,
      )})`
    : sql`true`
  const id = key(list.order.length - 1)

  const nearest = (which: SQL) => sql`select ${id} as id from (${which}) as walked`
  if (!match) return ids(sql`${nearest(walked(limit, columns))} order by ${inOrder} limit ${limit}`)

  // Reading stops as soon as the page is full: what many rows hold is found among the first few.
  const near = sql`select * from (${walked(NEAREST, sql`${columns}, (${match}) as matches`)}) as each_list
    order by ${inOrder} limit ${NEAREST}`
  const found = await ids(sql`${nearest(near)} where matches order by ${inOrder} limit ${limit}`)
  if (found.length >= limit) return found

  // Few hold it, so all of them are found by the index and then put in order.
  const lists = sql.join([...branches], sql` or `)
  return ids(sql`
    with found as materialized (select ${columns} from ${table} where (${match}) and (${lists}) and ${beyond})
    select ${id} as id from found order by ${inOrder} limit ${limit}`)

  function walked(most: number, what: SQL): SQL {
    return sql.join(
      branches.map(
        (branch) =>
          sql`(select ${what} from ${table} where ${branch} and ${beyond} order by ${columnsInOrder} limit ${most})`,
      ),
      sql` union all `,
    )
  }

  async function ids(query: SQL): Promise<string[]> {
    const { rows } = await db.execute<{ id: string }>(query)
    return rows.map((row) => String(row.id))
  }
}

function key(index: number): SQL {
  return sql.raw(`key_${index}`)
}

/**
 * Does this text contain `q` in any case? Written so that its trigram index can be used.
 * One or two characters have no trigram, so they are matched where words begin.
 */
export function containsText(text: SQL, q: string): SQL {
  const word = q.toLowerCase()
  if (isShortWord(q)) return sql`(${text} like ${`${word}%`} or ${text} like ${`% ${word}%`})`
  return contains(text, q)
}

/** @param text in lower case */
export function contains(text: SQL, q: string): SQL {
  return sql`${text} like lower(${`%${q.replace(/[\\%_]/g, '\\$&')}%`})`
}

export function isShortWord(q: string): boolean {
  return /^[a-z0-9]{1,2}$/i.test(q)
}

/** How many rows of this table are so, at most one more than lists are counted up to: see `formatCount`. */
export async function countUpTo(db: Db, table: SQL, which: SQL = sql`true`): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::integer as count from (select from ${table} where ${which} limit ${COUNT_LIMIT + 1}) as counted`,
  )
  return rows[0]?.count ?? 0
}
