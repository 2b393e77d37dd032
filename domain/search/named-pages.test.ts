import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPages } from './named-pages.ts'

test('words that name a page find it, and words of products find none', () => {
  for (const [query, to] of [
    ['track order', '/track'],
    ['Where is my ORDER?', '/track'],
    ['warranty', '/warranty'],
    ['contact', '/contactUs'],
    ['customer care number', '/contactUs'],
    ['return a broken pot', '/warranty'],
    ['pin code', '/pincode'],
    ['faq', '/faq'],
  ] as const)
    assert.ok(
      findPages(query).some((page) => page.to === to),
      query,
    )
  for (const query of ['', 'cube', 'balcony', 'desk pot', 'code', 'customer', 'sandstone bowl'])
    assert.deepEqual(findPages(query), [], query)
})

test('pages of the owner are found by the words of their titles', () => {
  const own = [{ label: 'Our workshop in Jaipur', to: '/pages/workshop' }]
  assert.deepEqual(findPages('workshop jaipur', own), own)
  assert.deepEqual(findPages('workshop delhi', own), [])
  assert.deepEqual(findPages('', own), [])
})
