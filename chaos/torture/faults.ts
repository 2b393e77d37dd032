import { readdir, readFile, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { until } from '#tests/support/process.ts'
import type { House } from './environment.ts'
import type { Random } from './random.ts'

/** Something that befalls a shop; `befall` ends when the cause does. */
export type Cause = {
  name: string
  isKill?: boolean
  /** Why it cannot be tried here; undefined: it can. */
  missing(house: House): string | undefined
  befall(house: House, random: Random, seconds: number): Promise<void>
}

const always = () => undefined

export const causes: readonly Cause[] = [
  { name: 'kill the shop', isKill: true, missing: always, befall: ({ shop }) => shop.kill('SIGKILL') },
  {
    name: 'kill a worker',
    isKill: true,
    missing: always,
    befall: ({ shop, url }) =>
      shop.killWorker(() =>
        fetch(`${url}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
  },
  { name: 'kill PostgreSQL', isKill: true, missing: always, befall: killPostgres },
  {
    name: 'kill both',
    isKill: true,
    missing: always,
    async befall(house) {
      await Promise.all([house.shop.kill('SIGKILL'), killPostgres(house)])
    },
  },
  { name: 'kill one connection of PostgreSQL', isKill: true, missing: always, befall: killBackend },
  { name: 'stop PostgreSQL', missing: always, befall: stopPostgres },
  { name: 'cut the line', missing: needsLine, befall: (house, _, seconds) => cut(house, 'shut', seconds) },
  {
    name: 'let the line fall silent',
    missing: needsLine,
    befall: (house, _, seconds) => cut(house, 'silence', seconds),
  },
  {
    name: 'fill the disk of PostgreSQL',
    missing: ({ kind, postgresDisk }) =>
      kind === 'own' ? 'only a rented PostgreSQL has a disk of its own' : postgresDisk ? undefined : NO_MOUNT,
    befall: fillPostgresDisk,
  },
  {
    name: 'fill the disk of pictures',
    missing: ({ pictureDisk }) => (pictureDisk ? undefined : NO_MOUNT),
    async befall({ pictureDisk }, _, seconds) {
      await pictureDisk?.fill()
      await sleep(seconds * 1000)
      await pictureDisk?.free()
    },
  },
  { name: 'hold the locks of orders', missing: always, befall: holdLocks },
  { name: 'take all connections', missing: always, befall: takeConnections },
  {
    name: 'skew the clock',
    missing: ({ clock }) => (clock ? undefined : 'libfaketime is not installed'),
    async befall({ clock }, random, seconds) {
      if (!clock) return
      await writeFile(clock.file, `${random.oneOf(['-3600', '+3600', '-172800', '+172800'])}\n`)
      await sleep(seconds * 1000)
      await writeFile(clock.file, '+0\n')
    },
  },
]

const NO_MOUNT = 'mounting a small disk is not allowed here'

function needsLine({ line }: House): string | undefined {
  return line ? undefined : 'a PostgreSQL of the shop’s own has no line'
}

async function killPostgres(house: House): Promise<void> {
  const pid = await until('PostgreSQL runs', house.findPostgres)
  process.kill(pid, 'SIGKILL')
}

/** As the machine does when memory runs out: PostgreSQL then ends all the others, and recovers. */
async function killBackend(house: House): Promise<void> {
  const [backend] = await house.sql<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'gamla' order by random() limit 1`,
  )
  if (backend) process.kill(backend.pid, 'SIGKILL')
}

async function stopPostgres(house: House, _: Random, seconds: number): Promise<void> {
  const server = await until('PostgreSQL runs', house.findPostgres)
  send(server, 'SIGSTOP')
  // Each of its processes has a session of its own. No new ones come while their parent stands still.
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
    // It has just gone by itself.
  }
}

async function cut({ line }: House, how: 'shut' | 'silence', seconds: number): Promise<void> {
  line?.[how]()
  await sleep(seconds * 1000)
  line?.open()
}

async function fillPostgresDisk(house: House, _: Random, seconds: number): Promise<void> {
  await house.postgresDisk?.fill()
  // Otherwise it goes on for a while in the files that it has.
  await asSuperuser(house, async (client) => {
    for (let n = 0; n < 4; n += 1) await client.query('select pg_switch_wal()')
  })
  await sleep(seconds * 1000)
  await house.postgresDisk?.free()
}

async function holdLocks(house: House, _: Random, seconds: number): Promise<void> {
  await asSuperuser(house, async (client) => {
    await client.query('begin; lock table orders, checkouts in access exclusive mode')
    await sleep(seconds * 1000)
    await client.query('rollback')
  })
}

/** All that ordinary users may have. Those that the shop holds it keeps, but gets no new one. */
async function takeConnections({ databaseUrl }: House, _: Random, seconds: number): Promise<void> {
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

/** Whatever happens to it meanwhile is part of the torture. */
async function asSuperuser(house: House, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: house.superuserUrl })
  client.on('error', () => {})
  try {
    await client.connect()
    await work(client)
  } catch {
    // It has lost its own connection.
  } finally {
    await client.end().catch(() => {})
  }
}
