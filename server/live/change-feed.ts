import pg from 'pg'
import type { Log } from '#server/observability/log.ts'

/** Something changed in the database. `id` is `*` when so much changed that single names no longer help. */
export type Change =
  | { kind: 'product'; id: number | '*' }
  | { kind: 'order'; id: number | '*'; userId: string | '*' }
  | { kind: 'user'; id: string }
  | { kind: 'message'; id: number | '*' }
  /** A letter that could not be sent, or could now. */
  | { kind: 'letter'; id: number | '*' }
  /** Something about an order that holds products of this seller; `*`: of many sellers. */
  | { kind: 'sale'; sellerId: string | '*' }
  /** The connection was down for a while: anything may have changed. */
  | { kind: 'everything' }

export type Live = {
  /** Calls back for every change, on every instance of the shop; answers how to stop. */
  onChange(listener: (change: Change) => void): () => void
  /**
   * What has changed in the last minute, oldest first, each once.
   * @param since only that, by `performance.now()`
   */
  listRecent(since?: number): Change[]
  /** Calls back when the database has stopped answering without hanging up: no connection to it can be trusted. */
  onUnresponsive(listener: () => void): () => void
  /** Calls back once, when the shop closes. */
  onClose(listener: () => void): () => void
  close(): Promise<void>
}

const CHANNEL = 'gamla'
const RETRY_MS = 500
/** Longer than a page takes from being rendered, over a proxy that keeps it and a slow phone, to being connected. */
const RECENT_MS = 60_000

/**
 * How often the database is asked whether it is still there, and how long it may take to say so: a machine that was cut
 * off, or a firewall that has forgotten us, hangs up on nobody. Together well below the ten seconds that a service may
 * take to be back.
 */
const HEARTBEAT_MS = 1500
const UNRESPONSIVE_MS = 4000

/** Hears the database's NOTIFY and passes it on. Lost connections are taken up again by themselves. */
export async function openChangeFeed(
  url: string,
  log: Log,
  { beatMs = HEARTBEAT_MS, silentMs = UNRESPONSIVE_MS }: { beatMs?: number; silentMs?: number } = {},
): Promise<Live> {
  const changeListeners = new Set<(change: Change) => void>()
  const closeListeners = new Set<() => void>()
  const unresponsiveListeners = new Set<() => void>()
  const recent = new RecentChanges()
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let beat: NodeJS.Timeout | undefined
  let closed = false

  function tell(change: Change) {
    recent.add(change)
    for (const listener of changeListeners) listener(change)
  }

  async function connect() {
    const next = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: silentMs })
    next.on('notification', ({ payload }) => {
      const change = parseChange(payload ?? '')
      if (change) tell(change)
    })
    next.on('error', (error) => {
      // One that we have given up already.
      if (client !== undefined && client !== next) return
      log.error('The live connection to the database was lost', error)
      reconnectSoon()
    })
    try {
      await next.connect()
      const listening = next.query(`listen ${CHANNEL}`)
      if (!(await answers(listening, silentMs))) throw new Error('The database has fallen silent')
      await listening
    } catch (error) {
      // Left open, each try would take one of the database's connections with it.
      giveUp(next)
      throw error
    }
    client = next
    listenForHeartbeats(next)
  }

  function listenForHeartbeats(present: pg.Client) {
    clearTimeout(beat)
    beat = setTimeout(async () => {
      const isThere = await answers(present.query('select'), silentMs)
      if (closed || client !== present) return
      if (isThere) return listenForHeartbeats(present)
      log.error('The database has fallen silent; all connections to it are given up')
      giveUp(present)
      for (const listener of unresponsiveListeners) listener()
      reconnectSoon()
    }, beatMs)
    beat.unref()
  }

  function reconnectSoon() {
    client?.end().catch(() => {})
    client = undefined
    if (closed || retry) return
    retry = setTimeout(() => {
      retry = undefined
      connect().then(
        () => tell({ kind: 'everything' }),
        () => reconnectSoon(),
      )
    }, RETRY_MS)
  }

  await connect()

  return {
    onChange: (listener) => subscribe(changeListeners, listener),
    listRecent: (since) => recent.list(since),
    onUnresponsive: (listener) => subscribe(unresponsiveListeners, listener),
    onClose: (listener) => subscribe(closeListeners, listener),
    async close() {
      closed = true
      clearTimeout(retry)
      clearTimeout(beat)
      for (const listener of closeListeners) listener()
      await client?.end().catch(() => {})
    },
  }
}

/** False: not in this time. A lost connection is no silence: it says so itself. */
function answers(question: Promise<unknown>, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    // An answer that has come while this process was busy is read first.
    const timer = setTimeout(() => setImmediate(() => setImmediate(resolve, false)), withinMs)
    const answered = () => {
      clearTimeout(timer)
      resolve(true)
    }
    question.then(answered, answered)
  })
}

/** Nothing that it says from now on counts, and no word of farewell would arrive. */
function giveUp(client: pg.Client): void {
  client.removeAllListeners('error')
  client.on('error', () => {})
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection
  stream.destroy()
}

class RecentChanges {
  /** Oldest first. */
  readonly #changes = new Map<string, { change: Change; at: number }>()

  add(change: Change) {
    const name = JSON.stringify(change)
    this.#changes.delete(name)
    this.#changes.set(name, { change, at: performance.now() })
    this.#forgetOld()
  }

  list(since = 0): Change[] {
    this.#forgetOld()
    return [...this.#changes.values()].flatMap(({ change, at }) => (at < since ? [] : [change]))
  }

  #forgetOld() {
    for (const [name, { at }] of this.#changes) {
      if (performance.now() - at < RECENT_MS) return
      this.#changes.delete(name)
    }
  }
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reads `product 17`, `order 1001 <userId>`, `user <id>`, `message 3`, `letter 4` or `sale <sellerId>`, as the triggers write them. */
export function parseChange(payload: string): Change | undefined {
  const [kind, id, userId] = payload.split(' ')
  if (!id) return undefined
  const number = id === '*' ? '*' : Number(id)
  if (kind === 'product') return { kind, id: number }
  if (kind === 'order') return { kind, id: number, userId: userId ?? '*' }
  if (kind === 'user') return { kind, id }
  if (kind === 'message' || kind === 'letter') return { kind, id: number }
  if (kind === 'sale') return { kind, sellerId: id }
  return undefined
}
