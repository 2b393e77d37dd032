import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseRemittance, remittanceColumn } from './remittance-file.ts'

test('columns are found by what couriers call them', () => {
  for (const [heading, name] of [
    ['AWB', 'awb'],
    ['AWB No.', 'awb'],
    ['Waybill Number', 'awb'],
    ['COD Amount', 'amount'],
    ['Amount (Rs)', 'amount'],
    ['Remittance Date', 'paidOn'],
    ['UTR', 'reference'],
    ['Reference', 'reference'],
    ['Weight', undefined],
  ] as const)
    assert.equal(remittanceColumn(heading), name, heading)
})

test('amounts and dates are read however they are written', () => {
  const parse = (amount: string, paidOn: string) => {
    const parsed = parseRemittance({ awb: "'1234567890", amount, paidOn, reference: 'UTR1' })
    return parsed.ok ? [parsed.value.amount, parsed.value.paidOn] : parsed.problem
  }
  for (const [amount, paise] of [
    ['495', 49_500],
    ['₹1,234.50', 123_450],
    ['Rs. 1,00,000.5', 10_000_050],
  ] as const)
    assert.deepEqual(parse(amount, '2026-11-26'), [paise, '2026-11-26'])
  for (const day of ['2026-11-26 10:15:00', '26/11/2026', '26-11-26', '26 Nov 2026', '26-November-2026', '26.11.2026'])
    assert.deepEqual(parse('495', day), [49_500, '2026-11-26'], day)
  for (const day of ['', '2026-02-30', '31/13/2026', 'yesterday', '26 Xyz 2026'])
    assert.match(String(parse('495', day)), /is no date/, day)
  for (const amount of ['', '-5', 'free', '1.234', '12e5'])
    assert.match(String(parse(amount, '2026-11-26')), /no amount/)
  assert.equal(parseRemittance({ awb: '1.23457E+12', amount: '1', paidOn: '2026-11-26' }).ok, false)
  assert.equal(parseRemittance({}).ok, false)
})

test('whatever a file holds is read or refused', () => {
  const cell = fc.string()
  fc.assert(
    fc.property(
      fc.record({ awb: cell, amount: cell, paidOn: cell, reference: cell }),
      (row) => void parseRemittance(row),
    ),
  )
})
