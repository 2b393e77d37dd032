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

/** The words whose lists hold each of these orders. */
async function listedUnder(ids: number[]): Promise<string[][]> {
  const words = PARCEL_WORDS.map((word) => sql`case when ${whereWord(word)} then ${word} end`)
  const { rows } = await db.execute<{ id: number; words: string[] }>(
    sql`select id::integer, array_remove(array[${sql.join(words, sql`, `)}], null) as words from orders`,
  )
  return ids.map((id) => rows.find((row) => row.id === id)?.words ?? [])
}

async function assertSame(id: number, what: string): Promise<void> {
  const word = (await findOrder(db, id))?.parcelWord
  assert.deepEqual(await listedUnder([id]), [word ? [word] : []], `${what}: ${word}`)
}

test('an order is in the list of its word and in no other, in every state that it and its parcels can have', async () => {
  const pairs = STEPS.flatMap((one, index) => STEPS.slice(index).map((other) => ({ one, other, id: 0 })))
  for (const pair of pairs) {
    pair.id = (await placeCounted(3)).id
    for (const step of [pair.one, pair.other]) {
      const { shipmentId } = await dispatch(pair.id, { lines: quantities(1) })
      await query(
        `update shipments set step = $2, delivered_at = case when $2 = 'delivered' then now() end where id = $1`,
        [shipmentId, step],
      )
    }
  }
  const ids = pairs.map(({ id }) => id)
  const seen = new Set<string | undefined>()
  for (const dispatched of ['none', 'part', 'whole'] as const)
    for (const status of ORDER_STATUSES)
      for (const cancel of CANCELLATIONS) {
        if (status === 'delivered' && cancel !== 'none') continue
        await query(
          `update orders set dispatched = $1, status = $2, cancel = $3,
             delivered_at = case when $2 = 'delivered' then now() end`,
          [dispatched, status, cancel],
        )
        const listed = await listedUnder(ids)
        for (const [index, { one, other }] of pairs.entries()) {
          const word = wordOfOrder({ dispatched, status, cancel }, [{ step: one }, { step: other }])
          assert.deepEqual(listed[index], word ? [word] : [], [dispatched, status, cancel, one, other].join(' '))
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
    return (await listedUnder([id]))[0]
  }
  assert.deepEqual(await waits('confirmation_asked_at = now()'), [])
  assert.deepEqual(await waits('cash_confirmed_at = now()'), ['To pack'])
  assert.deepEqual(await waits('due = 5'), [])
  assert.deepEqual(await waits('due = 0'), ['To pack'])
  const { shipmentId } = await dispatch(id)
  await move(shipmentId, 'returned')
  assert.deepEqual(await listedUnder([id]), [['Coming back']])
  await returnPots(shipmentId, [back(1)])
  await assertSame(id, 'half of it is counted')
  const list = await listOrders(db, { sort: 'newest', word: 'Coming back' }, {})
  assert.equal(list.rows[0]?.id, id)
  assert.deepEqual(new Set(list.rows.map(({ parcelWord }) => parcelWord)), new Set(['Coming back']))
  await returnPots(shipmentId, [back(1)])
  assert.deepEqual(await listedUnder([id]), [[]])
  await assertSame(id, 'all of it is counted')
})
