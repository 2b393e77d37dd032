import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parseSignup } from '#domain/accounts/account.ts'
import { parseNewShop } from '#domain/setup/new-shop.ts'
import { ConfigError } from '#server/config.ts'
import { UsageError } from '#server/errors.ts'
import { createLog } from '#server/observability/log.ts'
import { makePassword } from '#server/seed/demo-accounts.ts'

const HELP = `Usage: npm run shop -- <command>

  new --name NAME --admin EMAIL      Make an empty shop with this name and this admin, without demo data, and
                                     show the password once
  create-admin EMAIL [--name NAME]   Create an admin and show the password once. An existing account
                                     becomes an admin, gets a new password and is logged out everywhere
  set-password EMAIL                 Set a new password for an account and show it once. The account is
                                     logged out everywhere
  reset-second-factor EMAIL          For somebody who has lost it: remove authenticator app, recovery codes
                                     and passkeys, and log out everywhere
  seed                               Add the demo shop to an empty database
  backup-nightly FOLDER              Write a backup into a folder, named by its time, and keep the newest of the
                                     last 7 days and 4 weeks there
  rehearse-restore FOLDER            Restore the newest backup of a folder into a throw-away database and
                                     compare it
  backup FILE                        Write the database and all images to a file; the shop may be running
  restore FILE                       Restore a backup into an empty database and an empty image store
  erase EMAIL                        Delete an account with everything that says who its owner was, as the page
                                     Delete my account does. Instead of the email the account's ID
  breach-list session ID             List as CSV whose data a session could have shown. Of a session that has
                                     ended, give the account's ID, which the security log names
  breach-list export ID              The same for a CSV export, by the number under Entry in the tab Audit
  breach-list backup FILE            The same for a backup file, or for all data up to a time (2026-11-22T10:00Z)
  help                               Show this help

Commands use the database in DATA_DIR (default ./data) or at DATABASE_URL; the shop may be running.`

const log = createLog()

/** @returns the exit code */
export async function runCommand(args: string[]): Promise<number> {
  try {
    await run(args)
    return 0
  } catch (error) {
    if (error instanceof UsageError || error instanceof ConfigError) console.error(error.message)
    else log.error('The command failed', error)
    return 1
  }
}

async function run(args: string[]): Promise<void> {
  const { command, options, operands } = parseCommand(args)
  if (command === 'new' && operands.length === 0) {
    const { name, admin } = options
    if (name === undefined || admin === undefined)
      throw new UsageError('Enter a name and an email address: new --name "Lamp House" --admin you@example.com')
    const shop = parseNewShop({ name, admin }, makePassword())
    if (!shop.ok) throw new UsageError(Object.values(shop.problems).join(' '))
    return (await loadCommands()).beginEmpty(shop.value, log)
  }
  if (options.admin !== undefined) throw new UsageError('Only the command new has an option --admin.')
  if (command === 'create-admin') {
    const admin = parseAdmin(operands, options.name, command)
    return (await loadCommands()).createAdmin(admin, log)
  }
  if (command === 'set-password') {
    const { email, password } = parseAdmin(operands, undefined, command)
    return (await loadCommands()).setPassword(email, password, log)
  }
  if (command === 'reset-second-factor') {
    const email = onlyOf(operands, `Enter one email address: ${command} EMAIL`)
    return (await loadCommands()).resetSecondFactorOf(email, log)
  }
  if (command === 'seed' && operands.length === 0) return (await loadCommands()).seed(log)
  if (command === 'backup' || command === 'restore') {
    const file = onlyOf(operands, `Enter one file: ${command} FILE`)
    return (await loadCommands())[command](resolve(file), log)
  }
  if (command === 'backup-nightly' || command === 'rehearse-restore') {
    const folder = onlyOf(operands, `Enter one folder: ${command} FOLDER`)
    const name = command === 'backup-nightly' ? 'backupNightly' : 'rehearse'
    return (await loadCommands())[name](resolve(folder), log)
  }
  if (command === 'erase') {
    const who = onlyOf(operands, 'Enter one email address or ID: erase EMAIL')
    return (await import('./privacy-commands.ts')).erase(who, log)
  }
  if (command === 'breach-list') {
    const [kind, which, ...others] = operands
    if ((kind !== 'session' && kind !== 'export' && kind !== 'backup') || which === undefined || others.length > 0)
      throw new UsageError('Enter what was lost: breach-list session ID, export ID or backup FILE')
    return (await import('./privacy-commands.ts')).listBreach(kind, which, log)
  }
  if (command === 'help' || command === undefined) return console.log(HELP)
  throw new UsageError(`Unknown command: ${[command, ...operands].join(' ')}. Run npm run shop -- help for a list.`)
}

function parseCommand(args: string[]) {
  try {
    const { values: options, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { name: { type: 'string' }, admin: { type: 'string' } },
    })
    const [command, ...operands] = positionals
    return { command, options, operands }
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split(/\. |\.?\n/)[0]}. Run npm run shop -- help for the options.`)
  }
}

function parseAdmin(operands: string[], given: string | undefined, command: string) {
  const email = onlyOf(operands, `Enter one email address: ${command} EMAIL`)
  const form = parseSignup({ name: given ?? email.split('@')[0], email, password: makePassword() })
  if (!form.ok) throw new UsageError(Object.values(form.problems).join(' '))
  return form.value
}

/** @throws UsageError with what to enter */
function onlyOf([operand, ...others]: string[], usage: string): string {
  if (operand === undefined || others.length > 0) throw new UsageError(usage)
  return operand
}

/** Loaded on demand: the commands import most of the shop, which help and usage errors do not need. */
function loadCommands() {
  return import('./commands.ts')
}
