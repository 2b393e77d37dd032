import { invoicesKeptSince } from '#domain/billing/financial-year.ts'
import { STORED_DATA } from '#domain/privacy/stored-data.ts'
import type { StoredTable } from '#domain/privacy/stored-table.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { calendarDay, DAY_MS } from '#domain/time.ts'
import type { Database } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { describeError } from '#server/observability/log.ts'
import { findSettings } from '#server/settings/queries.ts'
import { expireAudit } from './audit-queries.ts'
import { allowErasing } from './erase-queries.ts'
import { blankOld, blankOldInvoices, deleteExpired, deleteOld } from './retention-queries.ts'
import { valuesOf } from './stored-queries.ts'

/**
 * A job: removes data that has been kept for as long as the settings and the law say. A step that fails stops no other.
 *
 * @param signal ends this run; another one does the rest
 * @throws AggregateError with what has failed; the job is retried
 */
export async function enforceRetention(
  { db, now }: { db: Database; now: () => Date },
  signal?: AbortSignal,
): Promise<void> {
  const settings = await findSettings(db)
  const steps = [
    () => deleteExpired(db),
    ...STORED_DATA.map((stored) => () => removeOld(db, stored, settings, now(), signal)),
    () => blankOldInvoices(db, invoicesKeptSince(calendarDay(now())), signal),
  ]
  const failures: unknown[] = []
  for (const step of steps) await step().catch((error) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, failures.map(describeError).join('; '))
  if (signal?.aborted) await db.transaction((tx) => enqueueJob(tx, { job: 'enforce-retention' }))
}

/** Removes what a table has kept for longer than its setting says. */
async function removeOld(db: Database, stored: StoredTable, settings: Settings, now: Date, signal?: AbortSignal) {
  const { kept, erased } = stored.about ?? {}
  if (typeof kept !== 'object') return
  const before = new Date(now.getTime() - settings[kept.setting] * DAY_MS)
  if (erased === 'redacted') await expireOldAudit(db, before, signal)
  else if (typeof erased === 'object') await blankOld(db, stored, valuesOf(erased, wordsOf(settings)), before, signal)
  else await deleteOld(db, stored, before, signal)
}

async function expireOldAudit(db: Database, before: Date, signal?: AbortSignal): Promise<void> {
  let last: number | undefined = 0
  while (last !== undefined && !signal?.aborted) {
    const from: number = last
    last = await db.transaction(async (tx) => {
      await allowErasing(tx)
      return expireAudit(tx, before, from)
    })
  }
}
