import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messageNumber, parseContactMessage, parseMessageNumber } from './contact.ts'

const contactMessage = {
  name: 'Meera',
  email: 'Meera@Example.com',
  phone: '98765 43210',
  message: 'Do you deliver\nto Leh?',
}

test('an enquiry is taken as it was meant', () => {
  assert.deepEqual(parseContactMessage(contactMessage), {
    ok: true,
    value: { ...contactMessage, email: 'meera@example.com', phone: '9876543210' },
  })
})

test('all four fields are required, each with a sentence of its own', () => {
  const answer = parseContactMessage({})
  assert.deepEqual(!answer.ok && Object.keys(answer.problems), ['name', 'email', 'phone', 'message'])
})

test('a phone number has 10 digits, no more, no fewer, nothing else', () => {
  for (const phone of ['987654321', '98765432101', '98765a4321', '+919876543210', '٩٨٧٦٥٤٣٢١٠']) {
    const answer = parseContactMessage({ ...contactMessage, phone })
    assert.deepEqual(!answer.ok && answer.problems, { phone: 'Enter a 10-digit phone number.' }, phone)
  }
})

test('control characters go, emoji stay, and nothing is endless', () => {
  const answer = parseContactMessage({ ...contactMessage, message: '\0Hello 🌱' })
  assert.equal(answer.ok && answer.value.message, 'Hello 🌱')
  assert.equal(parseContactMessage({ ...contactMessage, message: 'x'.repeat(2001) }).ok, false)
  assert.equal(parseContactMessage({ ...contactMessage, name: 'x'.repeat(101) }).ok, false)
})

test('the first message is C-2001, and is found however its number is typed', () => {
  assert.equal(messageNumber(1), 'C-2001')
  for (const typed of ['C-2001', 'c-2001', ' C 2001', 'c2001']) assert.equal(parseMessageNumber(typed), 1, typed)
  for (const typed of ['C-2000', '2001', 'C-2001b', 'C-', `C-${'9'.repeat(16)}`])
    assert.equal(parseMessageNumber(typed), undefined, typed)
})
