import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { ReturnRefund } from '#domain/orders/take-back.ts'
import { tasks } from '#server/jobs.ts'
import { deleteOrder } from '#server/order-page/cancel.ts'
import { refundReturn } from '#server/parcels/returns.ts'
import { askForReturn } from '#server/returns/ask.ts'
import { acknowledgeReturn, declineReturn } from '#server/returns/decide.ts'
import { upsertSettings } from '#server/settings/queries.ts'
import { admin, meera, order, world } from '#tests/support/emails/order-email-fixture.ts'
import { registered } from '#tests/support/fixtures/factories.ts'
import { countReturn, sendParcel } from '#tests/support/fixtures/order-steps.ts'

/** The shop with a clock. */
const desk = () => ({ db: world.db, now: () => new Date() })

/** A cash order with an invoice, of which one pot comes back. */
async function comeBack(refund: ReturnRefund) {
  await world.db.transaction((tx) => upsertSettings(tx, registered))
  const orderId = await order()
  const shipmentId = await sendParcel(desk(), admin, orderId)
  const taken = await countReturn(desk(), admin, shipmentId, [{ position: 0, good: 0, damaged: 1 }], { refund })
  return { orderId, returnId: taken.returnId }
}

/** What was sent about a return; jobs are done until nothing is left. */
async function told(): Promise<string[]> {
  await world.doJobs()
  return world.service
    .emails()
    .map(({ params }) => params.status ?? '')
    .filter((text) => text.includes('come back to us'))
}

const noteOf = async (returnId: number) =>
  (await world.sql<{ id: string; number: string }>(`select id, number from bills where return_id = ${returnId}`))[0]

test('the return of a cash order is one email with its credit note, whatever is repeated', async () => {
  const { orderId, returnId } = await comeBack(20_000)
  const [email, ...more] = await told()
  const note = await noteOf(returnId)
  assert.ok(note && email)
  assert.match(email, new RegExp(`order ${orderId} has come back to us. Credit note: ${note.number}, ₹200.00.`))
  assert.match(email, new RegExp(`/bills/${note.id} `))
  assert.match(email, /we pay ₹200 back to you\. We will email you the reference of the payment\./)
  assert.deepEqual(more, [])
  await tasks['send-return-email'](world.shop, { returnId } as never)
  assert.equal((await told()).length, 1)
})

test('it is sent when the amount is decided, and never before', async () => {
  const { orderId, returnId } = await comeBack('not-yet')
  assert.deepEqual(await told(), [])
  assert.deepEqual(await refundReturn(desk(), admin, { orderId, returnId, refund: 'full' }), { ok: true })
  const [email] = await told()
  assert.match(email ?? '', new RegExp((await noteOf(returnId))?.number ?? 'no credit note'))
})

test('of an order that was deleted before, nothing is sent', async () => {
  const { orderId } = await comeBack('full')
  assert.deepEqual(await deleteOrder(world.shop, admin, orderId), { ok: true })
  assert.deepEqual(await told(), [])
})

test('each step of a return request is one email with its number; a reason for declining ends as a sentence', async () => {
  const id = await order()
  await world.sql(`update orders set status = 'delivered', delivered_at = now() where id = ${id}`)
  const request = { key: randomUUID(), item: 0, quantity: 1, reason: 'changed-mind', words: 'Too large.' } as const
  const asked = await askForReturn({ ...world.shop, ...desk() }, meera, id, { ...request, wanted: 'voucher' })
  assert.ok(asked.ok, JSON.stringify(asked))
  for (let press = 0; press < 2; press += 1) {
    await acknowledgeReturn(desk(), admin, asked.id)
    await declineReturn(desk(), admin, asked.id, 'It was used')
  }
  await world.doJobs()
  const said = world.service
    .emails()
    .map(({ params }) => params.status ?? '')
    .filter((text) => text.includes(`return RET-${asked.id} of order ${id}`))
  assert.deepEqual(said.map((text) => /received|dealing|declined/.exec(text)?.[0]).toSorted(), [
    'dealing',
    'declined',
    'received',
  ])
  assert.ok(said.some((text) => text.includes(' It was used. If you disagree')))
})
