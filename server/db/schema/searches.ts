import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
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

/** Frequent words of all products, for finding typing mistakes; a job makes them anew. */
export const searchWords = pgTable(
  'search_words',
  {
    word: text().primaryKey(),
    /** How many of the products that were read have it. */
    uses: integer().notNull(),
  },
  (t) => [index('search_words_trigrams').using('gist', t.word.op('gist_trgm_ops'))],
)
