import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedKeys, parseKeys, shownOf } from './connections.ts'

const KEYS = { RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_KEY_SECRET: 'secret', RAZORPAY_WEBHOOK_SECRET: 'hook' }

test('a new connection needs each key, and names what is missing', () => {
  assert.deepEqual(
    parseKeys('razorpay', { RAZORPAY_KEY_ID: ' rzp_live_1 ', RAZORPAY_KEY_SECRET: 'secret' }, undefined),
    {
      ok: false,
      problems: { RAZORPAY_WEBHOOK_SECRET: 'Enter the Razorpay webhook secret.' },
    },
  )
  assert.deepEqual(parseKeys('razorpay', KEYS, undefined), { ok: true, value: KEYS })
})

test('a secret that is left empty stays, another key does not', () => {
  const kept = parseKeys('razorpay', { RAZORPAY_KEY_ID: 'rzp_live_2', RAZORPAY_KEY_SECRET: '' }, KEYS)
  assert.deepEqual(kept, { ok: true, value: { ...KEYS, RAZORPAY_KEY_ID: 'rzp_live_2' } })
  assert.equal(parseKeys('razorpay', {}, KEYS).ok, false)
})

test('a stored password does not go to another host', () => {
  const stored = { SMTP_HOST: 'smtp.example.com', SMTP_USER: 'shop', SMTP_PASSWORD: 'secret' }
  const typed = { SMTP_HOST: 'mail.example.net', SMTP_PORT: '', SMTP_USER: 'shop', SMTP_PASSWORD: '' }
  assert.deepEqual(parseKeys('smtp', typed, stored), {
    ok: false,
    problems: { SMTP_PASSWORD: 'Enter the SMTP password again: it is not sent to another host by itself.' },
  })
  assert.equal(parseKeys('smtp', { ...typed, SMTP_USER: '' }, stored).ok, true)
  const same = parseKeys('smtp', { ...typed, SMTP_HOST: 'smtp.example.com', SMTP_USER: 'other' }, stored)
  assert.deepEqual(same, { ok: true, value: { ...stored, SMTP_USER: 'other' } })
  assert.equal(parseKeys('smtp', { ...typed, SMTP_PASSWORD: 'new' }, stored).ok, true)
})

test('what is no key is refused: too long, unprintable, a file, a list', () => {
  for (const wrong of ['x'.repeat(501), 'कुंजी'])
    assert.equal(parseKeys('razorpay', { ...KEYS, RAZORPAY_KEY_ID: wrong }, undefined).ok, false)
  for (const wrong of [new File([], 'a'), ['a'], null])
    assert.equal(parseKeys('web3forms', { WEB3FORMS_ACCESS_KEY: wrong }, undefined).ok, false)
})

test('secrets are neither shown nor recorded', () => {
  assert.deepEqual(shownOf('razorpay', KEYS), { RAZORPAY_KEY_ID: 'rzp_live_1' })
  assert.deepEqual(changedKeys('razorpay', KEYS, { ...KEYS, RAZORPAY_KEY_SECRET: 'new' }), ['Razorpay key secret'])
})
