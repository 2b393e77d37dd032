import { eq, type SQL, sql } from 'drizzle-orm'
import type { Role } from '#domain/accounts/user.ts'
import type { Sentence, Words } from '#domain/shop/wording.ts'
import type { Db } from '#server/db/connection.ts'
import { session, user } from '#server/db/schema/accounts.ts'
import { audit } from '#server/db/schema/shop.ts'

/** Somebody who must be notified, and one kind of their data that was lost. */
export type Affected = { name: string; email: string; kind: Sentence }

/** Tables that name people: the kind of data, and SQL for the name, the email and the time of the row's creation. */
export const SOURCES = {
  users: {
    kind: 'account (name, email, role)',
    rows: sql`select name, email, created_at as time from "user" where email ~ '@'`,
  },
  orders: {
    kind: 'orders (name, email, address, phone number)',
    rows: sql`select name, email, time from orders where email ~ '@'`,
  },
  messages: {
    kind: 'messages (name, email, phone number, text)',
    rows: sql`select name, email, time from contact_messages`,
  },
  requests: { kind: 'requests (name, email, note)', rows: sql`select name, email, time from product_raise` },
  products: {
    kind: ({ nouns }: Words) => `${nouns} sold (name, email)`,
    rows: sql`select username, email, time from products where email ~ '@'`,
  },
  emails: {
    kind: 'emails (name, email, text)',
    rows: sql`select coalesce(params ->> 'name', params ->> 'user_name'), params ->> 'email', time from emails`,
  },
  audit: {
    kind: 'records of changes (email)',
    rows: sql`select '', actor_email, time from audit where actor_email ~ '@'`,
  },
  checkouts: {
    kind: 'online checkouts (name, email, address, phone number)',
    rows: sql`select name, email, time from checkouts where email ~ '@'`,
  },
  bills: {
    kind: 'invoices (name, address)',
    rows: sql`select u.name, u.email, b.time from bills as b join "user" as u on u.id = b.user_id`,
  },
  addresses: {
    kind: 'saved addresses (name, address, phone number)',
    rows: sql`select u.name, u.email, a.time from addresses as a join "user" as u on u.id = a.user_id`,
  },
} as const

export type SourceName = keyof typeof SOURCES

export async function listAffected(db: Db, names: readonly SourceName[], until: Date): Promise<Affected[]> {
  const lists = await Promise.all(names.map((name) => listNamed(db, SOURCES[name].kind, SOURCES[name].rows, until)))
  return lists.flat()
}

async function listNamed(db: Db, kind: Sentence, rows: SQL, until: Date): Promise<Affected[]> {
  const { rows: found } = await db.execute<{ name: string; email: string }>(
    sql`select distinct name, email from (${rows}) as known (name, email, time) where time <= ${until}`,
  )
  return found.map(({ name, email }) => ({ name, email, kind }))
}

/** Buyers of a seller's products, whose names the seller can see. */
export async function listBuyersOf(db: Db, sellerId: string): Promise<Affected[]> {
  const { rows } = await db.execute<{ name: string; email: string }>(
    sql`select distinct o.name, o.email from orders as o join order_lines as l on l.order_id = o.id
      where l.seller_id = ${sellerId} and o.email ~ '@'`,
  )
  return rows.map((row) => ({ ...row, kind: ({ nouns }) => `orders of this seller’s ${nouns} (name)` }))
}

export type Holder = { uid: string; name: string; email: string; role: Role }

/** @param id of a session or of an account */
export async function findHolder(db: Db, id: string): Promise<Holder | undefined> {
  const fields = { uid: user.id, name: user.name, email: user.email, role: user.role }
  const [bySession] = await db
    .select(fields)
    .from(user)
    .innerJoin(session, eq(session.userId, user.id))
    .where(eq(session.id, id))
  if (bySession) return bySession
  const [byAccount] = await db.select(fields).from(user).where(eq(user.id, id))
  return byAccount
}

export async function findAuditEntry(db: Db, id: number): Promise<typeof audit.$inferSelect | undefined> {
  const [entry] = await db.select().from(audit).where(eq(audit.id, id))
  return entry
}
