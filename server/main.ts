import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, type ConfigError, readConfig } from './config.ts'
import { type DataDir, getSecret, openDataDir } from './data-dir.ts'
import { createLog } from './observability/log.ts'
import { openPostgres } from './postgres/postgres.ts'
import { DRAIN_MS, startWorkers } from './runtime/primary.ts'
import { listMissingServices, needsSandbox, prepareSandbox } from './runtime/sandbox.ts'
import { canSeedDemo } from './seed/demo-accounts.ts'

/** A person presses Ctrl-C once, but the terminal, npm and the starter each pass it on. */
const ONE_PRESS_MS = 400
const CLOSE_MS = 10_000

const log = createLog()
/** What is open so far; closed in the opposite order. */
const closers: (() => unknown)[] = []
let folder: DataDir | undefined
let closingSince: number | undefined
let isOpen = false

listenForTheEnd()
const opening = openEverything(process.argv.includes('--dev'))
opening.catch(giveUp)

async function openEverything(isDev: boolean): Promise<void> {
  const asked = readConfig(process.env)
  log.configure(asked)
  process.chdir(join(import.meta.dirname, '..'))

  if (!asked.databaseUrl) folder = await openDataDir(asked.dataDir)
  closers.push(() => folder?.close())
  // While sources change, one process reads them and serves.
  const serving = isDev
    ? await (await import('./runtime/vite-dev.ts')).serveHere(asked, log)
    : await startWorkers({ ...asked, log })
  closers.push(() => serving.close(0))
  const named: Config = { ...asked, port: serving.port, dataDir: folder?.path ?? asked.dataDir }
  const sandbox = needsSandbox(named) ? await prepareSandbox(named, await getSecret(named)) : undefined
  closers.push(() => sandbox?.close())
  const config = sandbox?.config ?? named

  const postgres = await openPostgres(config, log)
  closers.push(postgres.stop)
  stopIfClosing()

  closers.push(() => serving.close(DRAIN_MS))
  const isDemo = canSeedDemo(asked)
  const target = { config, databaseUrl: postgres.url, sandbox: sandbox?.door, isDemo }
  const { isNew, hasAdmin } = await serving.open(target)
  stopIfClosing()
  isOpen = true
  await folder?.publishUrl(serving.url)
  log.info(`Gamla is open at ${serving.url}`)
  // The starter opens the shop again if this process is killed from now on.
  process.send?.({ port: serving.port })
  if (folder) await showDemoAccounts(config, isNew, isDemo)
  if (!hasAdmin) log.info('There is no admin yet: npm run shop -- create-admin you@example.com')

  for (const line of listMissingServices(config)) log.info(line)

  // What nobody waits for comes last.
  sandbox?.start(serving.url, log)
}

/** What is said here may be kept for long: to whoever tries the shop out, and of a real one to nobody. */
async function showDemoAccounts(
  { dataDir, publicUrl, isProduction }: Config,
  isNew: boolean,
  isDemo: boolean,
): Promise<void> {
  const file = join(dataDir, 'demo-accounts.json')
  const text = await readFile(file, 'utf8').catch(() => '[]')
  const accounts = JSON.parse(text) as { role: string; email: string; password: string }[]
  if (accounts.length === 0) return
  if (!isDemo) {
    log.error(`This shop began as a demo, and whoever has read ${file} can log in to it; begin with an empty DATA_DIR`)
    return
  }
  if (publicUrl || (isProduction && !isNew)) return log.info(`Demo accounts are in ${file}`)
  log.info(`Demo accounts, also in ${file}:`)
  for (const { role, email, password } of accounts) log.info(`  ${role.padEnd(6)}  ${email}  ${password}`)
}

function listenForTheEnd(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => askedToClose())
  // The starter holds a line to us; when it is killed, nobody could close the shop with Ctrl-C any more.
  process.on('disconnect', () => closeEverything(0))
  process.on('uncaughtException', (error) => {
    // This process holds the database and serves nobody: whatever it was, closing would be worse.
    if (isOpen) return log.error('An unexpected error; the shop stays open', error)
    log.error('An unexpected error closes the shop', error)
    closeEverything(1)
  })
}

function askedToClose(): void {
  if (closingSince !== undefined && Date.now() - closingSince > ONE_PRESS_MS) process.exit(1)
  closeEverything(0)
}

/** A Ctrl-C in the middle of opening: what is open so far is being closed, so nothing more may be opened. */
function stopIfClosing(): void {
  if (closingSince !== undefined) throw new Error('closing')
}

function giveUp(error: unknown): void {
  if (closingSince !== undefined) return
  if (isForTheOperator(error)) console.error(error.message)
  else log.error('The shop cannot open', error)
  closeEverything(1)
}

/** By name: the build has its own copy of the class. */
function isForTheOperator(error: unknown): error is ConfigError {
  return error instanceof Error && error.name === 'ConfigError'
}

async function closeEverything(exitCode: number): Promise<void> {
  if (closingSince !== undefined) return
  closingSince = Date.now()
  // The disk may be full; that must not keep the shop open.
  await folder?.publishClosing().catch((error) => log.error('No word could be left that the shop is closing', error))
  await Promise.race([opening.catch(() => {}), sleep(CLOSE_MS)])
  for (let close = closers.pop(); close; close = closers.pop()) {
    const timer = setTimeout(() => process.exit(1), CLOSE_MS)
    try {
      await close()
    } catch (error) {
      log.error('Something did not close', error)
    }
    clearTimeout(timer)
  }
  process.exit(exitCode)
}
