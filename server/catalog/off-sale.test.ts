import assert from 'node:assert/strict'
import { test } from 'node:test'
import { db } from '#tests/support/fixtures/database-fixture.ts'
import { addProduct, addUser } from '#tests/support/fixtures/factories.ts'
import { findForSale, findSellerName, findTitleOffSale } from './storefront-queries.ts'

test('a product off sale is not found, but what it was called; who waits for approval stays unknown', async () => {
  const offSale = await addProduct(db, { title: 'Terrace Bowl', onSale: false })
  assert.equal(await findForSale(db, offSale), undefined)
  assert.equal(await findTitleOffSale(db, offSale), 'Terrace Bowl')
  assert.equal(await findTitleOffSale(db, await addProduct(db)), undefined)
  assert.equal(await findTitleOffSale(db, await addProduct(db, { approved: false, onSale: false })), undefined)
})

test('a seller’s product names its seller; an admin’s, and one whose seller has left, names nobody', async () => {
  const [{ userId: seller }, { userId: admin }] = await Promise.all([addUser(db, 'seller'), addUser(db, 'admin')])
  const nameOf = async (userId: string | null) =>
    findSellerName(db, await addProduct(db, { userId, username: 'Ravi Pots' }))
  assert.deepEqual([await nameOf(seller), await nameOf(admin), await nameOf(null)], ['Ravi Pots', undefined, undefined])
})
