import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings, type Settings } from '#domain/shop/settings.ts'
import { cashMessage, findCashRefusal } from './cash.ts'

function saidAt(total: number, changes: Partial<Settings>, mayPayOnline = true): string | undefined {
  const refusal = findCashRefusal({ ...defaultSettings, ...changes }, total)
  return refusal && cashMessage(refusal, mayPayOnline)
}

test('a fresh shop takes cash for every order', () => {
  for (const total of [0, 1, 495, 99_99_999]) assert.equal(saidAt(total, {}), undefined)
})

test('limits include both of their ends and are said in words', () => {
  const both = { smallestCashOrder: 500, largestCashOrder: 20_000 }
  for (const total of [500, 20_000]) assert.equal(saidAt(total, both), undefined)
  for (const total of [499, 20_001])
    assert.equal(saidAt(total, both), 'Cash on delivery is available from ₹500 to ₹20,000. Pay online instead.')
  assert.match(saidAt(499, { smallestCashOrder: 500 }) ?? '', /available from ₹500\. Pay/)
  assert.match(saidAt(501, { largestCashOrder: 500 }) ?? '', /available up to ₹500\. Pay/)
})

test('nobody is sent to an online payment that does not exist', () => {
  assert.match(saidAt(1, { smallestCashOrder: 500 }, false) ?? '', /online payment is not available.*change your cart/)
  assert.equal(saidAt(1, { cashOnDelivery: false }), 'Cash on delivery is not available. Pay online instead.')
  assert.match(saidAt(1, { cashOnDelivery: false }, false) ?? '', /can’t take orders.*cart is saved/)
})

test('a buyer with too many unconfirmed cash orders is told to confirm the address', () => {
  const facts = (orders: number, value: number) => ({ waiting: { orders, value } })
  assert.equal(findCashRefusal(defaultSettings, 99_99_999, facts(0, 0)), undefined)
  assert.equal(findCashRefusal(defaultSettings, 1, facts(19, 49_99_999)), undefined)
  for (const waiting of [facts(20, 0), facts(1, 50_00_000)]) {
    const refusal = findCashRefusal(defaultSettings, 1, waiting)
    assert.ok(refusal)
    assert.match(cashMessage(refusal, true), /confirm your email address in your account, or pay online\.$/)
    assert.match(cashMessage(refusal, false), /in your account\.$/)
  }
})

test('an order that costs nothing needs no cash', () => {
  assert.equal(saidAt(0, { cashOnDelivery: false }), undefined)
  assert.equal(saidAt(0, { smallestCashOrder: 500 }), undefined)
})
