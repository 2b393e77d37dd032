import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Role } from '#domain/accounts/user.ts'
import type { StoredTable } from '#domain/privacy/stored-table.ts'
import type { Sentence } from '#domain/shop/wording.ts'
import type { Db } from '#server/db/connection.ts'
import { session, user } from '#server/db/schema/accounts.ts'
import { audit } from '#server/db/schema/shop.ts'
import { columnOf, tableOf } from './stored-queries.ts'

/** Somebody who must be notified, and one kind of their data that was lost. */
export type Affected = { name: string; email: string; kind: Sentence }

/** Everybody whom these tables name, in rows that were there at this time. */
export async function listAffected(db: Db, stored: readonly StoredTable[], until: Date): Promise<Affected[]> {
  const lists = await Promise.all(
    stored.map(async (one) => {
      if (!one.breach) return []
      const { lost } = one.breach
      const { rows } = await db.execute<{ name: string; email: string }>(
        sql`select distinct name, email from (${peopleIn(one)}) as known (name, email, time)
          where time <= ${until} and email like '%@%'`,
      )
      return rows.map(({ name, email }) => ({ name, email, kind: lost }))
    }),
  )
  return lists.flat()
}

function peopleIn({ table, names, owners }: StoredTable): SQL {
  const columns = getTableColumns(tableOf(table))
  if (names?.email) {
    const written = (names.name ?? []).map((name) => sql`${columnOf(table, name)}`)
    return sql`select coalesce(${sql.join([...written, sql`''`], sql`, `)}), ${columnOf(table, names.email)}, ${timeOf(table)} from ${tableOf(table)}`
  }
  const parent = 'userId' in columns ? undefined : owners?.find((owner) => 'row' in owner)
  const owned = parent?.of ?? table
  const from = parent
    ? sql`${tableOf(table)} join ${tableOf(owned)} on ${columnOf(owned, 'id')} = ${columnOf(table, parent.row)}`
    : sql`${tableOf(table)}`
  return sql`select ${user.name}, ${user.email}, ${timeOf(owned)} from ${from} join ${user} on ${user.id} = ${columnOf(owned, 'userId')}`
}

function timeOf(table: string) {
  return columnOf(table, 'createdAt' in getTableColumns(tableOf(table)) ? 'createdAt' : 'time')
}

/** Buyers of a seller's products, whose names the seller can see. */
export async function listBuyersOf(db: Db, sellerId: string): Promise<Affected[]> {
  const { rows } = await db.execute<{ name: string; email: string }>(
    sql`select distinct o.name, o.email from orders as o join order_lines as l on l.order_id = o.id
      where l.seller_id = ${sellerId} and o.email ~ '@'`,
  )
  return rows.map((row) => ({ ...row, kind: ({ nouns }) => `orders of this seller’s ${nouns} (name)` }))
}

export type Holder = { userId: string; name: string; email: string; role: Role; staffRole: string | null }

/** @param id of a session or of an account */
export async function findHolder(db: Db, id: string): Promise<Holder | undefined> {
  const fields = { userId: user.id, name: user.name, email: user.email, role: user.role, staffRole: user.staffRole }
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
