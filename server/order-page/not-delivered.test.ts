import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { READABLE_JOBS } from '#server/db/enqueue.ts'
import { bookShipment } from '#server/parcels/book.ts'
import { answerCourier } from '#server/parcels/not-delivered.ts'
import { applyReport } from '#server/parcels/track.ts'
import type { Shop } from '#server/shop.ts'
import { openCourierWorld } from '#tests/support/courier/courier-harness.ts'
import { answerUndelivered, listUndelivered, readUndelivered } from './not-delivered.ts'

let world: Awaited<ReturnType<typeof openCourierWorld>>
let shop: Shop

before(async () => {
  world = await openCourierWorld()
  shop = world.openInstance()
})
after(() => world.close())

/** A booked parcel that the courier could not deliver so many times. */
async function addUndelivered(times: number) {
  const orderId = await world.addOrder()
  const id = await world.addRequested(orderId)
  await bookShipment(shop, id)
  const awb = String((await world.find(id)).awb)
  await fail(id, awb, times)
  return { orderId, id, awb }
}

async function fail(id: number, awb: string, times: number) {
  let seconds = 0
  const nextTime = () => {
    seconds++
    return Date.now() - 3_600_000 + seconds * 1000
  }
  for (let each = 0; each < times; each++)
    for (const label of ['OUT FOR DELIVERY', 'UNDELIVERED'])
      world.provider.parcels.scan(awb, { label, time: nextTime() })
  const report = await shop.courier.track(awb)
  if (report) await applyReport(shop, id, report)
}

const again = { answer: 'again', day: '2026-12-01', phone: '9845000012', address: 'Beside the temple' } as const
const answersTo = (awb: string) => world.provider.parcels.findByAwb(awb)?.answers ?? []
const states = (id: number) =>
  world.sql<{ id: string; state: string; problem: string | null }>(
    'select id, state, problem from delivery_answers where shipment_id = $1 order by id',
    [id],
  )

test('the buyer is asked after each attempt, and the courier hears the answer once', async () => {
  const { orderId, id, awb } = await addUndelivered(1)
  const [job] = await world.sql(
    `select key from ${READABLE_JOBS} as job where payload ->> 'template' = 'not-delivered' and payload ->> 'shipmentId' = $1`,
    [String(id)],
  )
  assert.ok(job)
  assert.equal((await readUndelivered(world.db, orderId))?.state, 'waiting')
  const pressed = await Promise.all([1, 2].map(() => answerUndelivered(shop, orderId, again)))
  assert.deepEqual(
    pressed.map((one) => one?.state),
    ['answered', 'answered'],
  )
  const [row, ...more] = await states(id)
  assert.deepEqual([row?.state, more.length], ['requested', 0])
  world.provider.faults.expect(/ndr/, { status: 503 })
  await assert.rejects(answerCourier(shop, Number(row?.id)))
  await answerCourier(shop, Number(row?.id))
  await answerCourier(shop, Number(row?.id))
  assert.equal((await states(id))[0]?.state, 'sent')
  assert.deepEqual(answersTo(awb), [
    {
      action: 're-attempt',
      comments: 'The buyer asked for another delivery.',
      deferred_date: '2026-12-01',
      phone: '9845000012',
      address1: 'Beside the temple',
      address2: '',
    },
  ])
})

test('who does not want it any more asks to cancel, and the courier brings it back', async () => {
  const { orderId, id, awb } = await addUndelivered(2)
  await answerUndelivered(shop, orderId, { answer: 'cancel', day: null, phone: '', address: '' })
  await answerCourier(shop, Number((await states(id))[0]?.id))
  assert.equal(answersTo(awb)[0]?.action, 'return')
  assert.deepEqual(await world.sql('select cancel from orders where id = $1', [orderId]), [{ cancel: 'requested' }])
})

test('what the courier refuses, and a parcel that was sent by hand, is told by the desk', async () => {
  const { orderId, id } = await addUndelivered(1)
  await answerUndelivered(shop, orderId, again)
  world.provider.faults.expect(/ndr/, { status: 400, description: 'This shipment is not in NDR' })
  await answerCourier(shop, Number((await states(id))[0]?.id))
  assert.deepEqual(
    (await states(id)).map(({ state, problem }) => [state, problem]),
    [['desk', 'This shipment is not in NDR']],
  )
  const [listed, ...more] = await listUndelivered(world.db, [orderId, await world.addOrder()])
  assert.deepEqual([listed?.id, listed?.answer?.address, more.length], [id, again.address, 0])
})

test('after the third attempt nothing is chosen any more: the parcel is expected back', async () => {
  const { orderId, id } = await addUndelivered(3)
  assert.equal((await answerUndelivered(shop, orderId, again))?.state, 'back')
  assert.deepEqual(await states(id), [])
  assert.equal(await readUndelivered(world.db, await world.addOrder()), undefined)
})
