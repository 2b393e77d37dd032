import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMobile } from './phone.ts'

test('a mobile number is the same however it is typed', () => {
  for (const typed of ['9876543210', '098765 43210', '+91 98765-43210', '919876543210', '0091 (98765) 43210'])
    assert.equal(parseMobile(typed), '+919876543210')
  assert.equal(parseMobile('+44 7700 900123'), '+447700900123')
})

test('what is no mobile number is none', () => {
  for (const typed of [
    '',
    '12345',
    '1234567890',
    '98765432101',
    '+91 12345 67890',
    '9876543210x',
    'a@b.example',
    '+0123456789',
  ])
    assert.equal(parseMobile(typed), undefined, typed)
})
