import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import { addCounted, lineFor } from '#tests/support/fixtures/factories.ts'
import { db, meera, place, pool } from '#tests/support/fixtures/order-fixture.ts'
import { findOrder, isOrderOf } from './queries.ts'

const placed = async () => {
  const id = await place(meera, [lineFor(await addCounted(db, { 'Grey Stone': 5 }))])
  const order = await findOrder(db, id)
  assert.ok(order)
  return order
}

test('an order is found with its own email or phone only, and never after its buyer is deleted', async () => {
  const { id, email, addressInfo } = await placed()
  const mobile = addressInfo.mobileNumber.slice(-10)
  const finds = (changes: object) => isOrderOf(db, { id, email: undefined, mobile: undefined, ...changes })
  assert.equal(await finds({ email: email.toLowerCase() }), true)
  assert.equal(await finds({ mobile }), true)
  assert.equal(await finds({}), false)
  assert.equal(await finds({ email: '' }), false)
  assert.equal(await finds({ email: 'other@gamla.example' }), false)
  assert.equal(await finds({ mobile: '9000000000' }), false)
  assert.equal(await finds({ id: id + 1000, mobile }), false)
  await pool.query('insert into "user" (id, name, email) values ($1, $2, $3) on conflict do nothing', [
    DELETED_USER.id,
    DELETED_USER.name,
    DELETED_USER.email,
  ])
  await pool.query('update orders set user_id = $2 where id = $1', [id, DELETED_USER.id])
  assert.equal(await finds({ mobile }), false)
})
