import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressFor } from '#domain/page-address.ts'
import { parseCollection, ruleInWords } from './collection.ts'
import { placeField, readPicked } from './picked-products.ts'

function formOf(fields: Record<string, string | string[]>): FormData {
  const form = new FormData()
  for (const [name, values] of Object.entries({ name: 'Small gifts', chosen: 'rule', ...fields }))
    for (const value of [values].flat()) form.append(name, value)
  return form
}

function problemsOf(fields: Record<string, string | string[]>) {
  const parsed = parseCollection(formOf(fields))
  return parsed.ok ? {} : parsed.problems
}

test('an address is made of the name, in lower case, with hyphens', () => {
  assert.equal(addressFor('  Small & Heavy: Mum’s Gifts! '), 'small-heavy-mums-gifts')
  assert.equal(addressFor('छोटे गमले'), 'छोटे-गमले')
  assert.equal(addressFor('!!!'), '')
})

test('a collection by rule is read with the conditions that are filled in', () => {
  assert.deepEqual(
    parseCollection(formOf({ priceTo: '₹1,500', attribute: 'Material:Stone', onOffer: 'on', inMenu: 'on' })),
    {
      ok: true,
      value: {
        name: 'Small gifts',
        address: 'small-gifts',
        sentence: '',
        inMenu: true,
        rule: { priceTo: 1500, attribute: 'Material: Stone', onOffer: true },
        products: [],
      },
    },
  )
  assert.equal(ruleInWords({ priceTo: 1500, tag: 'gift', onOffer: true }), 'up to ₹1,500, tagged gift, on offer')
})

test('what is wrong is said at its field', () => {
  assert.deepEqual(Object.keys(problemsOf({ name: '', tag: 'a' })), ['name'])
  assert.deepEqual(Object.keys(problemsOf({ name: '!!!', tag: 'a' })), ['address'])
  assert.deepEqual(Object.keys(problemsOf({ address: 'a b', tag: 'a' })), ['address'])
  assert.deepEqual(Object.keys(problemsOf({})), ['chosen'])
  assert.deepEqual(Object.keys(problemsOf({ chosen: '' })), ['chosen'])
  assert.deepEqual(Object.keys(problemsOf({ priceFrom: '100', priceTo: '99' })), ['priceTo'])
  assert.deepEqual(Object.keys(problemsOf({ priceFrom: 'x' })), ['priceFrom'])
  assert.deepEqual(Object.keys(problemsOf({ attribute: 'Material' })), ['attribute'])
  assert.deepEqual(Object.keys(problemsOf({ chosen: 'hand', products: ['x'] })), ['products'])
})

test('products are in the order of their numbers, new ones last, and an emptied number leaves one out', () => {
  const form = formOf({ products: ['', '7', '8', '9', '12'] })
  form.set(placeField('products', 7), '3')
  form.set(placeField('products', 8), '')
  form.set(placeField('products', 9), '1')
  assert.deepEqual(readPicked(form, 'products'), ['9', '7', '12'])
})
