import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEnquiry } from './contact.ts'

const enquiry = { name: 'Meera', email: 'Meera@Example.com', phone: '98765 43210', message: 'Do you deliver\nto Leh?' }

test('an enquiry is taken as it was meant', () => {
  assert.deepEqual(parseEnquiry(enquiry), {
    ok: true,
    value: { ...enquiry, email: 'meera@example.com', phone: '9876543210' },
  })
})

test('all four fields are required, each with a sentence of its own', () => {
  const answer = parseEnquiry({})
  assert.deepEqual(!answer.ok && Object.keys(answer.problems), ['name', 'email', 'phone', 'message'])
})

test('a phone number has 10 digits, no more, no fewer, nothing else', () => {
  for (const phone of ['987654321', '98765432101', '98765a4321', '+919876543210', '٩٨٧٦٥٤٣٢١٠']) {
    const answer = parseEnquiry({ ...enquiry, phone })
    assert.deepEqual(!answer.ok && answer.problems, { phone: 'Enter a phone number of 10 digits.' }, phone)
  }
})

test('control characters go, emoji stay, and nothing is endless', () => {
  const answer = parseEnquiry({ ...enquiry, message: '\0Hello 🌱' })
  assert.equal(answer.ok && answer.value.message, 'Hello 🌱')
  assert.equal(parseEnquiry({ ...enquiry, message: 'x'.repeat(2001) }).ok, false)
  assert.equal(parseEnquiry({ ...enquiry, name: 'x'.repeat(101) }).ok, false)
})
