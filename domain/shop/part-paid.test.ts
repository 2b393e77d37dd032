import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as v from 'valibot'
import { PART_PAID, partPaidField, partPaidNow, partsText } from './part-paid.ts'

const parse = (typed: string) => v.safeParse(partPaidField, typed)

test('a part is percent or rupees, however an owner types them', () => {
  const stored = ['', '20%', ' 20 % ', '099%', '₹200', '₹ 1,200', '₹99,99,999'].map((typed) => parse(typed).output)
  assert.deepEqual(stored, ['', '20%', '20%', '99%', '₹200', '₹1200', '₹9999999'])
  for (const part of stored) assert.match(String(part), PART_PAID)
})

test('any other part is refused with what to type instead', () => {
  const said = (typed: string) => parse(typed).issues?.[0].message
  for (const typed of ['0%', '100%', '101%', '000%'])
    assert.equal(said(typed), 'Enter 1% to 99%, or leave it empty.', typed)
  for (const typed of ['₹0', '₹10000000', '₹1,00,00,000'])
    assert.equal(said(typed), 'Enter at least ₹1 and at most ₹99,99,999, or leave it empty.', typed)
  for (const typed of ['200', 'a fifth', '₹20%', '20.5%', '₹200.50', '-5%', '%', '₹', '20% of it'])
    assert.equal(said(typed), 'Enter a part such as 20% or ₹200, or leave it empty.', typed)
})

test('of any amount the part is whole rupees, at least one and less than all, and both parts are the amount', () => {
  const setting = fc.oneof(
    fc.integer({ min: 1, max: 99 }).map((percent) => `${percent}%`),
    fc.integer({ min: 1, max: 9_999_999 }).map((rupees) => `₹${rupees}`),
  )
  fc.assert(
    fc.property(setting, fc.integer({ min: 0, max: 99_99_999 }), (part, amount) => {
      const now = partPaidNow(part, amount)
      if (now === undefined) return assert.ok(part.startsWith('₹') ? Number(part.slice(1)) >= amount : amount <= 66)
      assert.ok(Number.isInteger(now) && now >= 1 && now < amount)
      const exact = part.startsWith('₹') ? Number(part.slice(1)) : (amount * Number.parseInt(part, 10)) / 100
      assert.ok(now === 1 || Math.abs(now - exact) <= 0.5)
    }),
    { numRuns: 2000 },
  )
  assert.equal(partPaidNow('', 1000), undefined)
  assert.equal(partPaidNow('20%', 1), undefined)
  assert.equal(partsText({ now: 200, rest: 800 }), 'Pay ₹200 now, ₹800 in cash on delivery')
})
