import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { httpGet, run, until } from './commands.ts'
import { addressOf, DATABASES, type DatabaseMachine, LAN_RANGE, start } from './network.ts'

const PASSWORD = 'only-in-these-namespaces'
const USER = 'postgres'

/**
 * Three PostgreSQL servers under Patroni, each with an etcd member; etcd holds the leader lock.
 *
 * @param binaries folder of PostgreSQL's programs, including pg_rewind and pg_basebackup
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
      // Without it, a member that returns after a network failure forces an election, and a healthy primary steps down.
      'pre-vote': true,
      'log-level': 'error',
    }
    const command = ['etcd', ...Object.entries(options).map(([option, value]) => `--${option}=${value}`)]
    start({ machine: name, user: USER, command, log: join(folder, `${name}-etcd.log`) })
  }

  async function startPatroni(name: DatabaseMachine) {
    const file = join(folder, name, 'patroni.yml')
    // JSON is valid YAML.
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
        // A primary that stops renewing its lock loses it after 15 s. A standby that is ahead of the new primary must also
        // rewind, which it notices only in its next loop.
        ttl: 15,
        loop_wait: 3,
        retry_timeout: 5,
        // A crashed primary may restart within this time; after it a standby is promoted.
        primary_start_timeout: 10,
        synchronous_mode: true,
        // Without a synchronous standby commits wait: an order on only one machine is never acknowledged.
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 60,
            shared_buffers: '64MB',
            wal_keep_size: '256MB',
            synchronous_commit: 'on',
            // Orders wait until a standby streams from the new primary; the default retry of 5 s would delay all of them.
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
    // No watchdog device is available in a namespace. A primary whose Patroni hangs cannot acknowledge either way: its
    // synchronous standby follows the new primary.
    watchdog: { mode: 'off' },
  }
}

async function isHealthy(name: DatabaseMachine): Promise<boolean> {
  return (await httpGet(`http://${addressOf(name)}:2379/health`))?.body.includes('"true"') ?? false
}

/** The reachable machines that claim to be the primary. */
export async function listPrimaries(): Promise<DatabaseMachine[]> {
  const answers = await Promise.all(DATABASES.map((name) => httpGet(`http://${addressOf(name)}:8008/primary`)))
  return DATABASES.filter((_, index) => answers[index]?.status === 200)
}

export async function getPrimary(): Promise<DatabaseMachine> {
  const [primary, ...others] = await listPrimaries()
  if (primary && others.length === 0) return primary
  throw new Error(primary ? 'There is more than one primary' : 'There is no primary')
}

/** The primary, if two standbys stream from it and at least one of them is synchronous. */
export async function findHealthy(): Promise<DatabaseMachine | undefined> {
  const [primary, ...others] = await listPrimaries()
  if (!primary || others.length > 0) return undefined
  const standbys = await query<{ kind: string }>(
    primary,
    `select sync_state as kind from pg_stat_replication where state = 'streaming' and usename = 'replicator'`,
  ).catch(() => [])
  return standbys.length === 2 && standbys.some(({ kind }) => kind !== 'async') ? primary : undefined
}

/** Runs a query as superuser on this machine, not through HAProxy. */
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

/** A shop connects through its own HAProxy, which forwards to the primary. */
export const databaseUrl = (host: string) => `postgres://gamla:${PASSWORD}@${host}:5432/gamla`
