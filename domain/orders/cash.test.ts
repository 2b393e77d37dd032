import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { defaultSettings, type Settings } from '#domain/shop/settings.ts'
import { orderTotal } from './amounts.ts'
import { cashMessage, cashOf, findCashRefusal, restOfOrder } from './cash.ts'

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
  assert.equal(cashMessage({ kind: 'off' }, true, true), 'Cash is not available. Pay online instead.')
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

test('of any order paid in part, voucher and part go first, and the parcels’ cash adds up to the rest', () => {
  const line = fc.record({ price: fc.integer({ min: 1, max: 9999 }), quantity: fc.integer({ min: 1, max: 4 }) })
  const order = fc.record({
    cartItems: fc.array(line, { minLength: 1, maxLength: 5 }),
    deliveryFee: fc.nat(99),
    paidInAll: fc.integer({ min: 1, max: 100 }),
    voucher: fc.nat(99),
  })
  fc.assert(
    fc.property(order, fc.infiniteStream(fc.nat(3)), ({ cartItems, deliveryFee, paidInAll, voucher }, units) => {
      const totalAmount = orderTotal(cartItems, deliveryFee)
      const prepaid = Math.ceil((totalAmount * paidInAll) / 100)
      const voucherPaid = Math.floor((prepaid * voucher) / 100)
      const facts = { cartItems, deliveryFee, totalAmount, voucherPaid, restInCash: totalAmount - prepaid }
      const paid = { ...facts, paymentId: 'pay_1' } as never
      const parcels: Parameters<typeof restOfOrder>[1][number][] = []
      const cashOfAll = () => parcels.reduce((sum, { cash }) => sum + cash, 0)
      for (let rest = restOfOrder(paid, parcels); rest.lines.length > 0; rest = restOfOrder(paid, parcels)) {
        // The last parcel's courier collects the remainder, whatever the other parcels contain.
        assert.equal(rest.cash + cashOfAll(), cashOf(paid))
        const lines = rest.lines.flatMap((one) => {
          const quantity = Math.min(one.quantity, units.next().value ?? 0)
          return quantity > 0 ? [{ ...one, quantity, amount: (one.amount / one.quantity) * quantity }] : []
        })
        if (lines.length === 0) lines.push(...rest.lines)
        const fee = parcels.length === 0 ? deliveryFee : 0
        const sent = lines.reduce((sum, { amount }) => sum + amount, 0) / 100 + fee
        const before = parcels.flatMap((one) => one.lines).reduce((sum, { amount }) => sum + amount, 0) / 100
        const upTo = before + sent + (parcels.length === 0 ? 0 : deliveryFee)
        parcels.push({ kind: 'sale', step: 'packed', fee, lines, cash: Math.max(0, upTo - prepaid) - cashOfAll() })
        assert.ok((parcels.at(-1)?.cash ?? 0) >= 0)
      }
      assert.equal(cashOfAll(), totalAmount - prepaid)
    }),
    { numRuns: 1000 },
  )
})
