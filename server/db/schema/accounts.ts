import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { Timing, Way } from '#domain/accounts/notification-choices.ts'
import type { EventKind } from '#domain/accounts/notifications.ts'
import type { Role } from '#domain/accounts/user.ts'
import { bigId, time } from './columns.ts'

/**
 * The roles of staff. Those that every shop has are in domain/permissions.ts: their rights are null here. An own role has
 * the names of its rights.
 */
export const staffRoles = pgTable(
  'staff_roles',
  {
    name: text().primaryKey(),
    rights: text().array(),
    needsSecondFactor: boolean().notNull().default(false),
  },
  (t) => [check('staff_role_name', sql`length(${t.name}) between 1 and 40`)],
)

export const user = pgTable(
  'user',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull().unique(),
    emailVerified: boolean().notNull().default(false),
    role: text().$type<Role>().notNull().default('user'),
    /** Null: no member of staff, or an admin. */
    staffRole: text().references(() => staffRoles.name, { onUpdate: 'cascade' }),
    /** Set once the first code of an authenticator app was right. */
    twoFactorEnabled: boolean().notNull().default(false),
    createdAt: time().notNull().defaultNow(),
  },
  (t) => [
    check('user_role', sql`${t.role} in ('user', 'seller', 'admin')`),
    check('user_staff_role', sql`${t.staffRole} is null or ${t.role} = 'user'`),
    index('user_by_staff_role').on(t.staffRole).where(sql`${t.staffRole} is not null`),
    // Addresses are compared in lower case, so they are stored in it.
    check('user_email', sql`${t.email} = lower(${t.email}) and length(${t.email}) between 3 and 254`),
    check('user_name', sql`length(${t.name}) between 1 and 100`),
    index('user_by_time').on(t.createdAt, t.id),
    index('user_by_role').on(t.role, t.createdAt, t.id),
    index('user_name_email').using('gin', sql`lower(name || ' ' || email) gin_trgm_ops`).with({ fastupdate: 'off' }),
  ],
)

/** The account whose row this is, and with which it is deleted. */
export const userRef = () =>
  text()
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' })

/** Invites to join the staff, each sent to one address. The link's token is stored as a hash only. */
export const staffInvites = pgTable(
  'staff_invites',
  {
    id: text().primaryKey(),
    tokenHash: text().notNull().unique(),
    email: text().notNull(),
    /** Null: as an owner. */
    role: text().references(() => staffRoles.name, { onUpdate: 'cascade', onDelete: 'cascade' }),
    invitedBy: userRef(),
    createdAt: time().notNull().defaultNow(),
    expiresAt: time().notNull(),
    usedAt: time(),
  },
  (t) => [
    check('staff_invite_email', sql`${t.email} = lower(${t.email}) and length(${t.email}) between 3 and 254`),
    index('staff_invites_by_email').on(t.email),
    index('staff_invites_by_inviter').on(t.invitedBy),
  ],
)

export const session = pgTable(
  'session',
  {
    id: text().primaryKey(),
    token: text().notNull().unique(),
    userId: userRef(),
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
  userId: userRef().primaryKey(),
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
    userId: userRef(),
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
    userId: userRef(),
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

/** Lists of the back office under a name of somebody's own: the list, and its query. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    userId: userRef(),
    list: text().notNull(),
    name: text().notNull(),
    search: text().notNull(),
  },
  (t) => [
    unique('saved_views_once').on(t.userId, t.list, t.name),
    check('saved_views_name', sql`length(${t.name}) between 1 and 40`),
    check('saved_views_search', sql`length(${t.search}) between 1 and 500`),
  ],
)

/** One row for each kind of event that somebody wants to hear of, with what came since they were told last. */
export const notificationChoices = pgTable(
  'notification_choices',
  {
    userId: userRef(),
    kind: text().$type<EventKind>().notNull(),
    timing: text().$type<Exclude<Timing, 'never'>>().notNull(),
    channel: text().$type<Way>().notNull(),
    /** How often it happened since. */
    count: integer().notNull().default(0),
    /** Rupees of those orders. */
    amount: bigId().notNull().default(0),
    /** The subject of the last of them; as in `notification_events`. */
    about: text().notNull().default(''),
    toldAt: time(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind] }),
    check('notification_choices_timing', sql`${t.timing} in ('at-once', 'digest')`),
    check('notification_choices_channel', sql`${t.channel} in ('email', 'whatsapp', 'push')`),
    // Triggers ask whether anybody wants to hear.
    index('notification_choices_by_kind').on(t.kind),
  ],
)

/**
 * Events that are not told yet. Triggers of the tables in which they happen write them, in the same transaction, if
 * anybody wants to hear of them.
 */
export const notificationEvents = pgTable('notification_events', {
  id: bigId().primaryKey().generatedAlwaysAsIdentity(),
  kind: text().$type<EventKind>().notNull(),
  /** An order's or a message's id, or a product's title; of a failure `message`, or the order of the payment. */
  about: text().notNull(),
  /**
   * The seller whose own part it is; null: of the whole shop, for staff. No foreign key, so that no order fails when an
   * account is deleted at the same moment.
   */
  userId: text(),
  /** Rupees of an order. */
  amount: integer().notNull().default(0),
  time: time().notNull().defaultNow(),
})

/** Browsers that get pushes, also while their owner is logged out by time. */
export const pushDevices = pgTable(
  'push_devices',
  {
    /** Also in a cookie of the browser. */
    id: uuid().primaryKey().defaultRandom(),
    userId: userRef(),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    userAgent: text(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    index('push_devices_by_user').on(t.userId),
    check('push_devices_endpoint', sql`length(${t.endpoint}) between 1 and 1000`),
  ],
)
