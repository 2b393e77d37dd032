import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { knownEmail } from '#domain/accounts/no-email.ts'
import type { User } from '#domain/accounts/user.ts'
import type { Cursor, UserFilter } from '#domain/admin-lists.ts'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import type { Db } from '#server/db/connection.ts'
import {
  byText,
  byTime,
  containsText,
  countUpTo,
  type PageOptions,
  readKeysetPage,
  readNewest,
} from '#server/db/keyset-pagination.ts'
import { user } from '#server/db/schema/accounts.ts'
import { customerNotes } from '#server/db/schema/customers.ts'
import { productRaise, products } from '#server/db/schema/shop.ts'

export type UserRow = Omit<User, 'staff'> & {
  /** The name of their role, if they are staff. */
  staffRole: string | null
  isEmailConfirmed: boolean
  tags: string[]
  /** When the account was created, ISO 8601. */
  time: string
}

const isSomebody = sql`id <> ${DELETED_USER.id}`

export async function listUsers(db: Db, filter: UserFilter, cursor: Cursor, options?: PageOptions) {
  const list = {
    table: sql`"user"`,
    order: [byTime(sql`created_at`), byText(sql`id`)],
    descending: filter.sort === 'newest',
    branches: [filter.role ? sql`role = ${filter.role} and ${isSomebody}` : isSomebody],
    match: matching(filter),
  }
  return readKeysetPage(db, list, cursor, (ids) => readUsers(db, ids), options)
}

function matching({ q, tag }: UserFilter): SQL | undefined {
  return and(
    q === undefined ? undefined : containsText(sql`lower(name || ' ' || email)`, q),
    // As an array, so that the accounts are found by their ids.
    tag === undefined
      ? undefined
      : sql`id = any(array(select user_id from customer_notes where tags @> array[${tag}]))`,
  )
}

/** In the sequence of these ids; ids that do not exist, and the one of deleted accounts, are left out. */
export async function listUsersByIds(db: Db, ids: string[]): Promise<UserRow[]> {
  const users = await readUsers(db, ids)
  return ids.flatMap((id) => (id === DELETED_USER.id ? [] : (users.get(id) ?? [])))
}

async function readUsers(db: Db, ids: string[]): Promise<ReadonlyMap<string, UserRow>> {
  const rows = await db
    .select({
      userId: user.id,
      name: user.name,
      email: user.email,
      isEmailConfirmed: user.emailVerified,
      role: user.role,
      staffRole: user.staffRole,
      tags: customerNotes.tags,
      time: user.createdAt,
    })
    .from(user)
    .leftJoin(customerNotes, eq(customerNotes.userId, user.id))
    .where(inArray(user.id, ids))
  return new Map(
    rows.map((row) => [
      row.userId,
      { ...row, email: knownEmail(row.email), tags: row.tags ?? [], time: row.time.toISOString() },
    ]),
  )
}

/** Requests for Sold pots (productRaise). Without a title the product was deleted. */
export async function listRequests(db: Db, cursor: Cursor) {
  const { id, productId, userId, name, email, note, time } = productRaise
  const [page, count] = await Promise.all([
    readNewest(cursor, id, async ({ beyond, order, limit }) => {
      const rows = await db
        .select({ id, productId, title: products.title, userId, name, email, note, time })
        .from(productRaise)
        .leftJoin(products, eq(products.id, productId))
        .where(beyond)
        .orderBy(order)
        .limit(limit)
      return rows.map(({ title, userId, time, ...row }) => ({
        ...row,
        title: title ?? undefined,
        userId: userId ?? undefined,
        time: time.toISOString(),
      }))
    }),
    countUpTo(db, sql`product_raise`),
  ])
  return { ...page, count }
}
