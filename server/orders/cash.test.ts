import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { READABLE_JOBS } from '#server/db/enqueue.ts'
import { listMessagesAbout } from '#server/messages/sent-queries.ts'
import { silentLog } from '#server/observability/log.ts'
import { approveCancellation, deleteOrder } from '#server/order-page/cancel.ts'
import { countOrders, listAllOrders } from '#server/orders/admin-queries.ts'
import { cancelUnconfirmed, confirmCashOrder, findCashState } from '#server/orders/cash.ts'
import { placeOrder } from '#server/orders/place.ts'
import { findOrder } from '#server/orders/queries.ts'
import { deliverOrder } from '#server/parcels/deliver.ts'
import { dispatchMany } from '#server/parcels/dispatch.ts'
import { saveSettings } from '#server/settings/settings.ts'
import { addCounted, lineFor } from '#tests/support/fixtures/factories.ts'
import { admin, checkout, db, meera, pool, shop } from '#tests/support/fixtures/order-fixture.ts'
import { desk } from '#tests/support/fixtures/shipment-fixture.ts'

const jobsFor = async (id: number) => {
  const { rows } = await pool.query<{ task: string; payload: { template?: string } }>(
    `select task_identifier as task, payload from ${READABLE_JOBS} as job where payload ->> 'orderId' = $1`,
    [String(id)],
  )
  return rows.map(({ task, payload }) => payload.template ?? task)
}

let pot = 0
async function order(): Promise<number> {
  const placed = await placeOrder(shop, meera, checkout([lineFor(pot)]))
  assert.ok(placed.ok)
  return placed.order.id
}
const unitsLeft = async () => {
  const { rows } = await pool.query('select on_hand as units from product_variants where offered and product_id = $1', [
    pot,
  ])
  return rows[0].units as number
}
/** The shopper's email was sent so many hours ago. */
const wasAsked = (id: number, hours: number, state = 'sent') =>
  pool.query(
    `insert into sent_messages (template, subject, params, state, time)
     values ('confirm-cash', $1, '{}', $2, now() - make_interval(hours => $3))`,
    [`order ${id}`, state, hours],
  )
const cancelOf = async (id: number) =>
  (await pool.query('select cancel from orders where id = $1', [id])).rows[0]?.cancel

beforeEach(async () => {
  pot = await addCounted(db, { 'Grey Stone': 5 })
})
afterEach(() => pool.query(`delete from settings; delete from sent_messages where template = 'confirm-cash'`))

const ask = (cancelUnconfirmedHours = 0) =>
  db.transaction((tx) => saveSettings(tx, admin, { confirmCashOrders: true, cancelUnconfirmedHours }))

describe('confirming a cash order', () => {
  test('a fresh shop asks nobody', async () => {
    assert.equal((await jobsFor(await order())).includes('confirm-cash'), false)
  })

  test('the shopper is asked once, and confirming twice is confirming', async () => {
    await ask()
    const id = await order()
    assert.deepEqual(
      (await jobsFor(id)).filter((job) => job === 'confirm-cash'),
      ['confirm-cash'],
    )
    assert.equal((await findCashState(db, id))?.state, 'waiting')
    const unconfirmed = () => listAllOrders(db, { show: 'not-confirmed', sort: 'newest' }, {})
    assert.ok((await unconfirmed()).rows.some((row) => row.id === id))
    const answers = await Promise.all([confirmCashOrder(shop, id), confirmCashOrder(shop, id)])
    assert.deepEqual(
      answers.map((answer) => answer?.state),
      ['confirmed', 'confirmed'],
    )
    assert.ok(!(await unconfirmed()).rows.some((row) => row.id === id))
    const { rows } = await pool.query(`select from audit where action = 'confirm cash order' and subject = $1`, [
      `order ${id}`,
    ])
    assert.equal(rows.length, 1)
  })

  test('the order’s timeline lists the email that asked', async () => {
    const id = await order()
    await wasAsked(id, 1)
    const sent = await listMessagesAbout(db, id)
    assert.deepEqual(
      sent.map(({ template }) => template),
      ['confirm-cash'],
    )
  })

  test('what is cancelled, delivered or deleted is not confirmed', async () => {
    const [requested, cancelled] = [await order(), await order()]
    const [delivered, deleted] = [await order(), await order()]
    await pool.query(`update orders set cancel = 'requested' where id = $1`, [requested])
    await approveCancellation(shop, admin, cancelled)
    await pool.query(`update orders set cancel = 'cancelled' where id = $1`, [cancelled])
    await deliverOrder(shop, admin, delivered)
    await deleteOrder(shop, admin, deleted)
    assert.equal((await confirmCashOrder(shop, requested))?.state, 'cancelling')
    assert.equal((await confirmCashOrder(shop, cancelled))?.state, 'cancelled')
    assert.equal((await confirmCashOrder(shop, delivered))?.state, 'sent')
    assert.equal(await confirmCashOrder(shop, deleted), undefined)
  })
})

describe('an order that awaits its buyer’s word', () => {
  const idsIn = async (show: 'to-pack' | 'not-confirmed') =>
    (await listAllOrders(db, { show, sort: 'newest' }, {})).rows.map((row) => row.id)

  test('is listed and counted apart from what is to be dispatched, until the word comes', async () => {
    const countOpen = () => Promise.all([countOrders(db, 'to-pack'), countOrders(db, 'not-confirmed')])
    const [toPack, notConfirmed] = await countOpen()
    const unasked = await order()
    await ask()
    const id = await order()
    assert.equal((await findOrder(db, unasked))?.awaitsConfirmation, undefined)
    assert.equal((await findOrder(db, id))?.awaitsConfirmation, true)
    assert.deepEqual(
      [(await idsIn('to-pack')).includes(id), (await idsIn('not-confirmed')).includes(id)],
      [false, true],
    )
    assert.ok((await idsIn('to-pack')).includes(unasked))
    assert.deepEqual(await countOpen(), [toPack + 1, notConfirmed + 1])
    await confirmCashOrder(shop, id)
    assert.deepEqual(
      [(await idsIn('to-pack')).includes(id), (await idsIn('not-confirmed')).includes(id)],
      [true, false],
    )
    assert.deepEqual(await countOpen(), [toPack + 2, notConfirmed])
  })

  test('is left out when many are dispatched, unless the desk says so', async () => {
    const confirmed = await order()
    await ask()
    const id = await order()
    const done = await dispatchMany(desk, admin, { key: randomUUID(), ids: [id, confirmed] })
    assert.deepEqual(done[0]?.dispatched, { ok: false, reason: 'unconfirmed' })
    assert.equal(done[1]?.dispatched.ok, true)
    assert.equal((await findOrder(db, id))?.dispatched, undefined)
    const [sentAnyway] = await dispatchMany(desk, admin, { key: randomUUID(), ids: [id], withUnconfirmed: true })
    assert.equal(sentAnyway?.dispatched.ok, true)
    const sent = await findOrder(db, id)
    assert.deepEqual([sent?.dispatched, sent?.awaitsConfirmation], ['whole', undefined])
  })

  test('is confirmed by the desk in the name of who did it', async () => {
    await ask()
    const id = await order()
    assert.equal((await confirmCashOrder(shop, id, admin))?.state, 'confirmed')
    const { rows } = await pool.query(
      `select actor_id from audit where action = 'confirm cash order' and subject = $1`,
      [`order ${id}`],
    )
    assert.deepEqual(rows, [{ actor_id: admin.userId }])
  })
})

describe('cancelling what nobody confirmed', () => {
  const run = () => cancelUnconfirmed({ db, log: silentLog })

  test('happens once, gives the pot back and tells the shopper', async () => {
    await ask(24)
    const id = await order()
    await wasAsked(id, 25)
    assert.equal(await unitsLeft(), 4)
    await Promise.all([run(), run(), run()])
    await run()
    assert.equal(await cancelOf(id), 'cancelled')
    assert.equal(await unitsLeft(), 5)
    assert.deepEqual(
      (await jobsFor(id)).filter((job) => job === 'cancelled'),
      ['cancelled'],
    )
  })

  test('leaves alone what is young, confirmed, or was never asked about', async () => {
    await ask(24)
    const [young, confirmed, unasked, unsent] = [await order(), await order(), await order(), await order()]
    await wasAsked(young, 23)
    await wasAsked(confirmed, 25)
    await wasAsked(unsent, 25, 'queued')
    await confirmCashOrder(shop, confirmed)
    await pool.query(`update orders set time = now() - interval '9 days' where id = $1`, [unasked])
    await run()
    for (const id of [young, confirmed, unasked, unsent]) assert.equal(await cancelOf(id), 'none', String(id))
    await ask(0)
    await pool.query(`update sent_messages set time = now() - interval '9 days' where template = 'confirm-cash'`)
    await run()
    assert.equal(await cancelOf(young), 'none')
  })
})
