import { readdir, readFile, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { until } from '#tests/support/process.ts'
import type { TestEnvironment } from './environment.ts'
import type { Random } from './random.ts'

/** `inject` resolves when the fault has ended. */
export type Fault = {
  name: string
  isKill?: boolean
  /** The reason why this fault cannot be injected here, or undefined. */
  unavailable(environment: TestEnvironment): string | undefined
  inject(environment: TestEnvironment, random: Random, seconds: number): Promise<void>
}

const always = () => undefined
/** The reason of faults that only an external PostgreSQL can have. */
export const NEEDS_EXTERNAL = 'needs an external PostgreSQL'
const NO_MOUNT = 'mounting a small disk is not allowed here'

export const faults: readonly Fault[] = [
  { name: 'kill the shop', isKill: true, unavailable: always, inject: ({ shop }) => shop.kill('SIGKILL') },
  {
    name: 'kill a worker',
    isKill: true,
    unavailable: always,
    inject: ({ shop, url }) =>
      shop.killWorker(() =>
        fetch(`${url}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
  },
  { name: 'kill PostgreSQL', isKill: true, unavailable: always, inject: killPostgres },
  {
    name: 'kill both',
    isKill: true,
    unavailable: always,
    async inject(environment) {
      await Promise.all([environment.shop.kill('SIGKILL'), killPostgres(environment)])
    },
  },
  { name: 'kill one PostgreSQL backend', isKill: true, unavailable: always, inject: killBackend },
  { name: 'pause PostgreSQL', unavailable: always, inject: pausePostgres },
  {
    name: 'cut the database network',
    unavailable: needsNetwork,
    inject: (environment, _, seconds) => cut(environment, 'shut', seconds),
  },
  {
    name: 'blackhole the database network',
    unavailable: needsNetwork,
    inject: (environment, _, seconds) => cut(environment, 'silence', seconds),
  },
  {
    name: 'fill the PostgreSQL disk',
    unavailable: ({ kind, postgresDisk }) =>
      kind === 'embedded' ? NEEDS_EXTERNAL : postgresDisk ? undefined : NO_MOUNT,
    inject: fillPostgresDisk,
  },
  {
    name: 'fill the image disk',
    unavailable: ({ imageDisk }) => (imageDisk ? undefined : NO_MOUNT),
    async inject({ imageDisk }, _, seconds) {
      await imageDisk?.fill()
      await sleep(seconds * 1000)
      await imageDisk?.free()
    },
  },
  { name: 'hold locks on orders', unavailable: always, inject: holdLocks },
  { name: 'exhaust connections', unavailable: always, inject: exhaustConnections },
  {
    name: 'skew the clock',
    unavailable: ({ clock }) => (clock ? undefined : 'libfaketime is not installed'),
    async inject({ clock }, random, seconds) {
      if (!clock) return
      await writeFile(clock.file, `${random.oneOf(['-3600', '+3600', '-172800', '+172800'])}\n`)
      await sleep(seconds * 1000)
      await writeFile(clock.file, '+0\n')
    },
  },
]

function needsNetwork({ databaseNetwork }: TestEnvironment): string | undefined {
  return databaseNetwork ? undefined : NEEDS_EXTERNAL
}

async function killPostgres(environment: TestEnvironment): Promise<void> {
  const pid = await until('PostgreSQL runs', environment.findPostgres)
  process.kill(pid, 'SIGKILL')
}

/** As the out-of-memory killer does: PostgreSQL then terminates all other backends and recovers. */
async function killBackend(environment: TestEnvironment): Promise<void> {
  const [backend] = await environment.sql<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'gamla' order by random() limit 1`,
  )
  if (backend) process.kill(backend.pid, 'SIGKILL')
}

async function pausePostgres(environment: TestEnvironment, _: Random, seconds: number): Promise<void> {
  const server = await until('PostgreSQL runs', environment.findPostgres)
  send(server, 'SIGSTOP')
  // Backends are separate sessions, so each needs its own signal; a stopped postmaster starts no new ones.
  const all = [server, ...(await listChildren(server))]
  for (const pid of all) send(pid, 'SIGSTOP')
  await sleep(seconds * 1000)
  for (const pid of all.reverse()) send(pid, 'SIGCONT')
}

async function listChildren(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      return { pid, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }
    }),
  )
  return parents.filter((it) => it.parent === parent).map(({ pid }) => pid)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has already exited.
  }
}

async function cut({ databaseNetwork }: TestEnvironment, how: 'shut' | 'silence', seconds: number): Promise<void> {
  databaseNetwork?.[how]()
  await sleep(seconds * 1000)
  databaseNetwork?.open()
}

async function fillPostgresDisk(environment: TestEnvironment, _: Random, seconds: number): Promise<void> {
  await environment.postgresDisk?.fill()
  // Without a new WAL segment, PostgreSQL could keep writing into the space it has already allocated.
  await asSuperuser(environment, async (client) => {
    for (let n = 0; n < 4; n += 1) await client.query('select pg_switch_wal()')
  })
  await sleep(seconds * 1000)
  await environment.postgresDisk?.free()
}

async function holdLocks(environment: TestEnvironment, _: Random, seconds: number): Promise<void> {
  await asSuperuser(environment, async (client) => {
    await client.query('begin; lock table orders, checkouts in access exclusive mode')
    await sleep(seconds * 1000)
    await client.query('rollback')
  })
}

/** Takes every connection that ordinary roles may have: the shop keeps its open ones but gets no new one. */
async function exhaustConnections({ databaseUrl }: TestEnvironment, _: Random, seconds: number): Promise<void> {
  const taken: pg.Client[] = []
  for (let isFull = false; !isFull && taken.length < 100; ) {
    const client = new pg.Client({ connectionString: databaseUrl })
    client.on('error', () => {})
    await client.connect().then(
      () => taken.push(client),
      () => {
        isFull = true
      },
    )
  }
  await sleep(seconds * 1000)
  await Promise.all(taken.map((client) => client.end().catch(() => {})))
}

/** Errors are ignored: this connection may be hit by an injected fault as well. */
async function asSuperuser(environment: TestEnvironment, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: environment.superuserUrl })
  client.on('error', () => {})
  try {
    await client.connect()
    await work(client)
  } catch {
    // The connection was lost.
  } finally {
    await client.end().catch(() => {})
  }
}
