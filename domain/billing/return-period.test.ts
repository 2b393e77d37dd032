import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quarterOf, returnFilesOf, returnPeriodOf } from './return-period.ts'

test('quarters are those of the financial year', () => {
  assert.deepEqual(quarterOf('2026-11'), ['2026-10', '2026-11', '2026-12'])
  assert.deepEqual(quarterOf('2027-01'), ['2027-01', '2027-02', '2027-03'])
  assert.deepEqual(quarterOf('2026-06'), ['2026-04', '2026-05', '2026-06'])
})

test('a month has files of itself and of its quarter, and IFF in the first two months', () => {
  assert.deepEqual(returnFilesOf('2026-11'), [
    ['month', 'GSTR-1 of November 2026'],
    ['quarter', 'GSTR-1 of October to December 2026'],
    ['quarter-after-iff', 'GSTR-1 of October to December 2026, without what IFF had'],
    ['iff', 'IFF of November 2026'],
  ])
  assert.equal(returnPeriodOf('2026-12', 'iff'), undefined)
  assert.equal(returnPeriodOf('2026-12', 'year'), undefined)
  assert.deepEqual(returnPeriodOf('2027-02', 'month'), {
    first: '2027-02-01',
    last: '2027-02-28',
    name: 'gstr1-2027-02',
  })
  assert.deepEqual(returnPeriodOf('2027-02', 'quarter-after-iff'), {
    first: '2027-01-01',
    last: '2027-03-31',
    name: 'gstr1-2027-01-to-2027-03',
    reportedBefore: '2027-03-01',
  })
  assert.deepEqual(returnPeriodOf('2027-02', 'iff'), {
    first: '2027-02-01',
    last: '2027-02-28',
    name: 'iff-2027-02',
    isIff: true,
  })
})
