import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addProduct, addUser, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { db, meera, place } from '#tests/support/fixtures/order-fixture.ts'
import { findLastAddress } from './address-queries.ts'

test('where the newest order went is offered to its shopper alone', async () => {
  const product = await addProduct(db)
  for (const _ of ['first', 'second']) {
    const orderId = await place(meera, [lineFor(product)])
    assert.deepEqual(await findLastAddress(db, meera.userId), { orderId, address: someAddress })
  }
  assert.equal(await findLastAddress(db, (await addUser(db)).userId), undefined)
})
