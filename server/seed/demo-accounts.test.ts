import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#server/config.ts'
import { canSeedDemo } from './demo-accounts.ts'

const razorpay = { RAZORPAY_KEY_SECRET: 'secret', RAZORPAY_WEBHOOK_SECRET: 'hook' }
const emailjs = {
  EMAILJS_SERVICE_ID: 's',
  EMAILJS_TEMPLATE_ID: 't',
  EMAILJS_USER_ID: 'u',
  EMAILJS_ACCESS_TOKEN: 'a',
}

test('nobody gets an account whose password lies in a file where real people may come', () => {
  for (const env of [
    { ...razorpay, RAZORPAY_KEY_ID: 'rzp_live_1' },
    { ...razorpay, RAZORPAY_KEY_ID: 'key' },
    emailjs,
    { WEB3FORMS_ACCESS_KEY: 'w' },
    { SHIPROCKET_EMAIL: 'api@gamla.example', SHIPROCKET_PASSWORD: 'word' },
    { PUBLIC_URL: 'https://gamla.example' },
    { DATABASE_URL: 'postgres://user:password@host/database' },
  ]) {
    assert.equal(canSeedDemo(readConfig(env)), false, Object.keys(env).join(' '))
  }
})

test('a shop to try out is filled', () => {
  for (const env of [{}, { PUBLIC_URL: 'http://localhost:8080' }, { ...razorpay, RAZORPAY_KEY_ID: 'rzp_test_1' }]) {
    assert.equal(canSeedDemo(readConfig(env)), true, Object.keys(env).join(' '))
  }
})
