import { eq, inArray, sql } from 'drizzle-orm'
import type { Cursor, MissedSearchFilter } from '#domain/admin-lists.ts'
import { MAX_MISSED_SEARCHES, type MissedSearch } from '#domain/search/missed-searches.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { byNumber, byTime, containsText, type Page, readKeysetPage } from '#server/db/keyset-pagination.ts'
import { missedSearches } from '#server/db/schema/searches.ts'

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

export async function listMissedSearches(
  db: Db,
  { q, similar, sort }: MissedSearchFilter,
  cursor: Cursor,
): Promise<Page<MissedSearch>> {
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
