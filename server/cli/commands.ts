import type { SignupForm } from '#domain/account.ts'
import { makeAdmin } from '#server/accounts/roles.ts'
import { type AuditRecord, COMMAND_LINE, insertAudit } from '#server/admin/audit-queries.ts'
import { backUp } from '#server/backup/back-up.ts'
import { restore as restoreFrom } from '#server/backup/restore.ts'
import { readConfig } from '#server/config.ts'
import { connect, type Database } from '#server/db/connection.ts'
import { migrate } from '#server/db/migrate.ts'
import { createLog, type Log } from '#server/observability/log.ts'
import { createSecurityLog } from '#server/observability/security-log.ts'
import { connectOrStartPostgres } from '#server/postgres/postgres.ts'
import { seedBulk } from '#server/seed/bulk.ts'
import { seedIfEmpty } from '#server/seed/seed.ts'
import { openImages, type Shop } from '#server/shop.ts'
import { UsageError } from './usage-error.ts'

export async function createAdmin(person: SignupForm, log: Log): Promise<void> {
  await withDatabase(log, async (db) => {
    const { uid, was, endedSessions } = await makeAdmin({ db }, person)
    note('create-admin', { account: uid })
    if (was === undefined) console.log(`${person.email} is an admin now.`)
    else {
      securityLog.record('password-changed', { account: uid, by: 'command line' })
      const before = was === 'admin' ? 'was an admin already' : `had an account already, as ${was}, and is an admin now`
      const ended = endedSessions === 1 ? '1 session was ended' : `${endedSessions} sessions were ended`
      console.log(`${person.email} ${before}.\nIt has a new password: the one before no longer works, and ${ended}.`)
    }
    console.log(`Password, shown this once: ${person.password}`)
  })
}

export async function seed(counts: { products: number; orders: number }, log: Log): Promise<void> {
  const config = readConfig(process.env)
  await withDatabase(log, async (db) => {
    if (counts.products + counts.orders > 0) {
      const made = await log.step('Making things up', () => seedBulk(db, counts))
      await keep(db, { action: 'make up products and orders', subject: 'shop', after: counts })
      note('seed', counts)
      console.log(`Added ${made.products} products and ${made.orders} orders.`)
      return
    }
    if (!(await seedIfEmpty({ db, config })))
      throw new UsageError('There is a shop in this database already; nothing was added')
    await keep(db, { action: 'fill with the demo shop', subject: 'shop' })
    note('seed')
    console.log(`Filled the database with the demo shop; its accounts are in ${config.dataDir}/demo-accounts.json`)
  })
}

export async function backup(file: string, log: Log): Promise<void> {
  await withStores(log, async (url, images) => {
    const { tables, pictures, missing } = await log.step('Backing up', () => backUp(url, images, file, new Date()))
    // The backup is there; a database that only lets itself be read takes no record of it.
    await withHandle(url, log, (db) =>
      keep(db, { action: 'back up', subject: 'shop', after: { tables, pictures } }),
    ).catch((error) => log.error('The audit has no record of this backup', error))
    note('backup', { tables, pictures })
    console.log(`Backed up ${tables} tables and ${pictures} pictures into ${file}`)
    if (missing.length > 0)
      console.error(`${missing.length} pictures that the database names are not in the store, such as ${missing[0]}`)
  })
}

export async function restore(file: string, log: Log): Promise<void> {
  await withStores(log, async (url, images) => {
    const { tables, pictures } = await log.step('Restoring', () => restoreFrom(url, images, file))
    await withHandle(url, log, (db) =>
      keep(db, { action: 'restore a backup', subject: 'shop', after: { tables, pictures } }),
    )
    note('restore', { tables, pictures })
    console.log(`Restored ${tables} tables and ${pictures} pictures from ${file}`)
  })
}

/** On stderr: the output of a command may be piped to another program. */
const securityLog = createSecurityLog(createLog(process.stderr))

function note(command: string, details: Record<string, string | number> = {}): void {
  securityLog.record('command', { command, ...details })
}

async function keep(db: Database, record: AuditRecord): Promise<void> {
  await db.transaction((tx) => insertAudit(tx, COMMAND_LINE, record))
}

async function withStores(log: Log, work: (url: string, images: Shop['images']) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  const postgres = await connectOrStartPostgres(config, log)
  try {
    await work(postgres.url, await openImages(config))
  } finally {
    await postgres.stop()
  }
}

async function withDatabase(log: Log, work: (db: Database) => Promise<void>): Promise<void> {
  const postgres = await connectOrStartPostgres(readConfig(process.env), log)
  try {
    await migrate(postgres.url)
    await withHandle(postgres.url, log, work)
  } finally {
    await postgres.stop()
  }
}

async function withHandle(url: string, log: Log, work: (db: Database) => Promise<void>): Promise<void> {
  const { db, pool } = connect(url, log)
  await work(db).finally(() => pool.end())
}
