// A shopper, an admin and a shop for the tests of orders. Importing this registers the hooks of the test file.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach } from 'node:test'
import type { User } from '#domain/account.ts'
import type { RequestedLine } from '#domain/orders/order.ts'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { placeOrder } from '#server/orders/place.ts'
import { addUser, someAddress } from './factories.ts'
import { testDatabase } from './postgres.ts'

const database = await testDatabase()
export const { db, pool } = connect(database.url, silentLog)
export const shop = { db }
export let meera: User
export let admin: User

before(async () => {
  admin = await addUser(db, 'admin')
})
beforeEach(async () => {
  meera = await addUser(db)
})
after(async () => {
  await pool.end()
  await database.drop()
})

export function checkout(lines: RequestedLine[]) {
  return { key: randomUUID(), lines, address: someAddress }
}

export async function place(user: User, lines: RequestedLine[]): Promise<number> {
  const placed = await placeOrder(shop, user, checkout(lines))
  assert.ok(placed.ok)
  return placed.order.id
}

export async function problemsOf(lines: RequestedLine[]) {
  const placed = await placeOrder(shop, meera, checkout(lines))
  assert.ok(!placed.ok && placed.reason === 'changed', 'the order should have been refused')
  return placed.quotes.map(({ problem }) => problem?.kind)
}

export async function count(query: string, values: unknown[] = []): Promise<number> {
  const { rows } = await pool.query(`select count(*)::integer as count ${query}`, values)
  return rows[0].count
}

/** Until an order waits for a lock. */
export async function untilSomebodyWaits(): Promise<void> {
  const waiting = "from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  for (let attempts = 200; (await count(waiting)) === 0; attempts -= 1) {
    assert.ok(attempts > 0, 'the order did not wait for the lock')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
