// A process that dispatches orders, as one instance of a shop does, and dies at a statement of its choice.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { User } from '#domain/accounts/user.ts'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { dispatchOrder } from '#server/parcels/dispatch.ts'

export type DeskMessage =
  | { do: 'dispatch'; call: number; key: string; orderId: number }
  /** Die when a transaction has sent this statement, counted from 1, `begin` included. */
  | { do: 'die'; at: number }
export type DeskAnswer =
  | { call: number; number: string | undefined; reason: string | undefined; statements: number }
  | { isReady: true }

const [url, adminId] = process.argv.slice(2) as [string, string]
const admin: User = { userId: adminId, name: 'Desk', email: 'desk@gamla.example', role: 'admin' }
const { db, pool } = connect(url, silentLog)

let dieAt: number | undefined
let statements = 0

pool.on('connect', (client) => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  let sent = 0
  const counted = (...args: unknown[]) => {
    const [statement] = args as [string | pg.QueryConfig]
    const text = typeof statement === 'string' ? statement : statement.text
    sent = text.trim() === 'begin' ? 1 : sent + 1
    const result = query(...args)
    statements = Math.max(statements, sent)
    // In the next turn, so that the statement has left this process.
    if (sent === dieAt) setImmediate(() => process.kill(process.pid, 'SIGKILL'))
    return result
  }
  Object.assign(client, { query: counted })
})

process.on('message', async (message: DeskMessage) => {
  if (message.do === 'die') {
    dieAt = message.at
    return
  }
  const { call, key, orderId } = message
  const request = { key, orderId, lines: 'rest', courier: 'DTDC', awb: '', trackingLink: '', book: false } as const
  const sent = await dispatchOrder({ db, now: () => new Date() }, admin, request)
  answer({
    call,
    number: sent.ok ? sent.issued.invoice?.number : undefined,
    reason: sent.ok ? undefined : sent.reason,
    statements,
  })
})

function answer(what: DeskAnswer): void {
  process.send?.(what)
}

// The first queries are parsed and planned before anybody counts on this process.
await dispatchOrder({ db, now: () => new Date() }, admin, {
  key: randomUUID(),
  orderId: 2 ** 40,
  lines: 'rest',
  courier: '',
  awb: '',
  trackingLink: '',
  book: false,
})
answer({ isReady: true })
