import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Cursor, MissedSearchFilter } from '#domain/admin-lists.ts'
import { MAX_FOUND, SEARCH_LIMIT } from '#domain/catalog/listing.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { MAX_MISSED_SEARCHES, type MissedSearch } from '#domain/search/missed-searches.ts'
import type { QueryWord } from '#domain/search/query.ts'
import { wordsOf } from '#domain/search/words.ts'
import type { Database, Db, Transaction } from '#server/db/connection.ts'
import { byNumber, byTime, containsText, readKeysetPage } from '#server/db/keyset-pagination.ts'
import { missedSearches } from '#server/db/schema/site.ts'

const isForSale = sql`approved and on_sale`

/** Without the words of descriptions, which are not what products are called. */
const NAMING_WORDS = sql`ts_filter(search, '{a,b}')`

/** Newest products whose words are known at once; those of older ones are in `search_words`. */
const MAX_NEW = 1000
/** As many of the newest products as the search itself examines. */
const MAX_SCANNED = 5000
const MAX_NEAR = 20

/**
 * The words of products that are near these by their trigrams, or begin with one of them, and how many products have each.
 * In some locales the database has no trigrams of other letters than a to z; there the first letter counts. Joined words are
 * only looked up.
 */
export async function listNearWords(db: Db, words: readonly string[], joined: readonly string[]) {
  const { rows } = await db.execute<{ word: string; uses: number }>(sql`
    with newest as (
      select word, count(*)::integer as uses
      from (select search from products where ${isForSale} order by id desc limit ${MAX_NEW}) as product,
        unnest(tsvector_to_array(${NAMING_WORDS})) as word
      group by word
    ),
    typed as (
      select word, exists (select from search_words as known where starts_with(known.word, given.word)) as is_known
      from unnest(${sql.param(words)}::text[]) as given (word)
    )
    select word, max(uses) as uses
    from (
      select near.word, near.uses
      from typed cross join lateral (
        (select word, uses from search_words where starts_with(word, typed.word) order by word limit 1)
        union all (select word, uses from search_words where not is_known order by word <-> typed.word limit ${MAX_NEAR})
        union all (select word, uses from newest where not is_known order by word <-> typed.word limit ${MAX_NEAR})
        union all (
          select word, uses from (select * from search_words union all select * from newest) as any_word
          where not is_known and (
            starts_with(word, typed.word) or typed.word ~ '^[^ -~]' and left(word, 1) = left(typed.word, 1)))
      ) as near
      union all select word, uses from search_words where word = any(${sql.param(joined)}::text[])
    ) as found
    group by word`)
  return new Map(rows.map(({ word, uses }) => [word, uses]))
}

/**
 * Products that have what each word means, the best first. If none has and nothing was found, those that have it for half
 * of the words. The newest products are compared one by one; if too few fit, the index finds older ones.
 *
 * @returns `isTyped`: it has every word as it was typed, not only what is meant
 */
export async function listSimilarIds(db: Db, words: readonly QueryWord[], found: readonly ProductId[]) {
  const has = words.map((word) => sql`(search @@ ${oneOf(word.meant, ':*AB')}::tsquery or ${isTyped(word)})`)
  const hasInTitle = words.map(({ meant }) => sql`search @@ ${oneOf(meant, ':*A')}::tsquery`)
  const measures = sql`${count(words.map(isTyped))} = ${words.length} as is_typed, ${count(hasInTitle)} as in_title`
  const wanted = MAX_FOUND - found.length
  const { rows } = await db.execute<{ id: string; is_typed: boolean }>(sql`
    with newest as (
      select id, ${count(has)} as matched, ${measures}
      from (select id, search from products where ${isForSale} order by id desc limit ${MAX_SCANNED}) as product
    ),
    older as (
      select id, ${words.length}::integer as matched, ${measures}
      from products
      where ${isForSale} and search @@ ${words.map(inIndex).join(' & ')}::tsquery
        and (select count(*) from newest where matched = ${words.length}) < ${SEARCH_LIMIT + Math.min(found.length, SEARCH_LIMIT)}
      -- "+ 0" makes PostgreSQL use the index of words instead of walking all products by id.
      order by id + 0 desc
      limit ${wanted}
    ),
    fitting as (select * from newest where matched * 2 >= ${words.length} union select * from older)
    select id, is_typed from fitting
    where id <> all(${sql.param(found)}::bigint[]) and (
      matched = ${words.length}
      or ${found.length === 0} and not exists (select from fitting where matched = ${words.length}))
    order by matched desc, is_typed desc, in_title desc, id desc
    limit ${wanted}`)
  return rows.map((row) => ({ id: Number(row.id), isTyped: row.is_typed }))
}

/** Descriptions are compared from this many letters on: shorter words are parts of too many others. */
const MIN_IN_DESCRIPTION = 4

/** The word as it was typed, or joined from its parts. */
function isTyped({ typed, text, isCorrected }: QueryWord): SQL {
  return sql`search @@ ${oneOf(isCorrected ? [typed] : [typed, text], typed.length < MIN_IN_DESCRIPTION ? ':*AB' : ':*')}::tsquery`
}

/**
 * One of these texts, in PostgreSQL's language for text search.
 *
 * @param flags of the last word: `*` if it may go on, `A` if it is in the title, `AB` if it is not only in the description
 */
function oneOf(texts: readonly string[], flags: '' | ':*' | ':*A' | ':*AB' | ':AB'): string {
  const phrases = texts.map((text) => wordsOf(text).map((word) => `'${word}'`))
  return phrases.map((phrase) => `(${phrase.join(' <-> ')}${flags})`).join(' | ')
}

/** Whole words where they are known: for the beginnings of frequent words the index reads most products. */
function inIndex({ text, isWhole, meant, typed }: QueryWord): string {
  const isShort = typed.length < MIN_IN_DESCRIPTION
  const flags = isWhole ? (isShort ? ':AB' : '') : isShort ? ':*AB' : ':*'
  return `(${[oneOf([text], flags), ...meant.slice(1).map((other) => oneOf([other], ':AB'))].join(' | ')})`
}

function count(conditions: readonly SQL[]): SQL {
  return sql.join(
    conditions.map((condition) => sql`(${condition})::integer`),
    sql` + `,
  )
}

/** With a million products, reading all takes seconds, and this many half a second. */
const MAX_SAMPLED = 50_000
const MAX_WORDS = 10_000

/** A job: makes the list of frequent words of all products anew; of very many products only a sample is read. */
export async function refreshSearchWords(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ size: number }>(
      sql`select reltuples as size from pg_class where oid = 'products'::regclass`,
    )
    const percent = Math.min(100, (100 * MAX_SAMPLED) / Math.max(1, rows[0]?.size ?? 0))
    await tx.execute(sql`delete from search_words`)
    await tx.execute(sql`
      insert into search_words (word, uses)
      select word, count(*)
      from products tablesample system (${percent}), unnest(tsvector_to_array(${NAMING_WORDS})) as word
      where ${isForSale} and word !~ '[0-9]'
      group by word
      order by count(*) desc
      limit ${MAX_WORDS}`)
  })
}

export type CountedSearch = Pick<MissedSearch, 'words' | 'times' | 'isSimilarShown'>

/** Adds to the counts in one statement, in the sequence of the words, so that two processes cannot deadlock. */
export async function addMissedSearches(db: Db, counted: readonly CountedSearch[]): Promise<void> {
  await db.execute(sql`
    insert into missed_searches as known (words, times, is_similar_shown)
    select words, times, "isSimilarShown"
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as counted (words text, times integer, "isSimilarShown" boolean)
    order by words
    on conflict (words) do update set
      times = least(known.times::bigint + excluded.times, 1000000000)::integer,
      is_similar_shown = excluded.is_similar_shown,
      time = now()`)
}

/**
 * Deletes rows beyond the limit, starting with those that were searched least and longest ago. Rows that another
 * process is updating stay.
 */
export async function pruneMissedSearches(db: Db, most = MAX_MISSED_SEARCHES): Promise<void> {
  await db.execute(sql`
    delete from missed_searches where id in (
      select id from missed_searches
      where id in (select id from missed_searches order by times desc, time desc, id desc offset ${most})
      for update skip locked)`)
}

export async function listMissedSearches(db: Db, { q, similar, sort }: MissedSearchFilter, cursor: Cursor) {
  const isByTimes = sort === 'most' || sort === 'fewest'
  const list = {
    table: sql`missed_searches`,
    order: [isByTimes ? byNumber(sql`times`) : byTime(sql`time`), byNumber(sql`id`)],
    descending: sort === 'most' || sort === 'newest',
    branches: [similar === undefined ? sql`true` : sql`is_similar_shown = ${similar}`],
    match: q === undefined ? undefined : containsText(sql`words`, q),
  }
  return readKeysetPage(db, list, cursor, async (ids) => {
    const rows = await db
      .select()
      .from(missedSearches)
      .where(inArray(missedSearches.id, ids.map(Number)))
    return new Map(rows.map((row) => [String(row.id), { ...row, time: row.time.toISOString() }]))
  })
}

/** All rows, which are few enough for memory; the most searched first. */
export async function readMissedSearches(db: Db): Promise<MissedSearch[]> {
  const rows = await db
    .select()
    .from(missedSearches)
    .orderBy(sql`${missedSearches.times} desc, ${missedSearches.id} desc`)
  return rows.map((row) => ({ ...row, time: row.time.toISOString() }))
}

/** Returns the removed words; undefined: they were removed already. */
export async function removeMissedSearch(tx: Transaction, id: number): Promise<string | undefined> {
  const [row] = await tx.delete(missedSearches).where(eq(missedSearches.id, id)).returning()
  return row?.words
}

/** @returns the number of removed rows */
export async function removeMissedSearches(tx: Transaction): Promise<number> {
  const { rowCount } = await tx.delete(missedSearches)
  return rowCount ?? 0
}
