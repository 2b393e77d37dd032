import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addressKey, addressToast, type DeliveryAddress, parseAddress, storedAddress } from './address.ts'

const good = {
  name: 'Meera Nair',
  address: '12 MG Road\nIndiranagar',
  city: 'Bengaluru',
  pincode: '560038',
  mobileNumber: '9876543210',
} satisfies DeliveryAddress
const fields = Object.keys(good) as (keyof typeof good)[]
const limits = { name: [3, 100], address: [4, 300], city: [1, 100], pincode: [6, 12], mobileNumber: [10, 20] } as const

test('a good address is taken as it is, and nothing else that was posted', () => {
  assert.deepEqual(parseAddress(good), { ok: true, value: good })
  assert.deepEqual(parseAddress({ ...good, role: 'admin' }), { ok: true, value: good })
  assert.equal(addressToast(good), undefined)
})

test('each field is long enough at its limit and too short one below', () => {
  for (const field of fields) {
    const [min, max] = limits[field]
    for (const length of [min, max]) {
      assert.ok(parseAddress({ ...good, [field]: 'x'.repeat(length) }).ok, `${field} of ${length}`)
      assert.equal(addressToast({ ...good, [field]: 'x'.repeat(length) }), undefined)
    }
    for (const length of [min - 1, max + 1, 1_000_000]) {
      const form = { ...good, [field]: 'x'.repeat(length) }
      const parsed = parseAddress(form)
      assert.ok(!parsed.ok, `${field} of ${length}`)
      assert.deepEqual(Object.keys(parsed.problems), [field])
      assert.equal(addressToast(form), length === 0 ? 'All fields are required' : 'Enter valid data')
    }
  }
})

test('an empty field is said before a short one', () => {
  for (const field of fields) {
    for (const nothing of ['', '   ', '\n\t', '\0', ' \x07 ', undefined]) {
      const form = { ...good, name: 'x', mobileNumber: '1', [field]: nothing }
      assert.equal(addressToast(form), 'All fields are required', `${field} ${JSON.stringify(nothing)}`)
    }
  }
  assert.equal(addressToast({}), 'All fields are required')
  assert.equal(addressToast({ ...good, pincode: '1' }), 'Enter valid data')
})

test('every field that is wrong has its own sentence', () => {
  assert.deepEqual(parseAddress({}), {
    ok: false,
    problems: {
      name: 'Enter your name.',
      address: 'Enter your address.',
      city: 'Enter your city.',
      pincode: 'Enter your pincode.',
      mobileNumber: 'Enter your mobile number.',
    },
  })
  assert.deepEqual(parseAddress({ ...good, name: 'Al', pincode: '1'.repeat(13) }), {
    ok: false,
    problems: {
      name: 'Your name must have at least 3 characters.',
      pincode: 'Your pincode can have at most 12 characters.',
    },
  })
})

test('emoji stay, control characters go, broken emoji are marked, in every field', () => {
  for (const field of fields) {
    for (const [typed, stored] of [
      ['98765432 🪴', '98765432 🪴'],
      ['\x009876\x07543210\x7f', '9876543210'],
      ['987654321\ud83e', '987654321\ufffd'],
      ['  9876543210\t ', '9876543210'],
    ] as const) {
      const parsed = parseAddress({ ...good, [field]: typed })
      assert.ok(parsed.ok, `${field} ${JSON.stringify(typed)}`)
      assert.equal(parsed.value[field], stored)
    }
  }
})

test('the address keeps its lines; every other field is one line', () => {
  const parsed = parseAddress({ ...good, address: '12 MG Road\r\nIndiranagar', city: 'Bengaluru\r\nKarnataka' })
  assert.ok(parsed.ok)
  assert.equal(parsed.value.address, '12 MG Road\nIndiranagar')
  assert.equal(parsed.value.city, 'Bengaluru Karnataka')
})

test('toast and server agree on every form: no toast exactly when the address is taken', () => {
  const field = fc.oneof(fc.string(), fc.constantFrom('', ' ', '\0', '123456', '0123456789', '\ud800'))
  const form = fc.record(
    { name: field, address: field, city: field, pincode: field, mobileNumber: field },
    { requiredKeys: [] },
  )
  fc.assert(fc.property(form, (typed) => assert.equal(addressToast(typed) === undefined, parseAddress(typed).ok)))
})

test('whatever is posted, the server answers and never throws', () => {
  fc.assert(fc.property(fc.anything(), (posted) => void parseAddress(posted)))
})

test('State, firm and GSTIN may be given; what is empty is left out', () => {
  const business = {
    ...good,
    pincode: '533464',
    stateCode: '34',
    firm: 'Nair Gardens',
    gstin: '29aapfu0939f1z r',
    registeredAddress: '12 MG Road\nBengaluru',
  }
  assert.deepEqual(parseAddress(business), { ok: true, value: { ...business, gstin: '29AAPFU0939F1ZR' } })
  assert.deepEqual(parseAddress({ ...good, stateCode: '', firm: ' ', gstin: '' }), { ok: true, value: good })
  assert.deepEqual(storedAddress(good), {
    ...good,
    stateCode: '',
    firm: '',
    gstin: '',
    registeredAddress: '',
  })
})

test('a wrong GSTIN or State is refused at its field', () => {
  const parsed = parseAddress({ ...good, stateCode: '99', gstin: '29AAPFU0939F1ZA', firm: 'x'.repeat(101) })
  assert.ok(!parsed.ok)
  assert.deepEqual(Object.keys(parsed.problems), ['stateCode', 'firm', 'gstin'])
  assert.equal(addressToast({ ...good, gstin: '29AAPFU0939F1ZA' }), 'Enter valid data')
})

test('a State against a sure pincode is refused in words; where the pincode is of two States, either may be chosen', () => {
  const chennai = { ...good, pincode: '600002', stateCode: '27' }
  assert.deepEqual(parseAddress(chennai), {
    ok: false,
    problems: { stateCode: '600002 is in Tamil Nadu. Check the pincode or the State.' },
  })
  assert.equal(addressToast(chennai), 'Enter valid data')
  assert.deepEqual(parseAddress({ ...chennai, stateCode: '33' }), { ok: true, value: { ...good, pincode: '600002' } })
  assert.ok(!parseAddress({ ...chennai, pincode: '600 002' }).ok)
  for (const stateCode of ['34', '37']) assert.ok(parseAddress({ ...good, pincode: '533464', stateCode }).ok)
  // Army post offices have no State.
  assert.ok(parseAddress({ ...good, pincode: '900099', stateCode: '27' }).ok)
})

test('a GSTIN of another State needs the address that is registered there', () => {
  const business = { ...good, firm: 'Nair Gardens', gstin: '27AAPFU0939F1ZV' }
  assert.deepEqual(parseAddress(business), {
    ok: false,
    problems: {
      registeredAddress: 'This GSTIN is of Maharashtra. Enter the address that is registered there.',
    },
  })
  const whole = { ...business, registeredAddress: '4 Paud Road\nPune 411038' }
  assert.deepEqual(parseAddress(whole), { ok: true, value: whole })
  // Within a State, and where the State of delivery is not known, it may be left out.
  assert.ok(parseAddress({ ...good, gstin: '29AAPFU0939F1ZR' }).ok)
  assert.ok(parseAddress({ ...business, pincode: '533464' }).ok)
  const alone = parseAddress({ ...good, registeredAddress: '4 Paud Road' })
  assert.deepEqual(alone, {
    ok: false,
    problems: { gstin: 'Enter the GSTIN that is registered at this address.' },
  })
  assert.ok(!parseAddress({ ...whole, registeredAddress: 'x'.repeat(301) }).ok)
  assert.notEqual(addressKey(whole), addressKey(business))
})

test('an address without the new fields has the key that it had before there were any', () => {
  assert.equal(addressKey(good), JSON.stringify(Object.values(good)))
  assert.notEqual(addressKey({ ...good, firm: 'Nair Gardens' }), addressKey(good))
  assert.notEqual(addressKey({ ...good, firm: '27' }), addressKey({ ...good, stateCode: '27' }))
  // What the form fills in by itself makes no other address.
  assert.equal(addressKey({ ...good, stateCode: '29' }), addressKey(good))
})
