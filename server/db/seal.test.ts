import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seal, unseal } from './seal.ts'

const SECRET = 'a secret of the shop, long enough'

test('what is sealed opens with the same secret only, and never looks the same twice', () => {
  const sealed = seal(SECRET, 'key ₹')
  assert.equal(unseal(SECRET, sealed), 'key ₹')
  assert.notEqual(seal(SECRET, 'key ₹'), sealed)
  assert.ok(!Buffer.from(sealed, 'hex').includes('key'))
  assert.throws(() => unseal('another secret', sealed))
  assert.throws(() => unseal(SECRET, `${sealed.slice(0, -2)}${sealed.endsWith('00') ? '01' : '00'}`))
})
