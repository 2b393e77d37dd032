import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bigId, time } from './columns.ts'

/** Searches without a result; domain/search/missed-searches.ts says what is never stored. */
export const missedSearches = pgTable(
  'missed_searches',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    words: text().notNull().unique(),
    times: integer().notNull(),
    isSimilarShown: boolean().notNull(),
    /** Of the last time. */
    time: time().notNull().defaultNow(),
  },
  (t) => [check('missed_searches_words', sql`length(${t.words}) between 1 and 60`)],
)
