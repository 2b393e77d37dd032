import { asc, type Column, desc, type SQL, sql } from 'drizzle-orm'
import { type Cursor, ROWS_A_PAGE } from '#domain/admin-lists.ts'
import { COUNT_LIMIT } from '#domain/catalog/listing.ts'
import type { Db } from './connection.ts'

/** One page of a table in the back office. Deep pages cost what the first one costs. */
export type Page<Row> = {
  rows: Row[]
  /** The number of the first row in its list (S.No.), counted from 1. */
  first: number
  /** `after` of the next page; undefined on the last one. */
  next: string | undefined
  /** `before` of the previous page; undefined on the first one. */
  previous: string | undefined
  /**
   * The length of the whole list, up to the bound of `formatCount`; undefined where counting means reading all rows.
   */
  count: number | undefined
}

/** The sort key of a row, as text; its last part is unique. */
export type Key = readonly string[]

type Reader<Row> = {
  /** At most `limit` rows after `from`, or from the beginning; backwards, rows before it with the nearest first. */
  read: (from: Key | undefined, backwards: boolean, limit: number) => Promise<Row[]>
  keyOf: (row: Row) => Key
  /** A pattern for each part of a key; a cursor that does not match is ignored. */
  cursorFormat: readonly RegExp[]
  /** Undefined: `ROWS_A_PAGE`. */
  rowsAPage?: number
}

export const NUMBER = /^\d{1,18}$/
const TEXT = /^[\w-]{1,100}$/

/**
 * Reads a page. A cursor holds a row's key and number, so earlier rows are neither read nor counted again. (While rows are
 * added or removed, numbers may be off until the first page is read again.)
 */
export async function readPage<Row>(cursor: Cursor, reader: Reader<Row>): Promise<Omit<Page<Row>, 'count'>> {
  const after = parseCursor(cursor.after, reader.cursorFormat)
  const before = after ? undefined : parseCursor(cursor.before, reader.cursorFormat)
  const most = reader.rowsAPage ?? ROWS_A_PAGE
  const found = await reader.read((after ?? before)?.key, Boolean(before), most + 1)
  if (after && found.length === 0) return readLastPage(after.number)
  const rows = found.slice(0, most)
  const hasMore = found.length > rows.length

  if (before) {
    // On the first pages numbers may be off, so the first page is shown from its beginning.
    if (!hasMore || before.number <= most) return readPage({}, reader)
    rows.reverse()
    return page(rows, before.number - rows.length, { previous: true, next: true })
  }
  return page(rows, after ? after.number + 1 : 1, { previous: Boolean(after), next: hasMore })

  /** Shown when all rows after a cursor were removed meanwhile. */
  async function readLastPage(length: number) {
    const last = await reader.read(undefined, true, most + 1)
    if (last.length <= most) return readPage({}, reader)
    return page(last.slice(0, most).reverse(), Math.max(1, length - most + 1), { previous: true, next: false })
  }

  function page(rows: Row[], first: number, more: { previous: boolean; next: boolean }) {
    const top = rows[0]
    const bottom = rows.at(-1)
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

/** A page of a list that is ordered by its numeric id, newest first. */
export function readNewest<Row extends { id: number }>(
  cursor: Cursor,
  id: Column,
  read: (query: { beyond: SQL; order: SQL; limit: number }) => Promise<Row[]>,
): Promise<Omit<Page<Row>, 'count'>> {
  return readPage<Row>(cursor, {
    read(from, backwards, limit) {
      const beyond = from ? sql`${id} ${backwards ? sql`>` : sql`<`} ${from[0]}::bigint` : sql`true`
      return read({ beyond, order: backwards ? asc(id) : desc(id), limit })
    },
    keyOf: (row) => [String(row.id)],
    cursorFormat: [NUMBER],
  })
}

/** Rows that are scanned in order before a trigram index is used. */
const MAX_SCANNED_ROWS = 1000

/** A sort column, as text in a cursor and back. */
type SortColumn = { column: SQL; toText: (column: SQL) => SQL; fromText: (part: string) => SQL; format: RegExp }

export function byNumber(column: SQL): SortColumn {
  return { column, toText: asIs, fromText: (part) => sql`${part}::bigint`, format: NUMBER }
}

export function byText(column: SQL): SortColumn {
  return { column, toText: asIs, fromText: (part) => sql`${part}`, format: TEXT }
}

/** PostgreSQL stores microseconds, JavaScript dates only milliseconds. */
export function byTime(column: SQL): SortColumn {
  return {
    column,
    toText: (time) => sql`(extract(epoch from ${time}) * 1000000)::bigint`,
    fromText: (part) => sql`timestamptz 'epoch' + ${part}::bigint * interval '1 microsecond'`,
    format: NUMBER,
  }
}

function asIs(column: SQL): SQL {
  return column
}

export type KeysetQuery = {
  table: SQL
  /** The last column is the id. */
  order: readonly SortColumn[]
  descending: boolean
  /** The list is the union of these lists, each of which an index holds in order. */
  branches: readonly SQL[]
  /** The condition of the search. */
  match?: SQL | undefined
  /** The same for whole words, which the index of words finds sooner where each part of the text is frequent. */
  wholeWords?: SQL | undefined
}

export type PageOptions = {
  rowsAPage?: number | undefined
  isCounted?: boolean
  /** Looks for the text of a search in the first rows only; for one that no index knows, when the answer must be quick. */
  isQuick?: boolean
}

/** @param readRows by their ids, as text */
export async function readKeysetPage<Row>(
  db: Db,
  list: KeysetQuery,
  cursor: Cursor,
  readRows: (ids: string[]) => Promise<ReadonlyMap<string, Row>>,
  { rowsAPage, isCounted = true, isQuick = false }: PageOptions = {},
): Promise<Page<Row>> {
  const [page, count] = await Promise.all([
    readKeys().then(loadRows),
    list.match || !isCounted ? undefined : countUpTo(db, list.table, either(list.branches)),
  ])
  return { ...page, count }

  function readKeys() {
    return readPage<Key>(cursor, {
      read: (from, backwards, limit) => runKeyset(db, list, { from, backwards, limit, isQuick }),
      keyOf: (key) => key,
      cursorFormat: list.order.map(({ format }) => format),
      ...(rowsAPage !== undefined && { rowsAPage }),
    })
  }

  async function loadRows({ rows: keys, ...page }: Omit<Page<Key>, 'count'>) {
    const ids = keys.flatMap((key) => key.at(-1) ?? [])
    const rows = ids.length > 0 ? await readRows(ids) : undefined
    return { ...page, rows: ids.flatMap((id) => rows?.get(id) ?? []) }
  }
}

/** Keys of a list in its order, from a key on. Reads at most `MAX_SCANNED_ROWS` rows more than it returns. */
async function runKeyset(
  db: Db,
  list: KeysetQuery,
  { from, backwards, limit, isQuick }: { from: Key | undefined; backwards: boolean; limit: number; isQuick: boolean },
): Promise<Key[]> {
  const { table, match, wholeWords, branches } = list
  const columns = commas(list.order.map(({ column }, index) => sql`${column} as ${key(index)}`))
  const down = list.descending !== backwards
  const direction = down ? sql`desc` : sql`asc`
  const inOrder = commas(list.order.map((_, index) => sql`${key(index)} ${direction}`))
  const columnsInOrder = commas(list.order.map(({ column }) => sql`${column} ${direction}`))
  const places = commas(list.order.map(({ column }) => column))
  const values = from && commas(list.order.map(({ fromText }, index) => fromText(from[index] ?? '')))
  const beyond = values ? sql`(${places}) ${down ? sql`<` : sql`>`} (${values})` : sql`true`
  const parts = commas(list.order.map(({ toText }, index) => sql`${toText(key(index))}::text`))

  const nearest = (which: SQL) => sql`select array[${parts}] as key from (${which}) as walked`
  if (!match) return keys(sql`${nearest(walked(limit, columns))} order by ${inOrder} limit ${limit}`)

  // Frequent text: enough matches are among the first rows, and reading stops when the page is full.
  const near = sql`select * from (${walked(MAX_SCANNED_ROWS, sql`${columns}, (${match}) as matches`)}) as each_list
    order by ${inOrder} limit ${MAX_SCANNED_ROWS}`
  const found = await keys(sql`${nearest(near)} where matches order by ${inOrder} limit ${limit}`)
  if (found.length >= limit || isQuick) return found

  // Rare text: an index finds all matches, which are then sorted.
  const whole = wholeWords ? await keys(indexed(wholeWords)) : []
  return whole.length > 0 ? whole : keys(indexed(match))

  function indexed(which: SQL): SQL {
    return sql`
      with found as materialized (select ${columns} from ${table} where (${which}) and ${either(branches)} and ${beyond})
      select array[${parts}] as key from found order by ${inOrder} limit ${limit}`
  }

  function walked(most: number, what: SQL): SQL {
    return sql.join(
      branches.map(
        (branch) =>
          sql`(select ${what} from ${table} where ${branch} and ${beyond} order by ${columnsInOrder} limit ${most})`,
      ),
      sql` union all `,
    )
  }

  async function keys(query: SQL): Promise<Key[]> {
    const { rows } = await db.execute<{ key: string[] }>(query)
    return rows.map((row) => row.key)
  }
}

function either(branches: readonly SQL[]): SQL {
  return sql`(${sql.join([...branches], sql` or `)})`
}

function commas(parts: SQL[]): SQL {
  return sql.join(parts, sql`, `)
}

function key(index: number): SQL {
  return sql.raw(`key_${index}`)
}

/**
 * Case-insensitive search that can use the trigram index. One or two characters have no trigram, so they match the
 * beginnings of words.
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

function isShortWord(q: string): boolean {
  return /^[a-z0-9]{1,2}$/i.test(q)
}

/** Can the trigram index find this text (`containsText`), whatever the locale of the database? */
export function hasTrigram(q: string): boolean {
  return /[a-z0-9]{3}/i.test(q) || isShortWord(q)
}

/** Counts matching rows, at most one more than the bound of `formatCount`. */
export async function countUpTo(db: Db, table: SQL, which: SQL = sql`true`): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::integer as count from (select from ${table} where ${which} limit ${COUNT_LIMIT + 1}) as counted`,
  )
  return rows[0]?.count ?? 0
}
