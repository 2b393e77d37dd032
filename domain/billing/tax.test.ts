import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MAX_QUANTITY } from '#domain/catalog/product.ts'
import { PRICE_MAX } from '#domain/catalog/product-fields.ts'
import { toPaise } from '#domain/money.ts'
import { ENDED_GST_RATES, GST_RATES } from '#domain/shop/settings.ts'
import { STATES, type StateCode } from '#domain/states.ts'
import type { TaxedAmount } from './invoice.ts'
import { differenceOf, gstSplit, sumOf, type TaxSplit, taxWithin } from './tax.ts'

const amounts = fc
  .tuple(fc.integer({ min: 0, max: PRICE_MAX + 1 }), fc.integer({ min: 1, max: MAX_QUANTITY }))
  .map(([price, quantity]) => toPaise(price) * quantity)
const rates = fc.constantFrom(...GST_RATES, ...ENDED_GST_RATES)
const splits = fc.constantFrom<TaxSplit>('cgst-sgst', 'cgst-utgst', 'igst')
const codes = fc.constantFrom(...(Object.keys(STATES) as StateCode[]))

const taxOf = ({ cgst, sgst, utgst, igst }: TaxedAmount) => cgst + sgst + utgst + igst

const examples = [
  [1, 495, 'cgst-sgst', { taxable: 41_950, cgst: 3_775, sgst: 3_775, igst: 0 }],
  [1, 495, 'igst', { taxable: 41_949, cgst: 0, sgst: 0, igst: 7_551 }],
  [3, 849, 'cgst-sgst', { taxable: 215_848, cgst: 19_426, sgst: 19_426, igst: 0 }],
  [3, 849, 'igst', { taxable: 215_847, cgst: 0, sgst: 0, igst: 38_853 }],
] as const

for (const [quantity, price, split, tax] of examples) {
  test(`${quantity} × ₹${price} at 18 %, ${split}`, () => {
    const total = toPaise(price) * quantity
    assert.deepEqual(taxWithin(total, 18, split), { ...tax, utgst: 0, total })
  })
}

test('taxable value and tax are always what was paid, and whole paise', () => {
  fc.assert(
    fc.property(amounts, rates, splits, (total, rate, split) => {
      const amount = taxWithin(total, rate, split)
      assert.equal(amount.taxable + taxOf(amount), total)
      assert.equal(amount.total, total)
      for (const part of Object.values(amount)) assert.ok(Number.isSafeInteger(part) && part >= 0)
      // Only the components of this sale.
      assert.equal(split === 'igst' ? amount.cgst : amount.igst, 0)
      // The tax on ₹4 at 0.25 % rounds to nothing.
      if (total >= toPaise(5)) assert.equal(taxOf(amount) > 0, rate > 0)
      if (rate === 0) assert.equal(taxOf(amount), 0)
      assert.equal(amount.cgst, amount.sgst + amount.utgst)
    }),
    { numRuns: 5000 },
  )
})

test('each component is its share of the price, rounded to the next paisa', () => {
  fc.assert(
    fc.property(amounts, rates, splits, (total, rate, split) => {
      const { igst, cgst } = taxWithin(total, rate, split)
      // In big integers: twice the error is at most the divisor.
      const [dividend, divisor] = [
        BigInt(total) * BigInt(rate * 100),
        BigInt((split === 'igst' ? 1 : 2) * (10_000 + rate * 100)),
      ]
      const twice = 2n * (dividend - BigInt(split === 'igst' ? igst : cgst) * divisor)
      assert.ok(-divisor <= twice && twice < divisor)
    }),
    { numRuns: 5000 },
  )
})

test('more pots never have less of anything', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: PRICE_MAX }),
      fc.integer({ min: 1, max: 98 }),
      rates,
      splits,
      (price, n, ...how) => {
        const step = differenceOf(taxWithin(toPaise(price) * (n + 1), ...how), taxWithin(toPaise(price) * n, ...how))
        for (const part of Object.values(step)) assert.ok(part >= 0)
        assert.equal(step.total, toPaise(price))
      },
    ),
  )
})

test('within a State its tax is SGST, within a territory without legislature UTGST, beyond IGST', () => {
  assert.equal(gstSplit('27', '27'), 'cgst-sgst')
  // Delhi, Puducherry, and Jammu and Kashmir have a legislature.
  for (const code of ['07', '34', '01'] as const) assert.equal(gstSplit(code, code), 'cgst-sgst')
  for (const code of ['35', '04', '26', '38', '31'] as const) assert.equal(gstSplit(code, code), 'cgst-utgst')
  fc.assert(
    fc.property(codes, codes, (one, other) => {
      assert.equal(gstSplit(one, other) === 'igst', one !== other)
      assert.equal(gstSplit(one, other) === 'igst', gstSplit(other, one) === 'igst')
    }),
  )
})

test('sums add up part by part', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(amounts, rates, splits)), (lines) => {
      const taxed = lines.map((line) => taxWithin(...line))
      const sum = sumOf(taxed)
      assert.equal(sum.taxable + taxOf(sum), sum.total)
      assert.equal(
        sum.total,
        lines.reduce((total, [amount]) => total + amount, 0),
      )
    }),
  )
})
