import { availableParallelism } from 'node:os'
import type { Duplex } from 'node:stream'
import { drizzle } from 'drizzle-orm/node-postgres'
import { NodePgTransaction } from 'drizzle-orm/node-postgres/session'
import pg from 'pg'
import type { Log } from '#server/observability/log.ts'
import * as accountTables from './schema/accounts.ts'
import * as billingTables from './schema/billing.ts'
import * as catalogueTables from './schema/catalogue.ts'
import * as customerTables from './schema/customers.ts'
import * as emailTables from './schema/emails.ts'
import * as moveTables from './schema/moves.ts'
import { outbox } from './schema/outbox.ts'
import * as paymentTables from './schema/payments.ts'
import * as limitTables from './schema/rate-limits.ts'
import { redirects } from './schema/redirects.ts'
import { missedSearches } from './schema/searches.ts'
import { settings } from './schema/settings.ts'
import * as shippingTables from './schema/shipping.ts'
import * as shopTables from './schema/shop.ts'
import * as stockTables from './schema/stock.ts'
import { texts } from './schema/texts.ts'

export const tables = {
  ...accountTables,
  ...customerTables,
  ...catalogueTables,
  ...shopTables,
  ...stockTables,
  ...moveTables,
  ...shippingTables,
  ...billingTables,
  ...paymentTables,
  ...emailTables,
  ...limitTables,
  outbox,
  missedSearches,
  redirects,
  settings,
  texts,
}

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

export function openPool(url: string, size: number, log: Pick<Log, 'error'>): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
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
  const clients = new Set<pg.PoolClient>()
  clientsOf.set(pool, clients)
  pool.on('connect', (client) => {
    clients.add(client)
    // A connection that breaks while in use fails its query.
    client.on('error', () => {})
  })
  pool.on('remove', (client) => clients.delete(client as pg.PoolClient))
  return pool
}

const clientsOf = new WeakMap<pg.Pool, Set<pg.PoolClient>>()

/** Destroys all connections: pending queries fail, and later ones get new connections. */
export function dropConnections(pool: pg.Pool): void {
  for (const client of clientsOf.get(pool) ?? []) {
    const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection
    stream.destroy()
  }
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

/** @param afterCommit called after each commit */
export function openHandle(pool: pg.Pool, afterCommit = () => {}) {
  const db = createDrizzle(pool)
  clients.set(db, pool)
  const handles = new WeakMap<pg.PoolClient, typeof db>()
  // Drizzle's own `transaction` leaks the connection when `begin` fails, until the pool is empty.
  db.transaction = async (work) => {
    const client = await pool.connect()
    try {
      const handle = handles.get(client) ?? createDrizzle(client)
      handles.set(client, handle)
      const result = await requireSyncReplication(client, () => transact(client, handle, work))
      afterCommit()
      return result
    } finally {
      client.release()
    }
  }
  return db
}

/**
 * Like Drizzle's, but `begin` is sent in one packet with the first queries: each round trip takes a tenth of an order's
 * time.
 */
async function transact<T>(client: pg.PoolClient, handle: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const { dialect, session, _ } = handle as unknown as Insides
  const tx = new NodePgTransaction(dialect, session, _) as unknown as Transaction
  clients.set(tx, client)
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
  // Without `begin` each statement would commit on its own, so drop the connection.
  client.query('begin').catch(() => stream.destroy())
  try {
    const result = await work(tx)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** The arguments of Drizzle's transaction class. */
type Insides = {
  dialect: ConstructorParameters<typeof NodePgTransaction>[0]
  session: ConstructorParameters<typeof NodePgTransaction>[1]
  _: ConstructorParameters<typeof NodePgTransaction>[2]
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
  return drizzle({ client, schema: tables, casing: 'snake_case' })
}

export type Database = ReturnType<typeof openHandle>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** For queries that run inside or outside a transaction. */
export type Db = Database | Transaction
