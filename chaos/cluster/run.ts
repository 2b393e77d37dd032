import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FAULTS, type Fault } from './faults.ts'
import { closeNetwork, openNetwork } from './network.ts'
import { installPackages } from './packages.ts'
import { runRounds } from './rounds.ts'
import { printReport } from './table.ts'

const HELP = `Usage: npm run cluster -- [options]

Builds a PostgreSQL cluster (three nodes under Patroni, etcd, HAProxy) and two shops in network namespaces of this
machine, lets shoppers order, and breaks the primary again and again. Needs root and Debian.

  --rounds N      how often each fault is injected (1)
  --faults LIST   of ${FAULTS.join(', ')} (all)
  --seed N        repeats the order of faults, the timing and the shoppers (default: random)
  --binaries DIR  PostgreSQL's programs, pg_rewind among them (/usr/lib/postgresql/15/bin)
  --keep          keep the folder with all logs and the ledger
  --help          show this text`

const LOCK = '/run/gamla-cluster.pid'
const STARTUP_SECONDS = 240
const FAULT_SECONDS = 180

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1' },
    faults: { type: 'string', default: FAULTS.join(',') },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    binaries: { type: 'string', default: '/usr/lib/postgresql/15/bin' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) console.log(HELP)
else if (process.getuid?.() !== 0) fail('npm run cluster makes network namespaces, so it must be run as root')
else await main().catch((error) => fail(error instanceof Error ? error.message : String(error)))
// Pending requests would keep this process alive.
process.exit()

async function main(): Promise<void> {
  const rounds = Number(values.rounds)
  const faults = values.faults.split(',') as Fault[]
  if (!(rounds >= 1 && rounds <= 1000)) return fail('--rounds takes a number from 1 to 1000')
  if (!faults.every((fault) => FAULTS.includes(fault))) return fail(`--faults takes some of ${FAULTS.join(', ')}`)
  await acquireLock()
  const ending = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => ending.abort(new Error(`Interrupted by ${name}; cleaning up`)))
  }
  // An upper bound for the whole run, whatever hangs.
  const limit = AbortSignal.timeout((STARTUP_SECONDS + rounds * faults.length * FAULT_SECONDS) * 1000)
  const signal = AbortSignal.any([ending.signal, limit])
  const folder = await mkdtemp(join(tmpdir(), 'gamla-cluster-'))
  // PostgreSQL's user must be able to enter its own subfolders.
  await chmod(folder, 0o711)
  try {
    await installPackages()
    await buildShop()
    await openNetwork()
    const seed = Number(values.seed)
    console.log(`Seed ${seed}; logs and ledger are in ${folder}`)
    const report = await runRounds({ folder, rounds, faults, seed, signal, binaries: values.binaries })
    if (!printReport(report)) process.exitCode = 1
  } finally {
    await closeNetwork()
    if (!values.keep) await rm(folder, { recursive: true, force: true })
    await rm(LOCK, { force: true })
  }
}

async function acquireLock(): Promise<void> {
  const holder = Number(await readFile(LOCK, 'utf8').catch(() => ''))
  if (holder && isAlive(holder)) throw new Error(`Another run is in progress (process ${holder})`)
  await writeFile(LOCK, String(process.pid))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Builds the current sources. */
async function buildShop(): Promise<void> {
  const { build } = await import(join(import.meta.dirname, '../../scripts/ready.mjs'))
  await build()
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
