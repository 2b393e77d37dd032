import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { db, meera } from '#tests/support/fixtures/order-fixture.ts'
import { createVoucher } from './create.ts'

test('a repeated request makes one voucher, which pays for two years', async () => {
  const wanted = { key: randomUUID(), userId: meera.userId, amount: 50_000, now: new Date('2026-11-28T20:00:00Z') }
  const made = await Promise.all(Array.from({ length: 6 }, () => db.transaction((tx) => createVoucher(tx, wanted))))
  assert.equal(new Set(made.map(({ id }) => id)).size, 1)
  const { amount, balance, expiresOn } = made[0] ?? {}
  assert.deepEqual({ amount, balance, expiresOn }, { amount: 50_000, balance: 50_000, expiresOn: '2028-11-29' })
})

test('a voucher of nothing is refused', async () => {
  const wanted = { key: randomUUID(), userId: meera.userId, amount: 0 }
  await assert.rejects(db.transaction((tx) => createVoucher(tx, wanted)))
})
