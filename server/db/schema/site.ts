import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { user } from './accounts.ts'
import { bigId, time } from './columns.ts'

/** Settings that an admin has changed; one without a row has its default. domain/shop/settings.ts has their types. */
export const settings = pgTable('settings', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  time: time().notNull().defaultNow(),
})

/** The keys of outside services that were saved in the back office, sealed under the shop's secret. */
export const connections = pgTable('connections', {
  /** One of domain/settings/connections.ts. */
  service: text().primaryKey(),
  /** JSON of the keys by variable. */
  sealed: text().notNull(),
  /** Changes with each save, so that a form that was opened before it is refused. */
  version: uuid().notNull().defaultRandom(),
  time: time().notNull().defaultNow(),
})

/** Every version of every text. Append-only: the highest is shown; without any, the file that comes with the shop. */
export const texts = pgTable(
  'texts',
  {
    name: text().notNull(),
    version: integer().notNull(),
    markdown: text().notNull(),
    /** The author. The account may be deleted; the text stays. */
    userId: text(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.name, t.version] }),
    foreignKey({ name: 'texts_author', columns: [t.userId], foreignColumns: [user.id] }).onDelete('set null'),
  ],
)

/** Old addresses of the shop, and the pages that took their place. Both are paths. */
export const redirects = pgTable(
  'redirects',
  {
    /** In lower case. */
    from: text().primaryKey(),
    to: text().notNull(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    check('redirects_from', sql`${t.from} ~ '^/' and ${t.from} !~ '^//' and length(${t.from}) <= 500`),
    check('redirects_to', sql`${t.to} ~ '^/' and ${t.to} !~ '^//' and length(${t.to}) <= 500`),
  ],
)

/** Searches with no results; domain/search/missed-searches.ts says what is never stored. */
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
