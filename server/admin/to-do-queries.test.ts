import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { db } from '#tests/support/fixtures/order-fixture.ts'
import {
  back,
  dispatch,
  move,
  placeCounted,
  registerShop,
  returnPots,
  sql,
} from '#tests/support/fixtures/shipment-fixture.ts'
import { readToDo } from './to-do-queries.ts'

before(registerShop)

test('what waits is counted, with the time of the oldest, until it is done', async () => {
  const start = await readToDo(db)
  const [first, second] = [await placeCounted(2), await placeCounted(2)]
  await sql(`update orders set time = '2026-11-01T00:00:00Z' where id = $1`, [first.id])
  const placed = await readToDo(db)
  assert.equal(placed['to-pack'].count, start['to-pack'].count + 2)
  assert.equal(placed['to-pack'].oldest, '2026-11-01T00:00:00.000Z')

  const { shipmentId } = await dispatch(first.id)
  await move(shipmentId, 'not-delivered')
  assert.deepEqual((await readToDo(db))['not-delivered'], { count: 1, oldest: '2026-11-01T00:00:00.000Z' })
  await move(shipmentId, 'returned')
  const returned = await readToDo(db)
  assert.deepEqual(returned['not-delivered'], { count: 0, oldest: null })
  assert.equal(returned['coming-back'].count, 1)
  await returnPots(shipmentId, [back(2)])
  assert.deepEqual((await readToDo(db))['coming-back'], { count: 0, oldest: null })

  await sql(`update orders set cancel = 'requested' where id = $1`, [second.id])
  await sql(
    `insert into contact_messages (name, email, phone, message) values ('Meera', 'm@gamla.example', '9845000012', 'When?')`,
  )
  const asked = await readToDo(db)
  assert.equal(asked.cancellations.count, start.cancellations.count + 1)
  assert.equal(asked.messages.count, start.messages.count + 1)
  await sql(`update contact_messages set state = 'answered'`)
  assert.deepEqual((await readToDo(db)).messages, { count: 0, oldest: null })
})
