import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatAmount, formatPaise, formatRupees, struckThroughPrice, toPaise } from './money.ts'

test('the struck-through price is the price times 1.1, rounded', () => {
  for (const [price, struck] of [
    [0, 0],
    [1, 1],
    [4, 4],
    [6, 7],
    [849, 934],
    [1999, 2199],
    [2000, 2200],
    [2980, 3278],
    [100_000, 110_000],
  ] as const) {
    assert.equal(struckThroughPrice(price), struck, `₹${price}`)
  }
})

test('the struck-through price is the same as reckoned in whole tenths, for every price up to ten lakh', () => {
  for (let price = 0; price <= 1_000_000; price++) {
    if (struckThroughPrice(price) !== Math.floor((price * 11 + 5) / 10)) assert.fail(`₹${price}`)
  }
})

test('rupees are shown with the sign, in Indian grouping, without paise', () => {
  for (const [amount, shown] of [
    [0, '₹0'],
    [7, '₹7'],
    [495, '₹495'],
    [999, '₹999'],
    [1000, '₹1,000'],
    [1999, '₹1,999'],
    [12_345, '₹12,345'],
    [99_999, '₹99,999'],
    [100_000, '₹1,00,000'],
    [123_456, '₹1,23,456'],
    [1_234_567, '₹12,34,567'],
    [12_345_678, '₹1,23,45,678'],
    [123_456_789, '₹12,34,56,789'],
  ] as const) {
    assert.equal(formatRupees(amount), shown)
  }
})

test('rupees look as the platform itself would write them', () => {
  const platform = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 })
  fc.assert(
    fc.property(fc.oneof(fc.integer(), fc.maxSafeNat()), (amount) => {
      assert.equal(formatRupees(amount), platform.format(amount))
    }),
  )
})

test('the payment provider is asked for a hundred paise to the rupee, always a whole number', () => {
  assert.equal(toPaise(0), 0)
  assert.equal(toPaise(849), 84_900)
  assert.equal(toPaise(123_456), 12_345_600)
  fc.assert(
    fc.property(fc.nat(), (amount) => {
      assert.ok(Number.isSafeInteger(toPaise(amount)))
      assert.equal(toPaise(amount) / 100, amount)
    }),
  )
})

test('an amount of an invoice has its paise', () => {
  assert.deepEqual([0, 5, 215_848, 12_345_600, -84_900].map(formatPaise), [
    ...['₹0.00', '₹0.05', '₹2,158.48', '₹1,23,456.00', '-₹849.00'],
  ])
})

test('paise are shown only where there are some', () => {
  assert.equal(formatAmount(500), '₹5')
  assert.equal(formatAmount(550), '₹5.50')
})
