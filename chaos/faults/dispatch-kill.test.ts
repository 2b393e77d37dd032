// Two instances of a shop dispatch orders for ten clients, and are killed at every statement of a dispatch. Each client
// repeats what got no answer. Every order is sent and billed once, and the numbers run from 1 on without a gap.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { placeOrder } from '#server/orders/place.ts'
import { addProduct, lineFor } from '#tests/support/fixtures/factories.ts'
import { admin, checkout, count, databaseUrl, db, meera, shop } from '#tests/support/fixtures/order-fixture.ts'
import { registerShop, sql } from '#tests/support/fixtures/shipment-fixture.ts'
import { until } from '#tests/support/process.ts'
import { type DeskInstance, openDeskInstance } from './desk-instance.ts'

const ORDERS = 200
/** Of the statements of a dispatch every second one is a death for each of the instances. */
const EVERY = 2
const CLIENTS = 10

const cache = await mkdtemp(join(tmpdir(), 'gamla-dispatch-kill-'))
let instances: DeskInstance[] = []

after(async () => {
  await Promise.all(instances.map((instance) => instance.close()))
  await rm(cache, { recursive: true, force: true })
})

test(`${ORDERS} dispatches, killed at one statement after another, give the numbers 1 to ${ORDERS}`, async () => {
  await registerShop()
  instances = [0, 1].map(() => openDeskInstance(databaseUrl, admin.userId, cache))
  const pot = await addProduct(db)
  // Of an unconfirmed buyer only a few cash orders may wait.
  await sql('update "user" set email_verified = true where id = $1', [meera.userId])
  const todo: { id: number; key: string }[] = []
  for (let index = 0; index < ORDERS; index += 1) {
    const placed = await placeOrder(shop, meera, checkout([lineFor(pot)]))
    assert.ok(placed.ok)
    todo.push({ id: placed.order.id, key: randomUUID() })
  }
  const answers = new Map<number, Set<string | undefined>>(todo.map(({ id }) => [id, new Set()]))

  // The first dispatch tells how many statements there are.
  const [first] = instances as [DeskInstance]
  const [sample] = todo as [(typeof todo)[number]]
  const { statements, number } = await first.dispatch(sample.key, sample.id)
  answers.get(sample.id)?.add(number)
  assert.ok(statements > 10, `only ${statements} statements`)

  // Each batch kills both instances, each at a statement of its own.
  const deaths = Array.from({ length: Math.ceil(statements / EVERY) }, (_, index) => EVERY * index)
  const queue = todo.slice(1)
  for (const [index, death] of deaths.entries()) {
    const before = instances.map((instance) => instance.deaths())
    await Promise.all(instances.map((instance, lane) => instance.dieAt(((death + lane) % statements) + 1)))
    const batch = queue.splice(0, Math.ceil(queue.length / (deaths.length - index)))
    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      for (let place = client; place < batch.length; place += CLIENTS) {
        const order = batch[place] as (typeof batch)[number]
        answers.get(order.id)?.add(await untilAnswered(order, place))
      }
    })
    await Promise.all(clients)
    await until('both instances have died', () =>
      instances.every((instance, lane) => instance.deaths() > (before[lane] ?? 0)),
    )
  }
  assert.equal(queue.length, 0)

  const invoices = await sql<{ serial: number; number: string; order_id: string }>(
    `select serial, number, order_id from bills where series = 'bill' order by serial`,
  )
  assert.deepEqual(
    invoices.map(({ serial }) => serial),
    Array.from({ length: ORDERS }, (_, index) => index + 1),
  )
  for (const { order_id, number: billed } of invoices)
    assert.deepEqual([...(answers.get(Number(order_id)) ?? [])], [billed])
  assert.deepEqual(await sql(`select last from bill_counters where series = 'bill'`), [{ last: ORDERS }])
  assert.equal(await count('from shipments'), ORDERS)
  assert.equal(await count('from shipment_lines'), ORDERS)
  assert.equal(await count(`from orders where dispatched = 'whole'`), ORDERS)
  assert.equal(await count(`from audit where action = 'dispatch order'`), ORDERS)
  assert.equal(await count(`from graphile_worker.jobs where task_identifier = 'send-shipment-email'`), ORDERS)
})

/** Repeats with the same key, at the other instance, until somebody answers. */
async function untilAnswered({ id, key }: { id: number; key: string }, first: number): Promise<string | undefined> {
  for (let attempt = first; ; attempt += 1) {
    const instance = instances[attempt % instances.length] as DeskInstance
    const answer = await instance.dispatch(key, id).catch(() => undefined)
    if (!answer) continue
    assert.equal(answer.reason, undefined)
    return answer.number
  }
}
