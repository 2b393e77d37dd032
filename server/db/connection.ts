import { Socket } from 'node:net'
import { availableParallelism } from 'node:os'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Log } from '#server/observability/log.ts'

/** A page needs a connection for a millisecond or two, so a few per core keep the server busy. */
const MIN_CONNECTIONS = 10
const MAX_CONNECTIONS = 32

/** Connections per worker. */
export function poolSizeFor({ workers }: { workers: number }): number {
  const all = Math.min(MAX_CONNECTIONS, Math.max(MIN_CONNECTIONS, availableParallelism() * 5))
  return Math.max(2, Math.ceil(all / workers))
}

/** @param url of a migrated database @param afterCommit called after each commit */
export function connect(url: string, log: Pick<Log, 'error'>, poolSize = MIN_CONNECTIONS, afterCommit = () => {}) {
  const pool = openPool(url, poolSize, log)
  return { pool, db: openHandle(pool, afterCommit) }
}

export function openPool(url: string, size: number, log: Pick<Log, 'error'>, Pool = pg.Pool): pg.Pool {
  const sockets = new Sockets()
  const pool = new Pool({
    connectionString: url,
    stream: sockets.open,
    max: size,
    connectionTimeoutMillis: 5000,
    // A query or transaction that hangs must not hold its locks for long. The shop never idles inside a transaction; if
    // one idles, its process has died.
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    pipeline: true,
    application_name: 'gamla',
  })
  // The pool replaces a broken idle connection; without a listener the event would end the process.
  pool.on('error', (error) => log.error('Database connection lost', error))
  // A connection that breaks while in use fails its query.
  pool.on('connect', (client) => client.on('error', () => {}))
  socketsOf.set(pool, sockets)
  return pool
}

/**
 * graphile-worker releases the connection on which it listens twice when that breaks while the runner stops. pg throws
 * on the second release, nobody catches it, and the process would be replaced.
 */
export class RunnerPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback) return super.connect()
    super.connect((error, client, release) => {
      let isReleased = false
      callback(error, client, (reason) => {
        if (!isReleased) release?.(reason)
        isReleased = true
      })
    })
  }
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void

const socketsOf = new WeakMap<pg.Pool, Sockets>()

/** Destroys all connections: pending queries fail, and later ones get new connections. */
export function dropConnections(pool: pg.Pool): void {
  socketsOf.get(pool)?.destroy()
}

type DrizzleClients = WeakMap<object, pg.Pool | pg.PoolClient>

/** The client of each Drizzle handle. Global, because tests load this file twice: as source and in the build. */
const NAME = Symbol.for('gamla.db-clients')
const shared = globalThis as { [NAME]?: DrizzleClients }
shared[NAME] ??= new WeakMap()
const clients: DrizzleClients = shared[NAME]

/** A frequent query, which PostgreSQL parses and plans once per connection under this name. */
export type Prepared = { name: string; text: string }

/** Runs plain SQL; `bigint` values are returned as strings. */
export async function queryPrepared<Row extends pg.QueryResultRow>(
  db: Db,
  { name, text }: Prepared,
  values: unknown[],
): Promise<Row[]> {
  const drizzleClient = clients.get(db)
  if (!drizzleClient) throw new Error('Unknown database handle')
  const { rows } = await drizzleClient.query<Row>({ name, text, values })
  return rows
}

/** When the transaction began. */
export const NOW = sql`now()`

/** The row that a statement has written. @throws when it has written none */
export async function getWritten<Row>(statement: PromiseLike<Row[]>): Promise<Row> {
  const [row] = await statement
  if (!row) throw new Error('No row was written')
  return row
}

/** Rows by the value of this column, without it. */
export function rowsBy<Row, Name extends keyof Row>(
  rows: readonly Row[],
  name: Name,
): Map<Row[Name], Omit<Row, Name>[]> {
  const grouped = Map.groupBy(rows, (row) => row[name])
  return new Map([...grouped].map(([value, list]) => [value, list.map(({ [name]: _, ...row }) => row)]))
}

/** @param afterCommit called after each commit */
export function openHandle(pool: pg.Pool, afterCommit = () => {}) {
  const db = createDrizzle(pool)
  clients.set(db, pool)
  const handles = new WeakMap<pg.PoolClient, ReturnType<typeof createDrizzle>>()
  // Drizzle's transaction on a pool leaks the connection when `begin` fails, so it runs on a client that is released here.
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    const handle = handles.get(client) ?? createDrizzle(client)
    handles.set(client, handle)
    try {
      const result = await requireSyncReplication(client, () =>
        handle.transaction((tx) => {
          clients.set(tx, client)
          return work(tx)
        }, config),
      )
      afterCommit()
      return result
    } finally {
      client.release()
    }
  }
  return db
}

/**
 * For clusters with synchronous standbys. If a commit has waited too long for them, PostgreSQL only sends a warning:
 * the data is on this machine alone and would be lost in a failover.
 *
 * @see https://www.postgresql.org/docs/current/warm-standby.html#SYNCHRONOUS-REPLICATION-HA
 */
async function requireSyncReplication<T>(client: pg.PoolClient, commit: () => Promise<T>): Promise<T> {
  let isMissing = false
  const onNotice = ({ file }: { file?: string | undefined }) => {
    // The warning's text depends on the server's language.
    if (file === 'syncrep.c') isMissing = true
  }
  client.on('notice', onNotice)
  try {
    const result = await commit()
    if (isMissing) throw new Error('No database standby confirmed the commit')
    return result
  } finally {
    client.off('notice', onNotice)
  }
}

function createDrizzle(client: pg.Pool | pg.PoolClient) {
  return drizzle({ client, casing: 'snake_case' })
}

export type Database = ReturnType<typeof openHandle>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** For queries that run inside or outside a transaction. */
export type Db = Database | Transaction

/** Parts of a list that is too long for one statement. */
export function* batchesOf<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}

/**
 * The sockets of database connections, so that they can be destroyed: `client.end()` waits for a database that no
 * longer answers.
 */
export class Sockets {
  readonly #open = new Set<Socket>()

  /** For the option `stream` of pg's clients and pools. */
  readonly open = (): Socket => {
    const socket = new Socket()
    this.#open.add(socket)
    return socket.on('close', () => this.#open.delete(socket))
  }

  destroy(): void {
    for (const socket of this.#open) socket.destroy()
  }
}
