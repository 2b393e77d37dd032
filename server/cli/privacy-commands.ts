import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { wordsOf } from '#domain/shop/wording.ts'
import { createEmailHash } from '#server/accounts/erased-email-queries.ts'
import { readConfig } from '#server/config.ts'
import { getSecret } from '#server/data-dir.ts'
import { COMMAND_LINE } from '#server/db/audit-queries.ts'
import type { Database } from '#server/db/connection.ts'
import { UsageError } from '#server/errors.ts'
import type { Log } from '#server/observability/log.ts'
import { listAffectedByExport, listAffectedBySession, listAffectedUntil, toBreachCsv } from '#server/privacy/breach.ts'
import { listAffectedByBackup } from '#server/privacy/breach-backup.ts'
import type { Affected } from '#server/privacy/breach-queries.ts'
import { eraseAccount } from '#server/privacy/erase.ts'
import { findUserId } from '#server/privacy/erase-queries.ts'
import { findSettings } from '#server/settings/queries.ts'
import { recordCommand, recordInAudit, withDatabase } from './commands.ts'

/** @param who email or ID of the account */
export async function erase(who: string, log: Log): Promise<void> {
  const hashEmail = createEmailHash(await getSecret(readConfig(process.env)))
  await withDatabase(log, async (db) => {
    const userId = await findUserId(db, who)
    const erased = userId === undefined ? undefined : await eraseAccount({ db, hashEmail }, userId, COMMAND_LINE)
    if (!erased || (!erased.ok && erased.reason === 'not-found')) throw new UsageError(`There is no account ${who}.`)
    if (!erased.ok) throw new UsageError(`Not deleted. ${erased.blockers.join(' ')}`)
    const words = wordsOf(await findSettings(db))
    recordCommand('erase', { account: userId ?? '' })
    console.log(
      `Deleted account ${userId}. ${erased.orders} orders and ${erased.products} ${words.nouns} stay, without a name.`,
    )
    console.log('Backups made before still hold its data. After restoring one, delete it again by this ID.')
  })
}

type Lost = 'session' | 'export' | 'backup'

/** Writes whose data was lost to stdout, and a summary to stderr. */
export async function listBreach(kind: Lost, which: string, log: Log): Promise<void> {
  await withDatabase(log, async (db) => {
    const words = wordsOf(await findSettings(db))
    const { csv, persons } = toBreachCsv(await findAffected(db, kind, which), words)
    await recordInAudit(db, { action: 'list persons of a breach', subject: 'shop', after: { kind, persons } })
    recordCommand('breach-list', { kind, persons })
    process.stdout.write(csv)
    console.error(`${persons} persons. Inform them and the Data Protection Board: docs/operating.md, Data breach.`)
  })
}

async function findAffected(db: Database, kind: Lost, which: string): Promise<Affected[]> {
  if (kind === 'session') return listAffectedBySession(db, which, new Date())
  if (kind === 'export') return listAffectedByExport(db, which)
  const isFile = await stat(which).then(
    (stats) => stats.isFile(),
    () => false,
  )
  if (isFile) return listAffectedByBackup(resolve(which))
  const until = new Date(which)
  if (Number.isNaN(until.getTime())) throw new UsageError(`${which} is neither a file nor a time.`)
  console.error('Accounts that were deleted since are not listed; only the file itself names them.')
  return listAffectedUntil(db, until)
}
