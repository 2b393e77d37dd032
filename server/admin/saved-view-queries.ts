import { and, asc, eq } from 'drizzle-orm'
import type { SavedView } from '#domain/accounts/saved-view.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { savedViews } from '#server/db/schema/accounts.ts'

const { id, userId, list, name, search } = savedViews

/** In the order in which they were saved. */
export async function listSavedViews(db: Db, owner: string): Promise<(SavedView & { id: number })[]> {
  return db.select({ id, list, name, search }).from(savedViews).where(eq(userId, owner)).orderBy(asc(id))
}

export async function upsertSavedView(tx: Transaction, owner: string, view: SavedView): Promise<void> {
  await tx
    .insert(savedViews)
    .values({ userId: owner, ...view })
    .onConflictDoUpdate({ target: [userId, list, name], set: { search: view.search } })
}

/** The list of the view; undefined: it is not theirs, or was deleted already. */
export async function removeSavedView(db: Db, owner: string, wanted: number): Promise<string | undefined> {
  const [row] = await db
    .delete(savedViews)
    .where(and(eq(userId, owner), eq(id, wanted)))
    .returning({ list })
  return row?.list
}
