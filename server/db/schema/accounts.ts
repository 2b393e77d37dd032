import { relations, sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core'
import type { Role } from '#domain/account.ts'
import { time } from './columns.ts'

/** The tables that better-auth reads and writes; the names of tables and fields are its own. */

export const user = pgTable(
  'user',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull().unique(),
    emailVerified: boolean().notNull().default(false),
    image: text(),
    role: text().$type<Role>().notNull().default('user'),
    createdAt: time().notNull().defaultNow(),
    updatedAt: time().notNull().defaultNow(),
  },
  (t) => [
    check('user_role', sql`${t.role} in ('user', 'seller', 'admin')`),
    // Addresses are compared in lower case, so they are stored in it.
    check('user_email', sql`${t.email} = lower(${t.email}) and length(${t.email}) between 3 and 254`),
    check('user_name', sql`length(${t.name}) between 1 and 100`),
    index('user_by_time').on(t.createdAt, t.id),
    index('user_by_role').on(t.role, t.createdAt, t.id),
    index('user_name_email').using('gin', sql`lower(name || ' ' || email) gin_trgm_ops`).with({ fastupdate: 'off' }),
  ],
)

export const session = pgTable(
  'session',
  {
    id: text().primaryKey(),
    token: text().notNull().unique(),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    expiresAt: time().notNull(),
    ipAddress: text(),
    userAgent: text(),
    createdAt: time().notNull().defaultNow(),
    updatedAt: time().notNull().defaultNow(),
  },
  (t) => [index('session_by_user').on(t.userId)],
)

export const account = pgTable(
  'account',
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: time(),
    refreshTokenExpiresAt: time(),
    scope: text(),
    /** A hash, never the password. */
    password: text(),
    createdAt: time().notNull().defaultNow(),
    updatedAt: time().notNull().defaultNow(),
  },
  (t) => [index('account_by_user').on(t.userId)],
)

export const verification = pgTable(
  'verification',
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: time().notNull(),
    createdAt: time().notNull().defaultNow(),
    updatedAt: time().notNull().defaultNow(),
  },
  (t) => [index('verification_by_identifier').on(t.identifier)],
)

/** better-auth uses these to read a session with its user, and an account with its password, in one query. */
export const sessionRelations = relations(session, ({ one }) => ({
  user: one(user, { fields: [session.userId], references: [user.id] }),
}))

export const userRelations = relations(user, ({ many }) => ({ accounts: many(account) }))

export const accountRelations = relations(account, ({ one }) => ({
  user: one(user, { fields: [account.userId], references: [user.id] }),
}))
