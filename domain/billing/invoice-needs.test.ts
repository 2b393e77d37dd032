import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings, type Settings } from '#domain/shop/settings.ts'
import { billToQuestion, dispatchWarnings, missingForInvoice, invoiceProblem as problemOf } from './invoice-needs.ts'
import { registered } from './sample-settings.ts'

const pune = { pincode: '411001' }
const bengaluru = { pincode: '560038' }
/** Both Tamil Nadu and Puducherry have it. */
const unsure = { pincode: '605102' }

type Address = Parameters<typeof billToQuestion>[1] & { isBillToConfirmed?: boolean }
const invoiceProblem = (settings: Settings, address: Address) =>
  problemOf(settings, { isBillToConfirmed: false, ...address })

const warned = (settings: Partial<Settings>, address = pune, total = 495) =>
  dispatchWarnings({ ...registered, ...settings }, address, total)

test('a fresh shop dispatches without an invoice, and is told what to fill in', () => {
  assert.deepEqual(missingForInvoice(defaultSettings), ['Legal name', 'Address', 'State', 'Tax regime'])
  assert.equal(invoiceProblem(defaultSettings, unsure), undefined)
  assert.deepEqual(dispatchWarnings(defaultSettings, bengaluru, 495), [
    'No invoice will be made. Fill in Legal name, Address, State and Tax regime under Settings, Legal.',
  ])
})

test('a registered shop needs its GSTIN, an unregistered one neither that nor a State', () => {
  assert.deepEqual(missingForInvoice(registered), [])
  for (const taxRegime of ['regular', 'composition'] as const)
    assert.deepEqual(missingForInvoice({ ...registered, taxRegime, gstin: '' }), ['GSTIN'])
  assert.deepEqual(missingForInvoice({ ...registered, taxRegime: 'unregistered', gstin: '', legalState: '' }), [])
})

test('the State is asked for only where the tax depends on it', () => {
  for (const [taxRegime, problem] of [
    ['regular', 'state-needed'],
    ['composition', 'state-needed'],
    ['unregistered', undefined],
  ] as const) {
    assert.equal(invoiceProblem({ ...registered, taxRegime }, unsure), problem)
    assert.equal(invoiceProblem({ ...registered, taxRegime }, { ...unsure, stateCode: '34' }), undefined)
    assert.equal(invoiceProblem({ ...registered, taxRegime }, pune), undefined)
  }
  // Nothing is billed, so nothing depends on it.
  assert.equal(invoiceProblem({ ...registered, legalName: '' }, unsure), undefined)
})

test('an address whose State is not that of its pincode is sent by no shop, and the desk reads both', () => {
  const contradiction = { pincode: '600002', stateCode: '27' as const }
  for (const settings of [defaultSettings, registered, { ...registered, taxRegime: 'unregistered' as const }]) {
    assert.equal(invoiceProblem(settings, contradiction), 'state-contradicts')
    assert.ok(
      dispatchWarnings(settings, contradiction, 495).includes(
        '600002 is in Tamil Nadu. Check the pincode or the State.',
      ),
    )
  }
  assert.equal(invoiceProblem(registered, { ...contradiction, stateCode: '33' }), undefined)
})

test('a GSTIN of another State is billed there, which the desk confirms once', () => {
  const buyer = { ...bengaluru, gstin: '33AAPFU0939F1Z2', registeredAddress: '1 Anna Salai\nChennai 600002' }
  const confirmed = { ...buyer, isBillToConfirmed: true }
  assert.equal(billToQuestion(registered, buyer), 'Bill to Tamil Nadu, ship to Karnataka: IGST')
  assert.equal(invoiceProblem(registered, buyer), 'bill-to-needed')
  assert.equal(invoiceProblem(registered, confirmed), undefined)
  assert.equal(invoiceProblem(registered, { ...confirmed, registeredAddress: undefined }), 'bill-to-needed')
  // Billed within the seller's State, shipped beyond it.
  const local = { ...bengaluru, gstin: '27AAPFU0939F1ZV' }
  assert.equal(billToQuestion(registered, local), 'Bill to Maharashtra, ship to Karnataka: CGST and SGST')
  const composition = { ...registered, taxRegime: 'composition' as const }
  assert.equal(billToQuestion(composition, buyer), 'Bill to Tamil Nadu, ship to Karnataka')
  assert.match(
    dispatchWarnings(composition, { ...pune, gstin: buyer.gstin }, 495).join(),
    /is billed to Tamil Nadu.*section 10\(2\)\(c\)/,
  )
  for (const settings of [defaultSettings, { ...registered, taxRegime: 'unregistered' as const }])
    assert.equal(invoiceProblem(settings, buyer), undefined)
  assert.equal(invoiceProblem(registered, { ...bengaluru, gstin: '29AAPFU0939F1ZR' }), undefined)
  // Goods handed over at the counter are supplied in the shop's State.
  const pickUp = { at: 'Our workshop', address: 'Pune', hours: 'Daily' }
  assert.equal(invoiceProblem(registered, { ...buyer, pickUp }), undefined)
  for (const taxRegime of ['composition', 'unregistered'] as const)
    assert.deepEqual(dispatchWarnings({ ...registered, taxRegime }, { ...pune, pickUp }, 60_000), [])
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
