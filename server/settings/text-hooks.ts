import type { Db, Transaction } from '#server/db/connection.ts'

// The one place where the shop's editable texts join in: until they are rows, all of them are the specification's.

/** Names of the texts that still are the defaults. */
export async function listUnreadTexts(_db: Db): Promise<string[]> {
  return []
}

/** Stores these texts as empty, so that their sections are left out. */
export async function emptyTexts(_tx: Transaction, _names: readonly string[]): Promise<void> {}
