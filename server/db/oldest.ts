import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './connection.ts'

/** How many rows wait, and since when the first of them does, ISO 8601; null: none. */
export type Waits = { count: number; oldest: string | null }

export async function findOldest(db: Db, table: SQL, which: SQL): Promise<Waits> {
  const { rows } = await db.execute<{ count: number; oldest: string | Date | null }>(
    sql`select count(*)::integer as count, min(time) as oldest from ${table} where ${which}`,
  )
  const { count = 0, oldest = null } = rows[0] ?? {}
  return { count, oldest: oldest && new Date(oldest).toISOString() }
}
