import type { SignupForm } from '#domain/account.ts'
import { createAccount } from './accounts.ts'
import { readConfig } from './config.ts'
import { updateRole } from './db/accounts.ts'
import { connect, type Handle } from './db/connection.ts'
import { migrate } from './db/migrate.ts'
import { borrowPostgres } from './db/postgres.ts'
import { seedIfEmpty } from './db/seed.ts'
import { seedMany } from './db/seed-many.ts'
import type { Log } from './log.ts'
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
