import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseStoredUser } from '#domain/accounts/user.ts'
import { parsePage } from '#domain/catalog/listing.ts'
import { parseRecentlyVisited } from '#domain/storage/recently-visited.ts'
import { parseCart } from '#domain/storage/stored-cart.ts'
import { isUuid } from '#domain/text.ts'
import { addressDraft } from './address-draft.ts'
import { checkoutSeed } from './checkout-key.ts'

const BROKEN = [
  '{"id":',
  '{"a":1}',
  'null',
  '42',
  '"hello"',
  '[null,1,"x",[],{},{"id":"x"},{"id":-1,"title":3}]',
  '[{"id":1,"title":"T","price":"12","productImageUrl":null,"sizeCode":"ZZ","selectedColor":"Pink"}]',
  '[{"id":1,"title":"T","price":1e308,"productImageUrl":[],"sizeCode":"C02","selectedColor":"Sandstone","quantity":1e9}]',
  '{"__proto__":{"x":1},"constructor":null,"role":"admin"}',
]

const { localStorage, sessionStorage, window } = globalThis
let stored = ''

before(() => {
  const storage = { getItem: () => stored, setItem: () => {}, removeItem: () => {} }
  Object.assign(globalThis, { localStorage: storage, sessionStorage: storage, window: new EventTarget() })
})
after(() => Object.assign(globalThis, { localStorage, sessionStorage, window }))

test('whatever lies under a key of the browser’s storage, its reader finds a value of its kind', () => {
  for (const text of BROKEN) {
    stored = text
    assert.equal(parseStoredUser(text), undefined, text)
    assert.ok(Array.isArray(parseCart(text)), text)
    assert.deepEqual(
      parseRecentlyVisited(text).filter(({ title }) => typeof title !== 'string'),
      [],
      text,
    )
    assert.ok(Number.isSafeInteger(parsePage(text)), text)
    assert.ok(isUuid(checkoutSeed()), text)
    for (const field of Object.values(addressDraft.load())) assert.equal(typeof field, 'string', text)
  }
})
