import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { createEmailHash } from '#server/accounts/erased-email-queries.ts'
import { moveShipment } from '#server/parcels/steps.ts'
import { eraseAccount, findBlockers } from '#server/privacy/erase.ts'
import { upsertSettings } from '#server/settings/queries.ts'
import { admin, meera, order, world } from '#tests/support/emails/order-email-fixture.ts'
import { registered } from '#tests/support/fixtures/factories.ts'
import { countReturn, sendParcel } from '#tests/support/fixtures/order-steps.ts'
import { listOwed } from './by-hand-queries.ts'
import { recordPaidBack } from './paid-back.ts'

beforeEach(() => world.sql('truncate returns, return_lines, bills, shipments cascade'))

const desk = () => ({ db: world.db, now: () => new Date() })
const paid = { paidBackOn: '2026-11-24', reference: 'UTR77' }

/** A cash order whose only pot came back, before or after it was paid at the door. */
async function comeBack({ isDelivered }: { isDelivered: boolean }) {
  await world.db.transaction((tx) => upsertSettings(tx, registered))
  const orderId = await order()
  const shipmentId = await sendParcel(desk(), admin, orderId)
  await moveShipment(desk(), admin, { shipmentId, step: isDelivered ? 'delivered' : 'returned' })
  const taken = await countReturn(desk(), admin, shipmentId, [{ position: 0, good: 1, damaged: 0 }])
  assert.ok(taken.creditNote)
  return { orderId, returnId: taken.returnId, creditNote: taken.creditNote }
}

/** The amount that a return owes by hand; 0: nothing. */
const owedFor = async (returnId: number) => {
  const [row] = await world.sql<{ id: string }>(`select id from counter_refunds where return_id = ${returnId}`)
  return Number(row?.id ?? 0)
}

const told = async (word: string) => {
  await world.doJobs()
  return world.service.emails().flatMap(({ params }) => (params.status?.includes(word) ? [params.status] : []))
}

test('a return of a delivered cash order is owed with its credit note; one that was never paid is not', async () => {
  await comeBack({ isDelivered: false })
  const { orderId, returnId, creditNote } = await comeBack({ isDelivered: true })
  const [owed, ...more] = await listOwed(world.db)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [owed?.orderId, owed?.id, owed?.amount, owed?.creditNote],
    [orderId, await owedFor(returnId), 49_500, { id: creditNote.id, number: creditNote.number }],
  )
  assert.ok(owed?.shopper && owed.email)
})

test('what was paid back is owed no more, is in the audit, and the shopper gets one email with the credit note', async () => {
  const { orderId, returnId, creditNote } = await comeBack({ isDelivered: true })
  const id = await owedFor(returnId)
  const answers = await Promise.all([1, 2, 3].map(() => recordPaidBack(desk(), admin, { id, ...paid })))
  assert.ok(answers.every(({ ok }) => ok))
  assert.deepEqual(await listOwed(world.db), [])
  const audit = await world.sql<{ after: object }>(`select after from audit where action = 'pay back'`)
  assert.deepEqual(
    audit.map(({ after }) => after),
    [{ amount: 495, paidOn: '2026-11-24', reference: 'UTR77' }],
  )
  const [email, ...more] = await told('We paid')
  assert.deepEqual(more, [])
  assert.match(
    email ?? '',
    new RegExp(
      `We paid ₹495 back to you for order ${orderId} on 24 Nov 2026. Reference: UTR77. Credit note: ${creditNote.number}`,
    ),
  )
})

test('an account that is owed money is deleted only after it was paid back', async () => {
  const { orderId, returnId } = await comeBack({ isDelivered: true })
  await world.sql('delete from open_deliveries')
  const others = `user_id = '${meera.userId}' and id <> ${orderId}`
  await world.sql(`update orders set user_id = '${admin.userId}' where ${others}`)
  const refused = await eraseAccount({ ...world, hashEmail: createEmailHash('') }, meera.userId)
  assert.ok(!refused.ok && refused.reason === 'blocked')
  assert.deepEqual(refused.blockers, ['We still owe you ₹495. Wait until we email you that it is paid back.'])
  assert.deepEqual(await recordPaidBack(desk(), admin, { id: await owedFor(returnId), ...paid }), { ok: true })
  assert.deepEqual(await findBlockers(world, meera), [])
})

test('the second of two people who paid it back sees with which reference it was paid', async () => {
  const { returnId } = await comeBack({ isDelivered: true })
  assert.deepEqual(await recordPaidBack(desk(), admin, { id: await owedFor(returnId), ...paid }), { ok: true })
  assert.deepEqual(await recordPaidBack(desk(), admin, { id: await owedFor(returnId), ...paid, reference: 'UTR78' }), {
    ok: false,
    reason: 'paid',
    with: paid,
  })
})

test('nothing is paid back for a return of which nothing is owed', async () => {
  const { returnId } = await comeBack({ isDelivered: false })
  assert.deepEqual(await recordPaidBack(desk(), admin, { id: await owedFor(returnId), ...paid }), {
    ok: false,
    reason: 'not-found',
  })
  assert.deepEqual(await recordPaidBack(desk(), admin, { id: 2 ** 40, ...paid }), {
    ok: false,
    reason: 'not-found',
  })
})
