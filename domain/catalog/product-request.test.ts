import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseProductRequest } from './product-request.ts'

const good = { name: 'Meera', email: 'meera24@gmail.com', note: 'Two, please.\nIn sandstone.' }

test('a request has a name and an e-mail; the note may be empty', () => {
  assert.deepEqual(parseProductRequest(good), { ok: true, value: good })
  assert.deepEqual(parseProductRequest({ ...good, note: undefined }), { ok: true, value: { ...good, note: '' } })
  assert.deepEqual(parseProductRequest({}), {
    ok: false,
    problems: { name: 'Enter your name.', email: 'Enter a valid email.' },
  })
})

test('what is too long is refused in plain English', () => {
  const parsed = parseProductRequest({
    name: 'x'.repeat(101),
    email: `${'a'.repeat(250)}@b.in`,
    note: 'x'.repeat(1001),
  })
  assert.ok(!parsed.ok)
  assert.deepEqual(parsed.problems, {
    name: 'Use at most 100 characters.',
    email: 'Enter an email of at most 254 characters.',
    note: 'Use at most 1,000 characters.',
  })
})

test('a request is stored without control characters and broken emoji, its email in lower case', () => {
  const typed = { name: ' Mee\0ra\r\n🪴 ', email: ' Meera24@Gmail.com ', note: 'One\r\ntwo\0\ud83e' }
  assert.deepEqual(parseProductRequest(typed), {
    ok: true,
    value: { name: 'Meera 🪴', email: 'meera24@gmail.com', note: 'One\ntwo\ufffd' },
  })
})

test('whatever is posted, the server answers and never throws', () => {
  fc.assert(fc.property(fc.anything(), (posted) => void parseProductRequest(posted)))
})
