import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { CANCELLATIONS, ORDER_STATUSES } from '#domain/orders/order-state.ts'
import { PARCEL_WORDS, wordOfOrder } from '#domain/orders/parcel-word.ts'
import { STEPS } from '#domain/orders/shipment.ts'
import { db } from '#tests/support/fixtures/order-fixture.ts'
import {
  back,
  dispatch,
  move,
  placeCounted,
  quantities,
  sql as query,
  registerShop,
  returnPots,
} from '#tests/support/fixtures/shipment-fixture.ts'
import { listOrders } from './admin-queries.ts'
import { whereWord } from './parcel-word-queries.ts'
import { findOrder } from './queries.ts'

before(registerShop)

/** The words whose lists hold the order. */
async function listedUnder(id: number): Promise<string[]> {
  const words = PARCEL_WORDS.map((word) => sql`case when ${whereWord(word)} then ${word} end`)
  const { rows } = await db.execute<{ words: string[] }>(
    sql`select array_remove(array[${sql.join(words, sql`, `)}], null) as words from orders where id = ${id}`,
  )
  return rows[0]?.words ?? []
}

async function assertSame(id: number, what: string): Promise<void> {
  const word = (await findOrder(db, id))?.parcelWord
  assert.deepEqual(await listedUnder(id), word ? [word] : [], `${what}: ${word}`)
}

test('an order is in the list of its word and in no other, in every state that it and its parcels can have', async () => {
  const { id } = await placeCounted(3)
  const first = await dispatch(id, { lines: quantities(1) })
  await dispatch(id, { lines: quantities(1) })
  const set = (text: string, values: unknown[]) => query(text, [id, ...values])
  const seen = new Set<string | undefined>()
  for (const dispatched of ['none', 'part', 'whole'] as const)
    for (const status of ORDER_STATUSES)
      for (const cancel of CANCELLATIONS) {
        if (status === 'delivered' && cancel !== 'none') continue
        await set(
          `update orders set dispatched = $2, status = $3, cancel = $4,
             delivered_at = case when $3 = 'delivered' then now() end where id = $1`,
          [dispatched, status, cancel],
        )
        for (const one of STEPS)
          for (const other of STEPS.slice(STEPS.indexOf(one))) {
            await set(
              `with moved as (select id, case when id = $2 then $3 else $4 end as step from shipments where order_id = $1)
               update shipments set step = moved.step, delivered_at = case when moved.step = 'delivered' then now() end
               from moved where moved.id = shipments.id`,
              [first.shipmentId, one, other],
            )
            const word = wordOfOrder({ dispatched, status, cancel }, [{ step: one }, { step: other }])
            const what = [dispatched, status, cancel, one, other].join(' ')
            assert.deepEqual(await listedUnder(id), word ? [word] : [], what)
            seen.add(word)
          }
      }
  assert.deepEqual([...seen].toSorted(), [...PARCEL_WORDS, undefined].toSorted())
})

test('so is one that waits for its buyer or for money, and one that comes back until it is counted', async () => {
  const { id } = await placeCounted(2)
  const waits = async (changes: string) => {
    await query(`update orders set ${changes} where id = $1`, [id])
    await assertSame(id, changes)
    return listedUnder(id)
  }
  assert.deepEqual(await waits('confirmation_asked_at = now()'), [])
  assert.deepEqual(await waits('cash_confirmed_at = now()'), ['To pack'])
  assert.deepEqual(await waits('due = 5'), [])
  assert.deepEqual(await waits('due = 0'), ['To pack'])
  const { shipmentId } = await dispatch(id)
  await move(shipmentId, 'returned')
  assert.deepEqual(await listedUnder(id), ['Coming back'])
  await returnPots(shipmentId, [back(1)])
  await assertSame(id, 'half of it is counted')
  const list = await listOrders(db, { sort: 'newest', word: 'Coming back' }, {})
  assert.deepEqual(
    list.rows.map((order) => [order.id, order.parcelWord]),
    [[id, 'Coming back']],
  )
  await returnPots(shipmentId, [back(1)])
  assert.deepEqual(await listedUnder(id), [])
  await assertSame(id, 'all of it is counted')
})
