import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingForReturns } from './missing-for-returns.ts'

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
