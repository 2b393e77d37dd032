import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { ask, run, until } from './commands.ts'
import { addressOf, DATABASES, type DatabaseMachine, LAN_RANGE, start } from './network.ts'

const PASSWORD = 'only-in-these-namespaces'
const USER = 'postgres'

/**
 * Three PostgreSQL servers under Patroni, and beside each a member of etcd, which keeps who leads.
 *
 * @param binaries of PostgreSQL, pg_rewind and pg_basebackup among them
 */
export async function openDatabases(folder: string, binaries: string, signal: AbortSignal) {
  const owner = { uid: Number(await run('id', ['-u', USER])), gid: Number(await run('id', ['-g', USER])) }
  for (const name of DATABASES) {
    await makeFolder(join(folder, name))
    startEtcd(name)
  }
  await until('etcd has a leader', () => isHealthy('db1'), { seconds: 30, signal })
  for (const name of DATABASES) await startPatroni(name)
  await until('there are a primary and two standbys', () => findHealthy(), { seconds: 90, signal })
  const primary = await getPrimary()
  await query(primary, `create role gamla login password '${PASSWORD}'`)
  await query(primary, 'create database gamla owner gamla')

  async function makeFolder(path: string) {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await chown(path, owner.uid, owner.gid)
  }

  function startEtcd(name: DatabaseMachine) {
    const at = (machine: DatabaseMachine, port: number) => `http://${addressOf(machine)}:${port}`
    const members = DATABASES.map((machine) => `${machine}=${at(machine, 2380)}`).join(',')
    const options = {
      name,
      'data-dir': join(folder, name, 'etcd'),
      'listen-peer-urls': at(name, 2380),
      'initial-advertise-peer-urls': at(name, 2380),
      'listen-client-urls': `${at(name, 2379)},http://127.0.0.1:2379`,
      'advertise-client-urls': at(name, 2379),
      'initial-cluster': members,
      'initial-cluster-state': 'new',
      // Else a member that comes back after a cut starts an election that nobody needs, and every primary steps down.
      'pre-vote': true,
      'log-level': 'error',
    }
    const command = ['etcd', ...Object.entries(options).map(([option, value]) => `--${option}=${value}`)]
    start({ machine: name, user: USER, command, log: join(folder, `${name}-etcd.log`) })
  }

  async function startPatroni(name: DatabaseMachine) {
    const file = join(folder, name, 'patroni.yml')
    // YAML reads JSON.
    await writeFile(file, JSON.stringify(patroniConfig(folder, name, binaries), null, 2))
    await chown(file, owner.uid, owner.gid)
    start({ machine: name, user: USER, command: ['patroni', file], log: join(folder, `${name}-patroni.log`) })
  }

  return { startPatroni }
}

export type Databases = Awaited<ReturnType<typeof openDatabases>>

function patroniConfig(folder: string, name: DatabaseMachine, binaries: string) {
  const own = join(folder, name)
  const listen = (port: number) => `${addressOf(name)}:${port}`
  const login = (username: string) => ({ username, password: PASSWORD })
  return {
    scope: 'gamla',
    name,
    restapi: { listen: listen(8008), connect_address: listen(8008) },
    etcd3: { hosts: DATABASES.map((machine) => `${addressOf(machine)}:2379`) },
    bootstrap: {
      dcs: {
        // A silent primary is given up after these 15 s, or a few more. A standby that has more than the new primary has to
        // rewind first, which it finds out at its next look around.
        ttl: 15,
        loop_wait: 3,
        retry_timeout: 5,
        // A primary that crashed may come back within this; else another one takes over.
        primary_start_timeout: 10,
        synchronous_mode: true,
        // With no standby left orders wait: an order that only one machine has is not acknowledged.
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 60,
            shared_buffers: '64MB',
            wal_keep_size: '256MB',
            synchronous_commit: 'on',
            // A standby whose first word to the new primary fails says the next one not after 5 s, for which every order waits.
            wal_retrieve_retry_interval: '500ms',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: listen(5432),
      connect_address: listen(5432),
      data_dir: join(own, 'postgres'),
      bin_dir: binaries,
      pgpass: join(own, 'pgpass'),
      use_unix_socket: true,
      parameters: { unix_socket_directories: own },
      pg_hba: [
        'local all postgres peer',
        `host replication replicator ${LAN_RANGE} scram-sha-256`,
        `host all all ${LAN_RANGE} scram-sha-256`,
      ],
      authentication: { superuser: login(USER), replication: login('replicator'), rewind: login('rewinder') },
    },
    // No watchdog device reaches into a namespace. What it is for, a primary whose Patroni hangs, cannot acknowledge
    // here either: its synchronous standby has gone over to the new primary.
    watchdog: { mode: 'off' },
  }
}

async function isHealthy(name: DatabaseMachine): Promise<boolean> {
  return (await ask(`http://${addressOf(name)}:2379/health`))?.body.includes('"true"') ?? false
}

/** Whoever says that it is the primary, and can be reached. */
export async function listPrimaries(): Promise<DatabaseMachine[]> {
  const answers = await Promise.all(DATABASES.map((name) => ask(`http://${addressOf(name)}:8008/primary`)))
  return DATABASES.filter((_, index) => answers[index]?.status === 200)
}

export async function getPrimary(): Promise<DatabaseMachine> {
  const [primary, ...others] = await listPrimaries()
  if (primary && others.length === 0) return primary
  throw new Error(primary ? 'There is more than one primary' : 'There is no primary')
}

/** The primary, if two standbys follow it and one of them has every commit. */
export async function findHealthy(): Promise<DatabaseMachine | undefined> {
  const [primary, ...others] = await listPrimaries()
  if (!primary || others.length > 0) return undefined
  const standbys = await query<{ kind: string }>(
    primary,
    `select sync_state as kind from pg_stat_replication where state = 'streaming' and usename = 'replicator'`,
  ).catch(() => [])
  return standbys.length === 2 && standbys.some(({ kind }) => kind !== 'async') ? primary : undefined
}

/** As superuser, on that very machine. */
export async function query<Row extends pg.QueryResultRow>(
  machine: DatabaseMachine,
  text: string,
  { database = 'postgres', values = [] as unknown[] } = {},
): Promise<Row[]> {
  const client = new pg.Client({
    host: addressOf(machine),
    user: USER,
    password: PASSWORD,
    database,
    connectionTimeoutMillis: 3000,
    query_timeout: 20_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** For a shop: its own HAProxy, which knows the primary. */
export const databaseUrl = (host: string) => `postgres://gamla:${PASSWORD}@${host}:5432/gamla`
