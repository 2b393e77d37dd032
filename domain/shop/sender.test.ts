import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSender, senderOf } from './sender.ts'

test('a sender is an address, with or without a name', () => {
  assert.deepEqual(parseSender('a@gamla.example'), { name: '', address: 'a@gamla.example' })
  assert.deepEqual(parseSender('My Shop <a@gamla.example>'), { name: 'My Shop', address: 'a@gamla.example' })
  assert.deepEqual(parseSender('"Pots, Inc." <a@gamla.example>'), { name: 'Pots, Inc.', address: 'a@gamla.example' })
  for (const wrong of [
    '',
    'shop',
    'My Shop',
    '<>',
    'a@gamla.example, b@gamla.example',
    'My <a@x.example> <b@x.example>',
  ])
    assert.equal(parseSender(wrong), undefined, wrong)
})

test('without a sender of its own an email comes from the mailbox of the login, by the shop’s name', () => {
  const from = (sendFrom: string, user: string) =>
    senderOf({ sendFrom, shopName: 'Gamla' }, { user, host: 'gamla.example' })
  assert.deepEqual(from('Orders <a@gamla.example>', 'b@gamla.example'), { name: 'Orders', address: 'a@gamla.example' })
  assert.deepEqual(from('a@gamla.example', 'b@gamla.example'), { name: 'Gamla', address: 'a@gamla.example' })
  assert.deepEqual(from('', 'b@gamla.example'), { name: 'Gamla', address: 'b@gamla.example' })
  assert.deepEqual(from('', 'apikey'), { name: 'Gamla', address: 'no-reply@gamla.example' })
})
