import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingForReturns, quarterOf, returnFilesOf, returnPeriodOf } from './return-period.ts'

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

test('documents without HSN, or at a rate that has ended, are named before the export', () => {
  const whole = { gstin: '27AAPFU0939F1ZV', month: '2026-10', withoutHsn: 0, firstWithoutHsn: [] }
  const october = { ...whole, atEndedRate: 0, firstAtEndedRate: [] }
  const five = ['GM/1', 'GM/2', 'GM/3', 'GM/4', 'GM/5']
  const november = {
    ...{ ...october, month: '2026-11', withoutHsn: 7, firstWithoutHsn: five },
    ...{ atEndedRate: 1, firstAtEndedRate: ['GM/9'] },
  }
  assert.deepEqual(missingForReturns([october]), [])
  assert.deepEqual(missingForReturns([october, november]), [
    'November 2026: HSN is missing on 7 documents: GM/1, GM/2, GM/3, GM/4, GM/5 and 2 more. Table 12 of GSTR-1 asks for it. Add it to your products and complete the file.',
    'November 2026: 12 % or 28 % is on 1 document: GM/9. Both rates ended on 22 September 2025. Change the rate of your products.',
  ])
})
