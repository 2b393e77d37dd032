import { billsKeptSince } from '#domain/billing/financial-year.ts'
import { calendarDay, DAY_MS } from '#domain/time.ts'
import type { Db } from '#server/db/connection.ts'
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

/** A job: removes data that has been kept for as long as the settings and the law say. */
export async function enforceRetention({ db, now }: { db: Db; now: () => Date }): Promise<void> {
  const settings = await findSettings(db)
  const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS)
  await deleteExpired(db)
  await deleteOldMessages(db, daysAgo(settings.keepMessagesDays))
  await deleteOldEmails(db, daysAgo(settings.keepEmailsDays))
  await deleteOldSearches(db, daysAgo(settings.keepSearchesDays))
  await blankOldCheckouts(db, daysAgo(settings.keepCheckoutsDays))
  await blankOldBills(db, billsKeptSince(calendarDay(now())))
  await expireOldAudit(db, daysAgo(settings.keepAuditPersonalDays))
}

async function expireOldAudit(db: Db, before: Date): Promise<void> {
  let last: number | undefined = 0
  while (last !== undefined) {
    const from: number = last
    last = await db.transaction(async (tx) => {
      await allowErasing(tx)
      return expireAudit(tx, before, from)
    })
  }
}
