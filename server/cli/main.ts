import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parseSignup } from '#domain/account.ts'
import { UsageError } from '#server/backup/usage-error.ts'
import { ConfigError } from '#server/config.ts'
import { createLog } from '#server/observability/log.ts'
import { makePassword } from '#server/seed/demo-accounts.ts'

const HELP = `Usage: npm run shop -- <command>

  create-admin EMAIL [--name NAME]   Make this person an admin; their new password is shown once. An account that
                                     is there already gets a new one, too, and its sessions end
  seed                               Fill an empty database with the demo shop
  seed --products N --orders N       Add N made-up products and N made-up orders, to measure with
  backup FILE                        Write database and pictures into a file; the shop may be open
  restore FILE                       Fill an empty database and an empty store for pictures from such a file
  help                               Show this

It works on the database in DATA_DIR (default ./data), whether the shop is open or not, or on the one in DATABASE_URL.`

const MOST_MADE_UP = 10_000_000

const log = createLog()
run(process.argv.slice(2)).catch((error) => {
  if (error instanceof UsageError || error instanceof ConfigError) console.error(error.message)
  else log.error('The command failed', error)
  process.exitCode = 1
})

async function run(args: string[]): Promise<void> {
  const { command, options, operands } = parseCommand(args)
  if (command === 'create-admin') {
    const admin = parseAdmin(operands, options.name)
    return (await readCommands()).createAdmin(admin, log)
  }
  if (command === 'seed' && operands.length === 0) {
    const counts = { products: parseCount('products', options.products), orders: parseCount('orders', options.orders) }
    return (await readCommands()).seed(counts, log)
  }
  if (command === 'backup' || command === 'restore') {
    const [file, ...others] = operands
    if (file === undefined || others.length > 0) throw new UsageError(`Name one file: ${command} FILE`)
    return (await readCommands())[command](resolve(file), log)
  }
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

function parseAdmin([email, ...others]: string[], name = email?.split('@')[0]) {
  if (email === undefined || others.length > 0) throw new UsageError('Name one e-mail address: create-admin EMAIL')
  const form = parseSignup({ name, email, password: makePassword() })
  if (!form.ok) throw new UsageError(Object.values(form.problems).join(' '))
  return form.value
}

function parseCount(option: string, text = '0'): number {
  const count = /^\d{1,8}$/.test(text) ? Number(text) : Number.NaN
  if (count <= MOST_MADE_UP) return count
  throw new UsageError(`--${option} must be a whole number from 0 to ${MOST_MADE_UP}, not ${JSON.stringify(text)}`)
}

/** They bring half of the shop along, which nobody needs who mistyped a word. */
function readCommands() {
  return import('./commands.ts')
}
