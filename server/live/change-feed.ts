import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { Sockets } from '#server/db/connection.ts'
import type { Log } from '#server/observability/log.ts'
import { openRelay } from './outbox-relay.ts'

/** Something changed in the database. `id` is `*` when too many rows changed to name each. */
export type Change =
  | { kind: 'product'; id: number | '*' }
  | { kind: 'order'; id: number | '*'; userId: string | '*' }
  | { kind: 'user'; id: string }
  | { kind: 'message'; id: number | '*' }
  | { kind: 'review'; id: number | '*' }
  /** A return request. */
  | { kind: 'return'; id: number | '*' }
  /** An email failed, or a failed one was sent. */
  | { kind: 'email'; id: number | '*' }
  | { kind: 'wishlist'; userId: string | '*' }
  /** An order with products of this seller changed; `*`: of many sellers. */
  | { kind: 'sale'; sellerId: string | '*' }
  /** A session of this user has ended. */
  | { kind: 'session'; userId: string | '*' }
  /** This user has logged in. */
  | { kind: 'login'; userId: string | '*' }
  | { kind: 'settings' }
  /** The connection was down for a while: anything may have changed. */
  | { kind: 'everything' }

export type ChangeFeed = {
  /** Subscribes to every change, made by any instance of the shop. @returns unsubscribe */
  onChange(listener: (change: Change) => void): () => void
  /**
   * The changes of the last minute, oldest first, each once.
   * @param since a time by `performance.now()`
   */
  listRecent(since?: number): Change[]
  /** Called when the database stops answering without closing connections: none of them can be trusted then. */
  onUnresponsive(listener: () => void): () => void
  /** True while changes are being received: false from when the connection is lost until it is restored. */
  isConnected(): boolean
  /** Publishes what this process has just committed now, instead of at the next poll. */
  relaySoon(): void
  /** Tells this process of a change that no row records, such as the end of an offer. */
  announce(change: Change): void
  /** Calls back once, when the shop closes. */
  onClose(listener: () => void): () => void
  close(): Promise<void>
}

const CHANNEL = 'gamla'
const RETRY_MS = 500
/** Long enough for a page to be rendered, pass a caching proxy and open its live stream on a slow phone. */
const RECENT_MS = 60_000

/**
 * How often the database is pinged, and how long it may take to answer. A machine that lost its network, or a firewall
 * that dropped our connection, never closes it. Together well below the ten seconds that recovery may take.
 */
const TIMING = { heartbeatMs: 1500, unresponsiveMs: 4000 }

/**
 * Listens to the database's NOTIFY, passes changes on, and reconnects by itself. The same connection relays the outbox,
 * so every instance that receives changes also publishes them.
 */
export async function openChangeFeed(
  url: string,
  log: Log,
  { heartbeatMs, unresponsiveMs } = TIMING,
): Promise<ChangeFeed> {
  const changeListeners = new Set<(change: Change) => void>()
  const closeListeners = new Set<() => void>()
  const unresponsiveListeners = new Set<() => void>()
  /** Oldest first; each change is named once. */
  const recent = new LRUCache<string, { change: Change; at: number }>({ ttl: RECENT_MS, ttlAutopurge: true })
  const relay = openRelay(log)
  const sockets = new Sockets()
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let closed = false

  function publish(change: Change) {
    recent.set(JSON.stringify(change), { change, at: performance.now() })
    for (const listener of changeListeners) listener(change)
  }

  async function connect() {
    const next = new pg.Client({
      connectionString: url,
      stream: sockets.open,
      keepAlive: true,
      connectionTimeoutMillis: unresponsiveMs,
    })
    next.on('notification', ({ payload }) => {
      const change = parseChange(payload ?? '')
      if (change) publish(change)
    })
    next.on('error', (error) => {
      // Already replaced by a newer connection.
      if (client !== undefined && client !== next) return
      log.error('Connection for live changes lost; reconnecting', error)
      reconnectSoon()
    })
    try {
      await next.connect()
      const listening = next.query(`listen ${CHANNEL}`)
      if (!(await respondsWithin(listening, unresponsiveMs))) throw new Error('Database does not respond')
      await listening
    } catch (error) {
      // Each retry would occupy another database connection if this one stayed open.
      abandon(next)
      throw error
    }
    client = next
    relay.use(next)
    listenForHeartbeats(next)
  }

  /** Destroys the connection and ignores its errors; closing it properly would wait for the database. */
  function abandon(present: pg.Client) {
    present.removeAllListeners('error')
    present.on('error', () => {})
    sockets.destroy()
  }

  function listenForHeartbeats(present: pg.Client) {
    clearTimeout(heartbeat)
    heartbeat = setTimeout(async () => {
      const isResponsive = await respondsWithin(present.query('select'), unresponsiveMs)
      if (closed || client !== present) return
      if (isResponsive) return listenForHeartbeats(present)
      log.error('Database does not respond; all connections are dropped')
      abandon(present)
      for (const listener of unresponsiveListeners) listener()
      reconnectSoon()
    }, heartbeatMs)
    heartbeat.unref()
  }

  function reconnectSoon() {
    relay.use(undefined)
    client?.end().catch(() => {})
    client = undefined
    if (closed || retry) return
    retry = setTimeout(() => {
      retry = undefined
      connect().then(
        () => publish({ kind: 'everything' }),
        () => reconnectSoon(),
      )
    }, RETRY_MS)
  }

  await connect()

  return {
    onChange: (listener) => subscribe(changeListeners, listener),
    listRecent: (since = 0) => Array.from(recent.rvalues()).flatMap((it) => (it && it.at >= since ? [it.change] : [])),
    onUnresponsive: (listener) => subscribe(unresponsiveListeners, listener),
    isConnected: () => client !== undefined,
    relaySoon: () => relay.poke(),
    announce: publish,
    onClose: (listener) => subscribe(closeListeners, listener),
    async close() {
      closed = true
      relay.use(undefined)
      clearTimeout(retry)
      clearTimeout(heartbeat)
      for (const listener of closeListeners) listener()
      await client?.end().catch(() => {})
    },
  }
}

/** A failed query counts as a response, because a lost connection is reported separately. */
function respondsWithin(query: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    // Reads responses that arrived while this process was busy before it gives up.
    const timer = setTimeout(() => setImmediate(() => setImmediate(resolve, false)), timeoutMs)
    const onResponse = () => {
      clearTimeout(timer)
      resolve(true)
    }
    query.then(onResponse, onResponse)
  })
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reads what the triggers of the database write, such as `product 17` or `order 1001 <userId>`. */
export function parseChange(payload: string): Change | undefined {
  const [kind, id, userId] = payload.split(' ')
  if (!id) return undefined
  const number = id === '*' ? '*' : Number(id)
  if (kind === 'product') return { kind, id: number }
  if (kind === 'order') return { kind, id: number, userId: userId ?? '*' }
  if (kind === 'user') return { kind, id }
  if (kind === 'message' || kind === 'review' || kind === 'return' || kind === 'email') return { kind, id: number }
  if (kind === 'sale') return { kind, sellerId: id }
  if (kind === 'session' || kind === 'login' || kind === 'wishlist') return { kind, userId: id }
  if (kind === 'settings') return { kind }
  return undefined
}
