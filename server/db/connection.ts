import { availableParallelism } from 'node:os'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Log } from '#server/observability/log.ts'
import * as accountTables from './schema/accounts.ts'
import * as letterTables from './schema/emails.ts'
import * as paymentTables from './schema/payments.ts'
import * as limitTables from './schema/rate-limits.ts'
import * as shopTables from './schema/shop.ts'

export const tables = { ...accountTables, ...shopTables, ...paymentTables, ...letterTables, ...limitTables }

/** A page takes one for a millisecond or two, so a few for each core keep all of them busy. */
const FEWEST = 10
const MOST = 32

/** Connections of one of the processes that serve this shop. */
export function poolSizeFor({ workers }: { workers: number }): number {
  const all = Math.min(MOST, Math.max(FEWEST, availableParallelism() * 5))
  return Math.max(2, Math.ceil(all / workers))
}

/** @param url of a migrated database */
export function connect(url: string, log: Pick<Log, 'error'>, poolSize = FEWEST) {
  const pool = openPool(url, poolSize, log)
  return { pool, db: openHandle(pool) }
}

export function openPool(url: string, size: number, log: Pick<Log, 'error'>): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5000,
    // No shopper waits longer, and nothing stuck may hold its locks for ever. Between two words of a transaction the
    // shop does nothing else: one that is idle for long has lost its shop.
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    application_name: 'gamla',
  })
  // The pool drops a connection that broke while idle and makes another; unheard, the event would end the process.
  pool.on('error', (error) => log.error('A connection to the database was lost', error))
  const clients = new Set<pg.PoolClient>()
  clientsOf.set(pool, clients)
  pool.on('connect', (client) => {
    clients.add(client)
    // One that breaks while it is lent says so to whoever uses it.
    client.on('error', () => {})
  })
  pool.on('remove', (client) => clients.delete(client as pg.PoolClient))
  return pool
}

const clientsOf = new WeakMap<pg.Pool, Set<pg.PoolClient>>()

/** Gives up all its connections: whoever waits for an answer is told that none will come, and the next ones are new. */
export function dropConnections(pool: pg.Pool): void {
  for (const client of clientsOf.get(pool) ?? []) {
    const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection
    stream.destroy()
  }
}

type DrizzleClients = WeakMap<object, pg.Pool | pg.PoolClient>

/** What carries the words of each handle. By name, for a test reads this file twice: once by itself, once in the build. */
const NAME = Symbol.for('gamla.speakers')
const shared = globalThis as { [NAME]?: DrizzleClients }
shared[NAME] ??= new WeakMap()
const clients: DrizzleClients = shared[NAME]

/** A question that is asked often: PostgreSQL reads and plans it once for each connection, under this name. */
export type Prepared = { name: string; text: string }

/** Plain SQL for plain rows: numbers of `bigint` come as texts. */
export async function queryPrepared<Row extends pg.QueryResultRow>(
  db: Db,
  { name, text }: Prepared,
  values: unknown[],
): Promise<Row[]> {
  const drizzleClient = clients.get(db)
  if (!drizzleClient) throw new Error('This is no handle of ours')
  const { rows } = await drizzleClient.query<Row>({ name, text, values })
  return rows
}

function openHandle(pool: pg.Pool) {
  const db = createDrizzle(pool)
  clients.set(db, pool)
  const handles = new WeakMap<pg.PoolClient, typeof db>()
  // Drizzle's own way never gives a connection back that breaks at the first word: after ten of them the pool is empty.
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    try {
      const handle = handles.get(client) ?? createDrizzle(client)
      handles.set(client, handle)
      return await requireSyncReplication(client, () =>
        handle.transaction((tx) => {
          clients.set(tx, client)
          return work(tx)
        }, config),
      )
    } finally {
      client.release()
    }
  }
  return db
}

/**
 * Of a cluster with synchronous standbys. When a commit has waited too long for them, PostgreSQL calls it done and adds
 * a warning: this machine has it, and another one that takes over would not.
 * @see https://www.postgresql.org/docs/current/warm-standby.html#SYNCHRONOUS-REPLICATION-HA
 */
async function requireSyncReplication<T>(client: pg.PoolClient, commit: () => Promise<T>): Promise<T> {
  let isMissing = false
  const hear = ({ file }: { file?: string | undefined }) => {
    // Its words depend on the server's language.
    if (file === 'syncrep.c') isMissing = true
  }
  client.on('notice', hear)
  try {
    const result = await commit()
    if (isMissing) throw new Error('No standby of the database has confirmed this')
    return result
  } finally {
    client.off('notice', hear)
  }
}

function createDrizzle(client: pg.Pool | pg.PoolClient) {
  return drizzle({ client, schema: tables, casing: 'snake_case' })
}

export type Database = ReturnType<typeof openHandle>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** For queries, which run the same inside a transaction and out of one. */
export type Db = Database | Transaction
