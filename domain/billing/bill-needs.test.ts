import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings, type Settings } from '#domain/shop/settings.ts'
import { billProblem, dispatchWarnings, missingForBill } from './bill-needs.ts'
import { registered } from './sample-settings.ts'

const pune = { pincode: '411001' }
const bengaluru = { pincode: '560038' }
/** Both Tamil Nadu and Puducherry have it. */
const unsure = { pincode: '605102' }

const warned = (settings: Partial<Settings>, address = pune, total = 495) =>
  dispatchWarnings({ ...registered, ...settings }, address, total)

test('a fresh shop dispatches without a bill, and is told what to fill in', () => {
  assert.deepEqual(missingForBill(defaultSettings), ['Legal name', 'Address', 'State', 'Tax regime'])
  assert.equal(billProblem(defaultSettings, unsure), undefined)
  assert.deepEqual(dispatchWarnings(defaultSettings, bengaluru, 495), [
    'No lawful bill will be made. Fill in Legal name, Address, State and Tax regime under Settings, Legal.',
  ])
})

test('a registered shop needs its GSTIN, an unregistered one neither that nor a State', () => {
  assert.deepEqual(missingForBill(registered), [])
  for (const taxRegime of ['regular', 'composition'] as const)
    assert.deepEqual(missingForBill({ ...registered, taxRegime, gstin: '' }), ['GSTIN'])
  assert.deepEqual(missingForBill({ ...registered, taxRegime: 'unregistered', gstin: '', legalState: '' }), [])
})

test('the State is asked for only where the tax depends on it', () => {
  for (const [taxRegime, problem] of [
    ['regular', 'state-needed'],
    ['composition', 'state-needed'],
    ['unregistered', undefined],
  ] as const) {
    assert.equal(billProblem({ ...registered, taxRegime }, unsure), problem)
    assert.equal(billProblem({ ...registered, taxRegime }, { ...unsure, stateCode: '34' }), undefined)
    assert.equal(billProblem({ ...registered, taxRegime }, pune), undefined)
  }
  // Nothing is billed, so nothing depends on it.
  assert.equal(billProblem({ ...registered, legalName: '' }, unsure), undefined)
})

test('an address whose State is not that of its pincode is sent by no shop, and the desk reads both', () => {
  const contradiction = { pincode: '600002', stateCode: '27' as const }
  for (const settings of [defaultSettings, registered, { ...registered, taxRegime: 'unregistered' as const }]) {
    assert.equal(billProblem(settings, contradiction), 'state-contradicts')
    assert.ok(
      dispatchWarnings(settings, contradiction, 495).includes(
        '600002 is in Tamil Nadu. Check the pincode or the State.',
      ),
    )
  }
  assert.equal(billProblem(registered, { ...contradiction, stateCode: '33' }), undefined)
})

test('composition and unregistered shops are warned when a parcel leaves the State', () => {
  assert.deepEqual(warned({}, bengaluru), [])
  assert.match(warned({ taxRegime: 'composition' }, bengaluru).join(), /Karnataka.*section 10\(2\)\(c\)/)
  assert.match(warned({ taxRegime: 'unregistered' }, bengaluru).join(), /Karnataka.*section 24/)
  for (const taxRegime of ['composition', 'unregistered'] as const) {
    assert.deepEqual(warned({ taxRegime }, pune), [])
    assert.deepEqual(warned({ taxRegime }, unsure), [])
  }
})

test('above ₹50,000 the desk is reminded of the e-way bill', () => {
  assert.deepEqual(warned({}, pune, 50_000), [])
  assert.match(warned({}, pune, 50_001).join(), /₹50,000.*e-way bill.*rule 138/)
})
