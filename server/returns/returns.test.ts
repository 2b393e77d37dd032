import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { TypedReturn } from '#domain/returns/ask-form.ts'
import { findOrderRow } from '#server/orders/queries.ts'
import { addUser } from '#tests/support/fixtures/factories.ts'
import { admin, db, meera } from '#tests/support/fixtures/order-fixture.ts'
import {
  back,
  deliver,
  desk,
  dispatch,
  NOW,
  placeCounted,
  registerShop,
  returnPots,
  sql,
} from '#tests/support/fixtures/shipment-fixture.ts'
import { askForReturn } from './ask.ts'
import { acknowledgeReturn, declineReturn, withdrawReturn } from './decide.ts'
import { findReturnRequest, listAskable, listOpenReturnsOf } from './queries.ts'
import { settleReturnRequest, withReturn } from './steps.ts'

const form = (changes: Partial<TypedReturn> = {}): TypedReturn => ({
  key: randomUUID(),
  item: 0,
  quantity: 1,
  reason: 'damaged',
  words: 'It has a crack.',
  wanted: 'money',
  ...changes,
})
const ask = (orderId: number, changes: Partial<TypedReturn> = {}, user = meera) =>
  askForReturn(desk, user, orderId, form(changes), [])

/** Of two pots of one product, delivered. */
async function deliveredOrder() {
  await registerShop()
  const { id } = await placeCounted(2)
  const { shipmentId } = await dispatch(id)
  await deliver(id)
  await sql('update orders set delivered_at = $1 where id = $2', [NOW, id])
  await sql('update shipments set delivered_at = $1 where order_id = $2', [NOW, id])
  return { id, shipmentId }
}

async function asked(orderId: number, changes: Partial<TypedReturn> = {}) {
  const request = await ask(orderId, changes)
  assert.ok(request.ok, JSON.stringify(request))
  return request.id
}

const problemsOf = async (orderId: number, changes: Partial<TypedReturn>) => {
  const refused = await ask(orderId, changes)
  assert.ok(!refused.ok && refused.reason === 'problems', JSON.stringify(refused))
  return refused.problems
}

test('a form asks once, however often it is sent, and six at a time ask for no more than was bought', async () => {
  const { id } = await deliveredOrder()
  const key = randomUUID()
  const [one, same] = await Promise.all([ask(id, { key }), ask(id, { key })])
  assert.ok(one?.ok)
  assert.deepEqual(same, one)
  const many = await Promise.all(Array.from({ length: 6 }, () => ask(id)))
  assert.equal(many.filter(({ ok }) => ok).length, 1)
  const [line] = await listAskable(db, id)
  assert.deepEqual([line?.sent, line?.arrived, line?.taken], [2, 2, 2])
  assert.equal((await sql('select from return_requests where order_id = $1', [id])).length, 2)
})

test('another person’s order is not found, and their form’s key asks for nothing', async () => {
  const { id } = await deliveredOrder()
  const stranger = await addUser(db)
  assert.deepEqual(await ask(id, {}, stranger), { ok: false, reason: 'not-found' })
  const key = randomUUID()
  await asked(id, { key })
  const { id: other } = await deliveredOrder()
  assert.deepEqual(await ask(other, { key }), { ok: false, reason: 'used-key' })
  assert.deepEqual(await withdrawReturn(desk, stranger, id, 1001), { ok: false, reason: 'not-found' })
})

test('what came back, or was asked for twice, cannot be asked for again', async () => {
  const { id, shipmentId } = await deliveredOrder()
  await asked(id)
  assert.match((await problemsOf(id, { quantity: 2 })).quantity ?? '', /at most 1/)
  await returnPots(shipmentId, [back(1)])
  assert.match((await problemsOf(id, {})).item ?? '', /already/)
  assert.ok((await problemsOf(id, { item: 7 })).item)
})

test('a withdrawn request frees its units, and a settled one keeps them', async () => {
  const { id } = await deliveredOrder()
  const request = await asked(id, { quantity: 2 })
  assert.deepEqual(await listOpenReturnsOf(db, id), [request])
  assert.deepEqual(await withdrawReturn(desk, meera, id, request), { ok: true })
  assert.deepEqual(await withdrawReturn(desk, meera, id, request), { ok: true })
  assert.deepEqual(await listOpenReturnsOf(db, id), [])
  const second = await asked(id, { quantity: 2 })
  await withReturn(desk, second, (tx, row) =>
    settleReturnRequest(tx, row, { as: 'money', amount: 99_000, staff: admin, now: NOW }),
  )
  assert.deepEqual(await withdrawReturn(desk, meera, id, second), { ok: false, reason: 'not-allowed' })
  assert.ok((await problemsOf(id, {})).item)
  assert.equal((await findOrderRow(db, id))?.warrantyAmount, null)
})

test('the desk acknowledges, and declines with a reason where the shop is not at fault', async () => {
  const { id } = await deliveredOrder()
  const fault = await asked(id)
  assert.deepEqual(await acknowledgeReturn(desk, admin, fault), { ok: true })
  assert.deepEqual(await declineReturn(desk, admin, fault, 'No.'), { ok: false, reason: 'not-declinable' })
  const mind = await asked(id, { reason: 'changed-mind', wanted: 'voucher' })
  assert.deepEqual(await declineReturn(desk, admin, mind, 'It was planted.'), { ok: true })
  const declined = await findReturnRequest(db, mind)
  assert.deepEqual([declined?.state, declined?.declineReason], ['declined', 'It was planted.'])
  assert.deepEqual(declined?.acknowledgedAt, NOW)
  const steps = await sql<{ state: string }>(
    'select state from return_request_steps where request_id = $1 order by id',
    [mind],
  )
  assert.deepEqual(
    steps.map(({ state }) => state),
    ['requested', 'declined'],
  )
})

test('what a claim under warranty was worth is the warranty amount of its order', async () => {
  const { id } = await deliveredOrder()
  const settle = (request: number, as: 'voucher' | 'replacement', amount?: number) =>
    withReturn(desk, request, (tx, row) =>
      settleReturnRequest(tx, row, { as, ...(amount && { amount }), staff: admin, now: NOW }),
    )
  const warranty = { reason: 'warranty', wanted: 'voucher' } as const
  const first = await asked(id, warranty)
  await settle(first, 'voucher', 20_000)
  await settle(first, 'voucher', 20_000)
  assert.equal((await findOrderRow(db, id))?.warrantyAmount, 200)
  await settle(await asked(id, warranty), 'replacement')
  const [price] = await sql<{ price: number }>('select price from order_lines where order_id = $1', [id])
  assert.equal((await findOrderRow(db, id))?.warrantyAmount, 200 + (price?.price ?? 0))
  assert.equal((await listAskable(db, id))[0]?.taken, 1, 'what was replaced is the buyer’s again')
})
