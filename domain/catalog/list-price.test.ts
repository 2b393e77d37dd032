import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIST_PRICES } from '#domain/shop/shop-info.ts'
import { findBadgeMismatch, listPriceOf } from './list-price.ts'

test('the struck-through price follows the setting: times 1.1 as specified, the MRP above the price, or none', () => {
  const prices = (product: { price: number; mrp?: number | null }) =>
    LIST_PRICES.map((rule) => listPriceOf(rule, product))
  assert.deepEqual(prices({ price: 849 }), [934, undefined, undefined])
  assert.deepEqual(prices({ price: 849, mrp: 1000 }), [934, 1000, undefined])
  assert.deepEqual(prices({ price: 849, mrp: 849 }), [934, undefined, undefined])
  assert.deepEqual(prices({ price: 849, mrp: null }), [934, undefined, undefined])
})

test('a percent badge that its two prices do not give is named, with the number that they give', () => {
  const mismatch = (discount: number | null, mrp: number | null = null) =>
    LIST_PRICES.map((rule) => findBadgeMismatch(rule, { price: 849, mrp, discount }))
  assert.deepEqual(mismatch(null), [undefined, undefined, undefined])
  assert.deepEqual(mismatch(0), [undefined, undefined, undefined])
  assert.deepEqual(
    mismatch(9, 1000).map((sentence) => sentence !== undefined),
    [false, true, true],
  )
  const [specified, byMrp, none] = mismatch(20, 1000)
  assert.match(specified ?? '', /Set the discount to 9 to match\./)
  assert.match(byMrp ?? '', /Set the discount to 15 to match\./)
  assert.match(none ?? '', /no higher price is struck through/)
  assert.equal(findBadgeMismatch('mrp', { price: 849, mrp: 1000, discount: 15 }), undefined)
})
