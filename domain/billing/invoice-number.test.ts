import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { calendarDay } from '#domain/time.ts'
import { financialYearOf, invoicesKeptSince } from './financial-year.ts'
import { invoiceDay, numbersFor } from './invoice-number.ts'

test('the financial year begins on 1 April in India', () => {
  const yearAt = (time: string) => financialYearOf(calendarDay(time))
  assert.equal(yearAt('2026-11-22T10:00:00Z'), '26-27')
  assert.equal(yearAt('2027-03-31T18:29:59.999Z'), '26-27')
  assert.equal(yearAt('2027-03-31T18:30:00Z'), '27-28')
  assert.equal(yearAt('2027-01-01T00:00:00Z'), '26-27')
  assert.equal(yearAt('2099-04-01T00:00:00Z'), '99-00')
  assert.equal(yearAt('2109-06-01T00:00:00Z'), '09-10')
})

test('invoices are kept for the eight financial years before this one', () => {
  assert.equal(invoicesKeptSince('2034-03-31'), '2025-04-01')
  assert.equal(invoicesKeptSince('2034-04-01'), '2026-04-01')
})

test('numbers have five digits, and sixteen characters at most', () => {
  assert.deepEqual(numbersFor('GM', '26-27', 1), ['GM/26-27/00001', 'GM/2627/00001'])
  assert.deepEqual(numbersFor('GMCN', '26-27', 99_999), ['GMCN/26-27/99999', 'GMCN/2627/99999'])
  assert.deepEqual(numbersFor('GM', '26-27', 100_000)[0], 'GM/26-27/100000')
  assert.deepEqual(numbersFor('GMCN', '26-27', 100_000), ['GMCN/2627/100000'])
  assert.deepEqual(numbersFor('GMCN', '26-27', 1_000_000), [])
})

test('no two serials of a year share a number, whatever the prefixes', () => {
  const prefix = fc.stringMatching(/^[A-Z0-9]{1,4}$/)
  const serial = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 99_990, max: 1_000_100 }))
  fc.assert(
    fc.property(prefix, prefix, serial, serial, (one, other, first, second) => {
      fc.pre(first !== second)
      const numbers = numbersFor(other, '26-27', second)
      for (const number of numbersFor(one, '26-27', first)) {
        assert.ok(number.length <= 16)
        assert.ok(!numbers.includes(number))
      }
    }),
  )
})

test('over midnight the day is that of the number before, but no other day is', () => {
  const late = new Date('2026-11-22T18:29:59Z')
  assert.equal(invoiceDay(late, '2026-11-23'), '2026-11-23')
  for (const previous of [undefined, '2026-11-21', '2026-11-22', '2026-11-24', '2027-02-01'])
    assert.equal(invoiceDay(late, previous), '2026-11-22')
  // The next year has a series of its own.
  assert.equal(invoiceDay(new Date('2027-03-31T18:29:59Z'), '2027-04-01'), '2027-03-31')
})
