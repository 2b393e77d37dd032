import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findOrder } from '#server/orders/queries.ts'
import { deliverOrder } from '#server/parcels/deliver.ts'
import { addProduct, addUser, lineFor } from '#tests/support/fixtures/factories.ts'
import { admin, count, db, meera, place, shop } from '#tests/support/fixtures/order-fixture.ts'
import { approveCancellation, requestCancel } from './cancel.ts'

describe('cancelling', () => {
  test('is asked for by the shopper, once or twice, and approved by the admin', async () => {
    const id = await place(meera, [lineFor(await addProduct(db))])
    assert.deepEqual(await approveCancellation(shop, admin, id), { ok: false, reason: 'not-allowed' })
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

  test('is too late once delivered', async () => {
    const id = await place(meera, [lineFor(await addProduct(db))])
    await deliverOrder(shop, admin, id)
    assert.deepEqual(await requestCancel(shop, meera, id), { ok: false, reason: 'too-late' })
    assert.deepEqual(await approveCancellation(shop, admin, id), { ok: false, reason: 'not-allowed' })
  })
})
