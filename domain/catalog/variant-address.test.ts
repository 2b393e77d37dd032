import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOfVariant, readAddress } from './variant-address.ts'

test('an address opens the page with a choice', () => {
  const address = addressOfVariant('/productinfo/17', { size: 'C02', finish: 'Grey Stone' })
  assert.equal(address, '/productinfo/17?size=C02&finish=Grey+Stone')
  assert.deepEqual(readAddress(new URL(address, 'https://shop.example').search), {
    size: 'C02',
    finish: 'Grey Stone',
    option: undefined,
  })
  assert.equal(addressOfVariant('/productinfo/17', {}), '/productinfo/17')
  assert.deepEqual(readAddress(''), { size: undefined, finish: undefined, option: undefined })
})

test('a later choice takes the place of the earlier one, and leaves the rest of the address as it is', () => {
  const address = '/productinfo/17?utm_source=mail&size=C02&finish=Sandstone'
  assert.equal(addressOfVariant(address, { size: 'C04' }), '/productinfo/17?utm_source=mail&size=C04&finish=Sandstone')
  assert.equal(addressOfVariant('/productinfo/17?utm_source=a+b', {}), '/productinfo/17?utm_source=a+b')
  assert.equal(readAddress('?finish=%E0%A4%97&size=%').finish, 'ग')
})
