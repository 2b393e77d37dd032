import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, type ConfigError, readConfig } from './config.ts'
import { closeToOthers, type DataDir, getSecret, openDataDir } from './data-dir.ts'
import { createLog } from './observability/log.ts'
import { openPostgres } from './postgres/postgres.ts'
import { DRAIN_MS, startWorkers } from './runtime/primary.ts'
import { listMissingServices, needsSandbox, prepareSandbox } from './runtime/start-sandbox.ts'
import { canSeedDemo } from './seed/demo-accounts.ts'

/** One Ctrl-C arrives up to three times: from the terminal, npm and the start script. */
const REPEATED_SIGNAL_MS = 400
const CLOSE_MS = 10_000

const log = createLog()
/** Closes what is open so far, in reverse order. */
const closers: (() => unknown)[] = []
let folder: DataDir | undefined
let closingSince: number | undefined
let isOpen = false

listenForShutdown()
const opening = openEverything(process.argv.includes('--dev'))
opening.catch(giveUp)

async function openEverything(isDev: boolean): Promise<void> {
  const given = readConfig(process.env)
  log.configure(given)
  process.chdir(join(import.meta.dirname, '..'))

  if (given.databaseUrl) await closeToOthers(given.dataDir, { holdsDatabase: false })
  else folder = await openDataDir(given.dataDir)
  closers.push(() => folder?.close())
  // In development this process serves the shop, because it reloads the sources when they change.
  const server = isDev
    ? await (await import('./runtime/vite-dev.ts')).serveHere(given, log)
    : await startWorkers({ ...given, log })
  closers.push(() => server.close(0))
  const base: Config = { ...given, port: server.port, dataDir: folder?.path ?? given.dataDir }
  const sandbox = needsSandbox(base) ? await prepareSandbox(base, await getSecret(base)) : undefined
  closers.push(() => sandbox?.close())
  const config = sandbox?.config ?? base

  const postgres = await openPostgres(config, log)
  closers.push(postgres.stop)
  stopIfClosing()

  closers.push(() => server.close(DRAIN_MS))
  const isDemo = canSeedDemo(given)
  const options = { config, databaseUrl: postgres.url, sandbox: sandbox?.target, isDemo }
  const { isNew, hasAdmin, shopName } = await server.open(options)
  stopIfClosing()
  isOpen = true
  await folder?.publishUrl(server.url)
  log.info(`${shopName} is open at ${server.url}`)
  // From now on the start script restarts the shop if this process is killed.
  process.send?.({ port: server.port })
  if (folder) await showDemoAccounts(config, isNew, isDemo)
  if (!hasAdmin) log.info('No admin account yet. Create one with: npm run shop -- create-admin you@example.com')

  for (const line of listMissingServices(config)) log.info(line)

  sandbox?.start(server.url, log)
}

/** Logs may be retained, so passwords are printed only on the first start of a demo, never in production. */
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
    log.error(`This shop was created as a demo: anyone who has read ${file} can log in. Start with an empty DATA_DIR`)
    return
  }
  if (publicUrl || (isProduction && !isNew)) return log.info(`Demo accounts are in ${file}`)
  log.info(`Demo accounts, also in ${file}:`)
  for (const { role, email, password } of accounts) log.info(`  ${role.padEnd(6)}  ${email}  ${password}`)
}

function listenForShutdown(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => onSignal())
  // The start script was killed, so Ctrl-C would not reach this process any more.
  process.on('disconnect', () => closeEverything(0))
  process.on('uncaughtException', (error) => {
    // This process runs the database and handles no requests, so staying open is safer than closing.
    if (isOpen) return log.error('Unexpected error; the shop stays open', error)
    log.error('Unexpected error; the shop closes', error)
    closeEverything(1)
  })
}

function onSignal(): void {
  if (closingSince !== undefined && Date.now() - closingSince > REPEATED_SIGNAL_MS) process.exit(1)
  closeEverything(0)
}

/** Ctrl-C may come during start-up: then nothing more may be opened. */
function stopIfClosing(): void {
  if (closingSince !== undefined) throw new Error('closing')
}

function giveUp(error: unknown): void {
  if (closingSince !== undefined) return
  if (isConfigError(error)) console.error(error.message)
  else log.error('The shop could not start', error)
  closeEverything(1)
}

/** Compares the name, because the build has its own copy of the class. */
function isConfigError(error: unknown): error is ConfigError {
  return error instanceof Error && error.name === 'ConfigError'
}

async function closeEverything(exitCode: number): Promise<void> {
  if (closingSince !== undefined) return
  closingSince = Date.now()
  // A full disk must not prevent closing.
  await folder?.publishClosing().catch((error) => log.error('The shutdown could not be recorded in DATA_DIR', error))
  await Promise.race([opening.catch(() => {}), sleep(CLOSE_MS)])
  for (let close = closers.pop(); close; close = closers.pop()) {
    const timer = setTimeout(() => process.exit(1), CLOSE_MS)
    try {
      await close()
    } catch (error) {
      log.error('A component failed to close', error)
    }
    clearTimeout(timer)
  }
  process.exit(exitCode)
}
