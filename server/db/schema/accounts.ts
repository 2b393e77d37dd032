import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Role } from '#domain/accounts/user.ts'
import { time } from './columns.ts'

export const user = pgTable(
  'user',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull().unique(),
    emailVerified: boolean().notNull().default(false),
    role: text().$type<Role>().notNull().default('user'),
    /** Set once the first code of an authenticator app was right. */
    twoFactorEnabled: boolean().notNull().default(false),
    createdAt: time().notNull().defaultNow(),
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
    userAgent: text(),
    /** When the password, a code or a passkey was last confirmed in this session. */
    confirmedAt: time().notNull().defaultNow(),
    lastUsedAt: time().notNull().defaultNow(),
    createdAt: time().notNull().defaultNow(),
  },
  (t) => [
    index('session_by_user').on(t.userId),
    index('session_by_time').on(t.createdAt, t.id),
    index('session_by_end').on(t.expiresAt),
  ],
)

/** The password of each account that has one, as a hash. */
export const account = pgTable('account', {
  userId: text()
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  password: text().notNull(),
  createdAt: time().notNull().defaultNow(),
  updatedAt: time().notNull().defaultNow(),
})

/** An authenticator app, its secret encrypted with the shop's, and the recovery codes of its owner, as hashes. */
export const twoFactor = pgTable(
  'two_factor',
  {
    id: text().primaryKey(),
    secret: text().notNull(),
    backupCodes: text().notNull(),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** False until the first code of the app was right. */
    verified: boolean().notNull().default(true),
    failedVerificationCount: integer().notNull().default(0),
    lockedUntil: time(),
    /** The period of 30 seconds whose code was used last, so that no code works twice. */
    lastUsedPeriod: integer().notNull().default(0),
    /** Their owner has said that the recovery codes are saved. */
    areCodesSaved: boolean().notNull().default(false),
  },
  (t) => [index('two_factor_by_user').on(t.userId)],
)

export const passkey = pgTable(
  'passkey',
  {
    id: text().primaryKey(),
    /** Chosen by its owner, such as `Phone`. */
    name: text(),
    publicKey: text().notNull(),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    credentialID: text('credential_id').notNull().unique(),
    counter: integer().notNull(),
    transports: text(),
    createdAt: time().notNull().defaultNow(),
  },
  (t) => [index('passkey_by_user').on(t.userId)],
)

/** Hashes of codes and links that were sent by email, until they expire. */
export const verification = pgTable(
  'verification',
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: time().notNull(),
    createdAt: time().notNull().defaultNow(),
  },
  (t) => [index('verification_by_identifier').on(t.identifier)],
)
