import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf, priceBy, type Quoted, waysToPay } from './prices.ts'

const quoted: Quoted = { subtotal: 1000, offers: undefined, fees: undefined, balance: 0 }

test('without offers, fees and a voucher, a cart costs what its lines do', () => {
  for (const way of ['online', 'part', 'cash'] as const)
    assert.deepEqual(priceBy(way, quoted), {
      offers: undefined,
      delivery: undefined,
      total: 1000,
      byVoucher: 0,
      rest: 1000,
    })
})

test('an offer for paying online, and a fee for cash, hold for their way; a part in cash costs what cash does', () => {
  const offers = { online: { offers: [], discount: 100 }, cash: { offers: [], discount: 0 } }
  const fees = { online: { fee: 0, isLowest: false }, cash: { fee: 40, isLowest: false } }
  const totals = (['online', 'part', 'cash'] as const).map((way) => priceBy(way, { ...quoted, offers, fees }).total)
  assert.deepEqual(totals, [900, 1040, 1040])
})

test('offers take no more than the lines cost, and delivery is paid all the same', () => {
  const offers = { online: { offers: [], discount: 1200 }, cash: { offers: [], discount: 1200 } }
  const fees = { online: { fee: 60, isLowest: false }, cash: { fee: 60, isLowest: false } }
  assert.equal(priceBy('online', { ...quoted, offers, fees }).total, 60)
})

test('a voucher pays what it has left, and no more than the total', () => {
  const some = priceBy('cash', { ...quoted, balance: 300 })
  assert.deepEqual([some.byVoucher, some.rest], [300, 700])
  const all = priceBy('cash', { ...quoted, balance: 5000 })
  assert.deepEqual([all.byVoucher, all.rest], [1000, 0])
})

test('two parts add up to the amount', () => {
  assert.deepEqual(partsOf('20%', 1001), { now: 200, rest: 801 })
  assert.equal(partsOf('', 1001), undefined)
  assert.equal(partsOf('₹2000', 1001), undefined)
})

test('a part is paid now only where the rest can be paid in cash', () => {
  assert.deepEqual(waysToPay({ online: true, parts: true, cash: true }), ['online', 'part', 'cash'])
  assert.deepEqual(waysToPay({ online: true, parts: true, cash: false }), ['online'])
  assert.deepEqual(waysToPay({ online: false, parts: true, cash: true }), ['cash'])
  assert.deepEqual(waysToPay({ online: true, parts: false, cash: true }), ['online', 'cash'])
})
