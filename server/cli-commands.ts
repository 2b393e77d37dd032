import type { SignupForm } from '#domain/account.ts'
import { createAccount } from './accounts.ts'
import { backUp } from './backup/back-up.ts'
import { restore as restoreFrom } from './backup/restore.ts'
import { readConfig } from './config.ts'
import { updateRole } from './db/accounts.ts'
import { connect, type Handle } from './db/connection.ts'
import { migrate } from './db/migrate.ts'
import { borrowPostgres } from './db/postgres.ts'
import { seedIfEmpty } from './db/seed.ts'
import { seedMany } from './db/seed-many.ts'
import type { Log } from './log.ts'
import { openImages, type Shop } from './shop.ts'
import { UsageError } from './usage-error.ts'

export async function createAdmin(person: SignupForm, log: Log): Promise<void> {
  await withDatabase(log, async (db) => {
    const account = { ...person, role: 'admin' } as const
    if (await updateRole(db, account.email, 'admin')) {
      console.log(`${account.email} is an admin now, with the same password as before.`)
      return
    }
    const made = await createAccount({ db }, account)
    if (!made.ok) throw new UsageError(`Somebody signed up as ${account.email} at this very moment; please try again`)
    console.log(`${account.email} is an admin now.\nPassword, shown this once: ${account.password}`)
  })
}

export async function seed(counts: { products: number; orders: number }, log: Log): Promise<void> {
  const config = readConfig(process.env)
  await withDatabase(log, async (db) => {
    if (counts.products + counts.orders > 0) {
      const made = await log.step('Making things up', () => seedMany(db, counts))
      console.log(`Added ${made.products} products and ${made.orders} orders.`)
      return
    }
    if (!(await seedIfEmpty({ db, config })))
      throw new UsageError('There is a shop in this database already; nothing was added')
    console.log(`Filled the database with the demo shop; its accounts are in ${config.dataDir}/demo-accounts.json`)
  })
}

export async function backup(file: string, log: Log): Promise<void> {
  await withStores(log, async (url, images) => {
    const { tables, pictures, missing } = await log.step('Backing up', () => backUp(url, images, file, new Date()))
    console.log(`Backed up ${tables} tables and ${pictures} pictures into ${file}`)
    if (missing.length > 0)
      console.error(`${missing.length} pictures that the database names are not in the store, such as ${missing[0]}`)
  })
}

export async function restore(file: string, log: Log): Promise<void> {
  await withStores(log, async (url, images) => {
    const { tables, pictures } = await log.step('Restoring', () => restoreFrom(url, images, file))
    console.log(`Restored ${tables} tables and ${pictures} pictures from ${file}`)
  })
}

async function withStores(log: Log, work: (url: string, images: Shop['images']) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  const postgres = await borrowPostgres(config, log)
  try {
    await work(postgres.url, await openImages(config))
  } finally {
    await postgres.stop()
  }
}

async function withDatabase(log: Log, work: (db: Handle) => Promise<void>): Promise<void> {
  const postgres = await borrowPostgres(readConfig(process.env), log)
  try {
    await migrate(postgres.url)
    const { db, pool } = connect(postgres.url, log)
    await work(db).finally(() => pool.end())
  } finally {
    await postgres.stop()
  }
}
