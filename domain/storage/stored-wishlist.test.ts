import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseIds, parseWishlist, WISHLIST_LIMIT } from './stored-wishlist.ts'

test('a stored wishlist is read back as it was', () => {
  for (const list of [{ ids: [] }, { ids: [3, 1, 2] }, { ids: [3], userId: 'u1' }])
    assert.deepEqual(parseWishlist(JSON.stringify(list)), list)
})

test('what is no product, and a product named twice, is left out', () => {
  const ids = [1, '2', null, -3, 0, 1.5, 1, 2 ** 60, {}, [], 4]
  assert.deepEqual(parseWishlist(JSON.stringify({ ids, userId: 7 })), { ids: [1, 4] })
  assert.deepEqual(parseIds('4,x,,-1,4,1e3, 7'), [4, 1000, 7])
})

test('a wishlist holds 200 products, whatever a browser sends', () => {
  const ids = Array.from({ length: 500 }, (_, index) => index + 1)
  assert.equal(parseIds(ids.join()).length, WISHLIST_LIMIT)
  assert.equal(parseWishlist(JSON.stringify({ ids })).ids.length, WISHLIST_LIMIT)
})

test('foreign storage reads as an empty wishlist, never as a crash', () => {
  for (const text of [null, '', 'null', '7', '[]', '{}', '{"ids":{}}', '{"ids":"12"}', '['])
    assert.deepEqual(parseWishlist(text), { ids: [] })
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void [parseWishlist(text), parseIds(text)]))
})
