import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestEnvironment } from './environment.ts'

/** Reads the providers' (sandbox's) own records, not through the shop. Newest first. */
export function readSandbox<T>(
  { dataDir }: Pick<TestEnvironment, 'dataDir'>,
  kind: 'email' | 'parcel' | 'payment' | 'refund',
): T[] {
  const file = join(dataDir, 'sandbox.sqlite')
  // Nobody has paid or been written to yet.
  if (!existsSync(file)) return []
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    return database
      .prepare('select value from things where kind = ? order by number desc')
      .all(kind)
      .map(({ value }) => JSON.parse(String(value)) as T)
  } finally {
    database.close()
  }
}
