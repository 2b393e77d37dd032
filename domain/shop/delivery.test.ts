import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryNote } from './delivery.ts'
import { defaultSettings, type Settings } from './settings.ts'

test('a fresh shop says nothing more about delivery than the specification', () => {
  const said = (changes: Partial<Settings>) => deliveryNote({ ...defaultSettings, ...changes })
  assert.equal(said({}), undefined)
  assert.equal(said({ deliveryDays: 5 }), 'Free delivery across India. Delivered within 5 days.')
  assert.equal(said({ deliveryDays: 1 }), 'Free delivery across India. Delivered within a day.')
  assert.equal(said({ freeDeliveryLine: 'Free in Pune!' }), 'Free in Pune!')
})
