import { inArray, sql } from 'drizzle-orm'
import type { Db, Transaction } from '#server/db/connection.ts'
import { uploads } from '#server/db/schema/shop.ts'

/** Records folders before files are written to them, so that failed uploads can be cleaned up. */
export async function insertUploads(db: Db, folders: readonly string[]): Promise<void> {
  await db.insert(uploads).values(folders.map((folder) => ({ folder })))
}

/** Marks the folders as used by a product. @throws when one of them was cleaned up meanwhile */
export async function claimUploads(tx: Transaction, folders: readonly string[]): Promise<void> {
  if (folders.length === 0) return
  const claimed = await tx.delete(uploads).where(inArray(uploads.folder, folders)).returning()
  if (claimed.length !== folders.length)
    throw new Error('Uploaded images were cleaned up while the product was being saved')
}

/** Folders of uploads that failed more than a day ago. */
export async function listStaleUploads(db: Db): Promise<string[]> {
  const rows = await db
    .select({ folder: uploads.folder })
    .from(uploads)
    .where(sql`${uploads.time} < now() - interval '1 day'`)
    .limit(100)
  return rows.map(({ folder }) => folder)
}

export async function removeUploads(db: Db, folders: readonly string[]): Promise<void> {
  if (folders.length === 0) return
  await db.delete(uploads).where(inArray(uploads.folder, folders))
}
