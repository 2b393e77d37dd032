import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseOrderSearch } from './order-search.ts'

test('a phone is the same number however it is written', () => {
  for (const typed of [
    '9845012345',
    '98450 12345',
    '+91 98450-12345',
    '+919845012345',
    '098450 12345',
    '(0)98450.12345',
    '0091 9845012345',
  ])
    assert.equal(parseOrderSearch(typed).digits, '9845012345', typed)
  assert.equal(parseOrderSearch('2345').digits, '2345')
  assert.equal(parseOrderSearch('9145').digits, '9145', 'the last four digits keep what looks like a prefix')
})

test('a few digits, names and numbers of documents are no phones', () => {
  for (const typed of ['234', 'Meera', 'GM/26-27/00001', '27AAPFU0939F1ZV', 'DL 77', 'meera24@gmail.com', '#1004'])
    assert.equal(parseOrderSearch(typed).digits, undefined, typed)
})

test('an order’s number comes first, and alone after #', () => {
  assert.deepEqual(parseOrderSearch('1004'), {
    q: '1004',
    number: 1004,
    isNumberOnly: false,
    digits: '1004',
    codes: ['1004'],
  })
  assert.deepEqual(parseOrderSearch('#1004').isNumberOnly, true)
  assert.equal(parseOrderSearch('#1004').number, 1004)
  assert.equal(parseOrderSearch('1004 5').number, undefined)
})

test('codes are in capitals, with and without their spaces', () => {
  assert.deepEqual(parseOrderSearch('dl 77').codes, ['DL 77', 'DL77'])
  assert.deepEqual(parseOrderSearch('gm/26-27/00001').codes, ['GM/26-27/00001'])
})
