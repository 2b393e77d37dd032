import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FAULTS, type Fault } from './faults.ts'
import { closeNetwork, openNetwork } from './network.ts'
import { installPackages } from './packages.ts'
import { tryRounds } from './rounds.ts'
import { tell } from './table.ts'

const HELP = `Usage: npm run cluster -- [options]

Builds a PostgreSQL cluster (three nodes under Patroni, etcd, HAProxy) and two shops in network namespaces of this
machine, lets shoppers order, and breaks the primary again and again. Needs root and Debian.

  --rounds N      each fault so many times (1)
  --faults LIST   of ${FAULTS.join(', ')} (all)
  --seed N        the same order of faults, moments and shoppers again (a new one each time)
  --binaries DIR  PostgreSQL's programs, pg_rewind among them (/usr/lib/postgresql/15/bin)
  --keep          leave the folder with all logs and the ledger
  --help          this`

const LOCK = '/run/gamla-cluster.pid'
const OPENING_SECONDS = 240
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
else if (process.getuid?.() !== 0) refuse('npm run cluster makes network namespaces, so it must be run as root')
else await main().catch((error) => refuse(error instanceof Error ? error.message : String(error)))
// Requests that will never be answered would keep this process.
process.exit()

async function main(): Promise<void> {
  const rounds = Number(values.rounds)
  const faults = values.faults.split(',') as Fault[]
  if (!(rounds >= 1 && rounds <= 1000)) return refuse('--rounds takes a number from 1 to 1000')
  if (!faults.every((fault) => FAULTS.includes(fault))) return refuse(`--faults takes some of ${FAULTS.join(', ')}`)
  await takeLock()
  const ending = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => ending.abort(new Error(`Interrupted by ${name}; everything is being taken away`)))
  }
  // Whatever hangs, it does not hang for ever.
  const limit = AbortSignal.timeout((OPENING_SECONDS + rounds * faults.length * FAULT_SECONDS) * 1000)
  const signal = AbortSignal.any([ending.signal, limit])
  const folder = await mkdtemp(join(tmpdir(), 'gamla-cluster-'))
  // PostgreSQL's user has folders of its own in it.
  await chmod(folder, 0o711)
  try {
    await installPackages()
    await buildShop()
    await openNetwork()
    const seed = Number(values.seed)
    console.log(`Seed ${seed}; logs and ledger are in ${folder}`)
    const report = await tryRounds({ folder, rounds, faults, seed, signal, binaries: values.binaries })
    if (!tell(report)) process.exitCode = 1
  } finally {
    await closeNetwork()
    if (!values.keep) await rm(folder, { recursive: true, force: true })
    await rm(LOCK, { force: true })
  }
}

async function takeLock(): Promise<void> {
  const holder = Number(await readFile(LOCK, 'utf8').catch(() => ''))
  if (holder && isAlive(holder)) throw new Error(`Another run is going on (process ${holder})`)
  await writeFile(LOCK, String(process.pid))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** With the sources as they are now. */
async function buildShop(): Promise<void> {
  const { build } = await import(join(import.meta.dirname, '../../scripts/ready.mjs'))
  await build()
}

function refuse(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}
