import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findOrder } from '#server/orders/queries.ts'
import { deliverOrder } from '#server/parcels/deliver.ts'
import { addProduct, addUser, lineFor } from '#tests/support/fixtures/factories.ts'
import { admin, count, db, meera, place, shop } from '#tests/support/fixtures/order-fixture.ts'
import { approveCancellation, keepOrder, requestCancel } from './cancel.ts'
import { readDeskOrder } from './page.ts'

describe('cancelling', () => {
  test('is asked for by the shopper, once or twice, and approved by the admin', async () => {
    const id = await place(meera, [lineFor(await addProduct(db))])
    assert.deepEqual(await approveCancellation(shop, admin, id), { ok: false, reason: 'kept' })
    assert.deepEqual(await requestCancel(shop, meera, id), { ok: true })
    assert.deepEqual(await requestCancel(shop, meera, id), { ok: true })
    assert.equal((await findOrder(db, id))?.cancel, 'requested')
    assert.deepEqual(await approveCancellation(shop, admin, id), { ok: true })
    assert.deepEqual(await approveCancellation(shop, admin, id), { ok: true })
    assert.equal((await findOrder(db, id))?.cancel, 'cancelled')
    assert.equal(await count("from audit where subject = $1 and action = 'approve cancellation'", [`order ${id}`]), 1)
    // Asking again does not bring it back to life.
    assert.deepEqual(await requestCancel(shop, meera, id), { ok: true })
    assert.equal((await findOrder(db, id))?.cancel, 'cancelled')
    assert.deepEqual(await deliverOrder(shop, admin, id), { ok: false, reason: 'not-allowed' })
  })

  test('somebody else’s order looks like one that does not exist', async () => {
    const id = await place(meera, [lineFor(await addProduct(db))])
    const stranger = await addUser(db)
    assert.deepEqual(await requestCancel(shop, stranger, id), await requestCancel(shop, stranger, 2 ** 40))
    assert.deepEqual(await requestCancel(shop, stranger, id), { ok: false, reason: 'not-found' })
    assert.equal((await findOrder(db, id))?.cancel, 'none')
    assert.deepEqual(await requestCancel(shop, admin, id), { ok: false, reason: 'not-found' })
  })

  test('may have a reason, which the desk sees until the shopper takes the request back', async () => {
    const id = await place(meera, [lineFor(await addProduct(db))])
    assert.deepEqual(await requestCancel(shop, meera, id, 'x'.repeat(501)), { ok: false, reason: 'too-long' })
    assert.deepEqual(await requestCancel(shop, meera, id, '  Too small\u0000 '), { ok: true })
    assert.equal((await readDeskOrder(shop, id))?.cancelReason, 'Too small')
    assert.deepEqual(await keepOrder(shop, await addUser(db), id), { ok: false, reason: 'not-found' })
    assert.deepEqual(await keepOrder(shop, meera, id), { ok: true })
    assert.deepEqual(await keepOrder(shop, meera, id), { ok: true })
    const desk = await readDeskOrder(shop, id)
    assert.deepEqual([desk?.order.cancel, desk?.cancelReason], ['none', ''])
    assert.equal(desk?.timeline.filter(({ text }) => text === 'Keep order').length, 1)
    assert.deepEqual(await approveCancellation(shop, admin, id), { ok: false, reason: 'kept' })
    assert.deepEqual(await requestCancel(shop, meera, id, 'Really'), { ok: true })
    assert.equal((await readDeskOrder(shop, id))?.cancelReason, 'Really')
  })

  test('approved and taken back at the same moment, the order is one of both', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 12; round += 1) {
      const id = await place(meera, [lineFor(await addProduct(db))])
      await requestCancel(shop, meera, id)
      const presses = [
        () => approveCancellation(shop, admin, id).then((result) => ['approve', result] as const),
        () => keepOrder(shop, meera, id).then((result) => ['keep', result] as const),
      ]
      const results = await Promise.all((round % 2 ? presses : presses.toReversed()).map((press) => press()))
      const { approve, keep } = Object.fromEntries(results)
      const cancel = (await findOrder(db, id))?.cancel
      outcomes.add(String(cancel))
      if (cancel === 'cancelled') assert.deepEqual([approve, keep], [{ ok: true }, { ok: false, reason: 'cancelled' }])
      else assert.deepEqual([cancel, approve, keep], ['none', { ok: false, reason: 'kept' }, { ok: true }])
    }
    assert.ok(outcomes.size > 0)
  })

  test('is too late once delivered', async () => {
    const id = await place(meera, [lineFor(await addProduct(db))])
    await deliverOrder(shop, admin, id)
    assert.deepEqual(await requestCancel(shop, meera, id), { ok: false, reason: 'too-late' })
    assert.deepEqual(await approveCancellation(shop, admin, id), { ok: false, reason: 'not-allowed' })
  })
})
