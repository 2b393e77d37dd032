import type { SignupForm } from '#domain/accounts/account.ts'
import type { NewShop } from '#domain/setup/new-shop.ts'
import { findAccount } from '#server/accounts/queries.ts'
import { setPassword as setAccountPassword } from '#server/accounts/recovery/reset-password.ts'
import { makeAdmin } from '#server/accounts/roles.ts'
import { resetSecondFactor } from '#server/accounts/second-factor/app.ts'
import { backUp } from '#server/backup/back-up.ts'
import { getNewestBackup, prepareNightly, rotateBackups } from '#server/backup/nightly.ts'
import { rehearseRestore } from '#server/backup/rehearse.ts'
import { restore as restoreFrom } from '#server/backup/restore.ts'
import { findLastNumber } from '#server/billing/queries.ts'
import { readConfig } from '#server/config.ts'
import { type AuditRecord, BACKED_UP, COMMAND_LINE, insertAudit } from '#server/db/audit-queries.ts'
import { connect, type Database } from '#server/db/connection.ts'
import { migrate } from '#server/db/migrate.ts'
import { UsageError } from '#server/errors.ts'
import { createLog, type Log } from '#server/observability/log.ts'
import { createSecurityLog } from '#server/observability/security-log.ts'
import { connectOrStartPostgres } from '#server/postgres/postgres.ts'
import { removeDemoAccounts } from '#server/seed/demo-accounts.ts'
import { beginShop } from '#server/seed/new-shop.ts'
import { seedIfEmpty } from '#server/seed/seed.ts'
import { openImages, type Shop } from '#server/shop.ts'

export async function beginEmpty(shop: NewShop, log: Log): Promise<void> {
  const { dataDir, databaseUrl } = readConfig(process.env)
  await withDatabase(log, async (db) => {
    const begun = await beginShop({ db }, shop)
    if (!begun.ok)
      throw new UsageError(
        `The database already holds ${begun.held}. Nothing was changed. Begin with another DATA_DIR or DATABASE_URL.`,
      )
    // A first start that was killed before its demo existed may have left this file.
    if (!databaseUrl) await removeDemoAccounts(dataDir)
    recordCommand('new', { account: begun.userId })
    const { shopName, admin } = shop
    console.log(
      begun.isRepeated
        ? `The shop is empty still. It is called ${shopName} now, and the old password of ${admin.email} no longer works.`
        : `Made the empty shop ${shopName} with the admin ${admin.email}. Start it with npm start.`,
    )
    console.log(`Password (shown only once): ${admin.password}`)
  })
}

export async function createAdmin(person: SignupForm, log: Log): Promise<void> {
  await withDatabase(log, async (db) => {
    const known = await findAccount(db, person.email)
    if (known && !known.isEmailConfirmed && known.role !== 'admin')
      console.log(
        `${person.email} is not confirmed: the person who signed up with it may not own it. Their sessions end now.`,
      )
    const { userId, previousRole, endedSessions } = await makeAdmin({ db }, person)
    recordCommand('create-admin', { account: userId })
    if (previousRole === undefined) console.log(`Created admin ${person.email}.`)
    else {
      securityLog.record('password-changed', { account: userId, by: 'command line' })
      const change = previousRole === 'admin' ? 'was already an admin' : `was a ${previousRole} and is now an admin`
      console.log(
        `${person.email} ${change}.\nThe old password no longer works, and ${sessionsOf(endedSessions)} ended.`,
      )
    }
    console.log(`Password (shown only once): ${person.password}`)
  })
}

export async function setPassword(email: string, password: string, log: Log): Promise<void> {
  await withDatabase(log, async (db) => {
    const changed = await setAccountPassword({ db, now: () => new Date() }, { email, password })
    if (!changed) throw new UsageError(`No account has the address ${email}.`)
    recordCommand('set-password', { account: changed.userId })
    securityLog.record('password-changed', { account: changed.userId, by: 'command line' })
    console.log(`The old password of ${email} no longer works, and ${sessionsOf(changed.endedSessions)} ended.`)
    console.log(`Password (shown only once): ${password}`)
  })
}

function sessionsOf(count: number): string {
  return count === 1 ? '1 session' : `${count} sessions`
}

export async function resetSecondFactorOf(email: string, log: Log): Promise<void> {
  await withDatabase(log, async (db) => {
    const reset = await resetSecondFactor(db, email)
    if (!reset) throw new UsageError(`No account has the address ${email}.`)
    recordCommand('reset-second-factor', { account: reset.userId })
    console.log(`${email} logs in without a second factor now, and ${sessionsOf(reset.endedSessions)} ended.`)
  })
}

export async function seed(log: Log): Promise<void> {
  const config = readConfig(process.env)
  await withDatabase(log, async (db) => {
    if (!(await seedIfEmpty({ db, config })))
      throw new UsageError('The database already contains a shop. Nothing was added.')
    await recordInAudit(db, { action: 'fill with the demo shop', subject: 'shop' })
    recordCommand('seed')
    console.log(`Added the demo shop. Its logins are in ${config.dataDir}/demo-accounts.json.`)
  })
}

export async function backup(file: string, log: Log): Promise<void> {
  await withStores(log, async (url, store) => {
    const { tables, images, missing } = await log.step('Backing up', () => backUp(url, store, file, new Date()))
    // The backup is complete even if the database is read-only and cannot store the audit record.
    await withConnection(url, log, (db) => recordInAudit(db, { ...BACKED_UP, after: { tables, images } })).catch(
      (error) => log.error('The backup could not be recorded in the audit log', error),
    )
    recordCommand('backup', { tables, images })
    console.log(`Backed up ${tables} tables and ${images} images to ${file}`)
    if (missing.length > 0)
      console.error(`${missing.length} images are missing from the store, for example ${missing[0]}`)
  })
}

export async function restore(file: string, log: Log): Promise<void> {
  await withStores(log, async (url, store) => {
    const { tables, images } = await log.step('Restoring', () => restoreFrom(url, store, file))
    const lastInvoice = await withConnection(url, log, async (db) => {
      await recordInAudit(db, { action: 'restore a backup', subject: 'shop', after: { tables, images } })
      return findLastNumber(db)
    })
    recordCommand('restore', { tables, images })
    console.log(`Restored ${tables} tables and ${images} images from ${file}`)
    // The next number must be known, or numbers that buyers have on paper could be used again.
    if (lastInvoice)
      console.log(
        `Its last invoice is ${lastInvoice}. If later ones were made, change both prefixes (Settings, Legal) before you dispatch.`,
      )
  })
}

/** Written to stderr, because stdout may be piped into another program. */
const securityLog = createSecurityLog(createLog(process.stderr))

export function recordCommand(command: string, details: Record<string, string | number> = {}): void {
  securityLog.record('command', { command, ...details })
}

export async function recordInAudit(db: Database, record: AuditRecord): Promise<void> {
  await db.transaction((tx) => insertAudit(tx, COMMAND_LINE, record))
}

async function withStores(log: Log, work: (url: string, store: Shop['images']) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  const postgres = await connectOrStartPostgres(config, log)
  try {
    await work(postgres.url, await openImages(config))
  } finally {
    await postgres.stop()
  }
}

export async function withDatabase(log: Log, work: (db: Database) => Promise<void>): Promise<void> {
  const postgres = await connectOrStartPostgres(readConfig(process.env), log)
  try {
    await migrate(postgres.url)
    await withConnection(postgres.url, log, work)
  } finally {
    await postgres.stop()
  }
}

async function withConnection<T>(url: string, log: Log, work: (db: Database) => Promise<T>): Promise<T> {
  const { db, pool } = connect(url, log)
  return work(db).finally(() => pool.end())
}

export async function backupNightly(folder: string, log: Log): Promise<void> {
  const now = new Date()
  await backup(await prepareNightly(folder, now), log)
  // Older backups are only removed after the new one is complete.
  const removed = await rotateBackups(folder, now)
  if (removed.length > 0) console.log(`Removed older backups: ${removed.join(', ')}`)
}

export async function rehearse(folder: string, log: Log): Promise<void> {
  const file = await getNewestBackup(folder, new Date())
  const { tables, rows, images } = await log.step('Rehearsing a restore', () => rehearseRestore(file, log))
  recordCommand('rehearse-restore', { tables, rows, images })
  console.log(`${file} restores ${tables} tables with ${rows} rows and ${images} images, as they were backed up.`)
}
