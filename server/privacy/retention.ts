import { billsKeptSince } from '#domain/billing/financial-year.ts'
import { calendarDay, DAY_MS } from '#domain/time.ts'
import type { Database } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { describeError } from '#server/observability/log.ts'
import { findSettings } from '#server/settings/queries.ts'
import { expireAudit } from './audit-queries.ts'
import { allowErasing } from './erase-queries.ts'
import {
  blankOldBills,
  blankOldCheckouts,
  deleteExpired,
  deleteOldEmails,
  deleteOldMessages,
  deleteOldSearches,
} from './retention-queries.ts'

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
  const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS)
  const steps = [
    () => deleteExpired(db),
    () => deleteOldMessages(db, daysAgo(settings.keepMessagesDays), signal),
    () => deleteOldEmails(db, daysAgo(settings.keepEmailsDays), signal),
    () => deleteOldSearches(db, daysAgo(settings.keepSearchesDays), signal),
    () => blankOldCheckouts(db, daysAgo(settings.keepCheckoutsDays), signal),
    () => blankOldBills(db, billsKeptSince(calendarDay(now())), signal),
    () => expireOldAudit(db, daysAgo(settings.keepAuditPersonalDays), signal),
  ]
  const failures: unknown[] = []
  for (const step of steps) await step().catch((error) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, failures.map(describeError).join('; '))
  if (signal?.aborted) await db.transaction((tx) => enqueueJob(tx, { job: 'enforce-retention' }))
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
