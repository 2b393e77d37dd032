import { parseArgs } from 'node:util'
import { parseSignup } from '#domain/account.ts'
import { createAccount } from './accounts.ts'
import { ConfigError, readConfig } from './config.ts'
import { updateRole } from './db/accounts.ts'
import { connect, type Handle } from './db/connection.ts'
import { migrate } from './db/migrate.ts'
import { borrowPostgres } from './db/postgres.ts'
import { seedIfEmpty } from './db/seed.ts'
import { seedMany } from './db/seed-many.ts'
import { makePassword } from './demo-accounts.ts'
import { createLog } from './log.ts'

const HELP = `Usage: npm run shop -- <command>

  create-admin EMAIL [--name NAME]   Make this person an admin; a new account's password is shown once
  seed                               Fill an empty database with the demo shop
  seed --products N --orders N       Add N made-up products and N made-up orders, to measure with
  help                               Show this

It works on the database in DATA_DIR (default ./data), whether the shop is open or not, or on the one in DATABASE_URL.`

/** Something the person at the keyboard must mend. The message is one line. */
class UsageError extends Error {}

const MOST_MADE_UP = 10_000_000

const log = createLog()
run(process.argv.slice(2)).catch((error) => {
  if (error instanceof UsageError || error instanceof ConfigError) console.error(error.message)
  else log.error('The command failed', error)
  process.exitCode = 1
})

async function run(args: string[]): Promise<void> {
  const { command, options, operands } = parseCommand(args)
  if (command === 'create-admin') return createAdmin(operands, options.name)
  if (command === 'seed' && operands.length === 0) return seed(options)
  if (command === 'help' || command === undefined) return console.log(HELP)
  throw new UsageError(`There is no command ${[command, ...operands].join(' ')}; npm run shop -- help lists them`)
}

function parseCommand(args: string[]) {
  try {
    const { values: options, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { name: { type: 'string' }, products: { type: 'string' }, orders: { type: 'string' } },
    })
    const [command, ...operands] = positionals
    return { command, options, operands }
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split(/\. |\.?\n/)[0]}; npm run shop -- help shows the options`)
  }
}

async function createAdmin([email, ...others]: string[], name = email?.split('@')[0]): Promise<void> {
  if (email === undefined || others.length > 0) throw new UsageError('Name one e-mail address: create-admin EMAIL')
  const form = parseSignup({ name, email, password: makePassword() })
  if (!form.ok) throw new UsageError(Object.values(form.problems).join(' '))

  await withDatabase(async (db) => {
    const account = { ...form.value, role: 'admin' } as const
    if (await updateRole(db, account.email, 'admin')) {
      console.log(`${account.email} is an admin now, with the same password as before.`)
      return
    }
    const made = await createAccount({ db }, account)
    if (!made.ok) throw new UsageError(`Somebody signed up as ${account.email} at this very moment; please try again`)
    console.log(`${account.email} is an admin now.\nPassword, shown this once: ${account.password}`)
  })
}

async function seed(options: { products?: string; orders?: string }): Promise<void> {
  const products = parseCount('products', options.products)
  const orders = parseCount('orders', options.orders)
  const config = readConfig(process.env)
  await withDatabase(async (db) => {
    if (products + orders > 0) {
      const made = await log.step('Making things up', () => seedMany(db, { products, orders }))
      console.log(`Added ${made.products} products and ${made.orders} orders.`)
      return
    }
    if (!(await seedIfEmpty({ db, config })))
      throw new UsageError('There is a shop in this database already; nothing was added')
    console.log(`Filled the database with the demo shop; its accounts are in ${config.dataDir}/demo-accounts.json`)
  })
}

function parseCount(option: string, text = '0'): number {
  const count = /^\d{1,8}$/.test(text) ? Number(text) : Number.NaN
  if (count <= MOST_MADE_UP) return count
  throw new UsageError(`--${option} must be a whole number from 0 to ${MOST_MADE_UP}, not ${JSON.stringify(text)}`)
}

async function withDatabase(work: (db: Handle) => Promise<void>): Promise<void> {
  const postgres = await borrowPostgres(readConfig(process.env), log)
  try {
    await migrate(postgres.url)
    const { db, pool } = connect(postgres.url, log)
    await work(db).finally(() => pool.end())
  } finally {
    await postgres.stop()
  }
}
