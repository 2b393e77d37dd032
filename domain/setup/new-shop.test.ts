import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseNewShop, whyNotEmpty } from './new-shop.ts'

const nothing = { products: false, orders: false, accounts: false, messages: false, requests: false, changes: false }

test('a new shop needs a name and the address of its admin', () => {
  assert.deepEqual(parseNewShop({ name: '  Lamp\u200b  House ', admin: 'Mira@Lamps.example' }, 'secret'), {
    ok: true,
    value: { shopName: 'Lamp House', admin: { name: 'mira', email: 'mira@lamps.example', password: 'secret' } },
  })
  for (const [name, admin, problem] of [
    ['', 'mira@lamps.example', 'Enter the name of the shop.'],
    ['\u200b', 'mira@lamps.example', 'Enter the name of the shop.'],
    ['L'.repeat(61), 'mira@lamps.example', 'Use at most 60 characters for the name of the shop.'],
    ['Lamp House', 'mira', 'Enter an email such as meera24@gmail.com.'],
    ['Lamp House', '', 'Enter an email such as meera24@gmail.com.'],
  ] as const) {
    const parsed = parseNewShop({ name, admin }, 'secret')
    assert.deepEqual(!parsed.ok && Object.values(parsed.problems), [problem])
  }
})

test('it says what a shop holds that is not empty', () => {
  assert.equal(whyNotEmpty(nothing), undefined)
  assert.equal(whyNotEmpty({ ...nothing, accounts: true }), 'accounts')
  assert.equal(
    whyNotEmpty({ ...nothing, products: true, orders: true, accounts: true }),
    'products, orders and accounts',
  )
  for (const kind of Object.keys(nothing)) assert.ok(whyNotEmpty({ ...nothing, [kind]: true }), kind)
})
