import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { COUNT_LIMIT, clampPage, formatCount, pagesFor, pageWindow, parsePage, parseSort } from './listing.ts'

test('the two sorts are lowToHigh and highToLow; anything else is newest first', () => {
  assert.equal(parseSort('lowToHigh'), 'lowToHigh')
  assert.equal(parseSort('highToLow'), 'highToLow')
  for (const text of [null, '', 'newest', 'lowtohigh', 'lowToHigh ', 'price', '__proto__']) {
    assert.equal(parseSort(text), 'newest', String(text))
  }
})

test('a page number is read from the URL', () => {
  assert.equal(parsePage('1'), 1)
  assert.equal(parsePage('2'), 2)
  assert.equal(parsePage('10'), 10)
  assert.equal(parsePage('007'), 7)
})

test('what is no positive whole number shows the first page', () => {
  const strangers = [
    '',
    '0',
    '00',
    '-1',
    '-0',
    '+2',
    '1.5',
    '2.0',
    '1e9',
    '0x10',
    '٣',
    '３',
    '²',
    ' 2',
    '2 ',
    '2\n',
    '2,3',
  ]
  for (const text of [null, ...strangers, 'two', 'NaN', 'Infinity', '\0', '2\0', 'x'.repeat(1_000_000)]) {
    assert.equal(parsePage(text), 1, JSON.stringify(text?.slice(0, 20)))
  }
})

test('a page number too big to count with is still a whole number, past every end', () => {
  assert.equal(parsePage('99999999999999999999'), Number.MAX_SAFE_INTEGER)
  assert.equal(parsePage('9'.repeat(1000)), Number.MAX_SAFE_INTEGER)
  assert.equal(clampPage(parsePage('99999999999999999999'), 3), 3)
})

test('any text parses to a page number', () => {
  const nearlyNumber = fc.array(fc.constantFrom(...'0123456789-+.e ٣')).map((all) => all.join(''))
  fc.assert(
    fc.property(fc.oneof(fc.string(), nearlyNumber, fc.double().map(String)), (text) => {
      assert.ok(Number.isSafeInteger(parsePage(text)) && parsePage(text) >= 1)
    }),
  )
})

test('a page past the end shows the last', () => {
  assert.equal(clampPage(4, 3), 3)
  assert.equal(clampPage(3, 3), 3)
  assert.equal(clampPage(2, 3), 2)
  assert.equal(clampPage(0, 3), 1)
  assert.equal(clampPage(9, 1), 1)
})

const gap = undefined

test('the window shows the first page, the last, and two to each side of the present one', () => {
  assert.deepEqual(pageWindow(1, 1), [1])
  assert.deepEqual(pageWindow(1, 2), [1, 2])
  assert.deepEqual(pageWindow(1, 10), [1, 2, 3, gap, 10])
  assert.deepEqual(pageWindow(10, 10), [1, gap, 8, 9, 10])
  assert.deepEqual(pageWindow(10, 20), [1, gap, 8, 9, 10, 11, 12, gap, 20])
})

test('a gap of a single page is shown as that page', () => {
  assert.deepEqual(pageWindow(5, 9), [1, 2, 3, 4, 5, 6, 7, 8, 9])
  assert.deepEqual(pageWindow(5, 20), [1, 2, 3, 4, 5, 6, 7, gap, 20])
  assert.deepEqual(pageWindow(6, 20), [1, gap, 4, 5, 6, 7, 8, gap, 20])
})

test('however long the list, the window is short, in order, and leads to first, last and the neighbours', () => {
  const place = fc
    .integer({ min: 1, max: 5000 })
    .chain((pages) => fc.tuple(fc.integer({ min: 1, max: pages }), fc.constant(pages)))
  fc.assert(
    fc.property(place, ([page, pages]) => {
      const shown = pageWindow(page, pages)
      assert.ok(shown.length <= 9)
      for (const wanted of [1, page, pages, Math.max(1, page - 1), Math.min(pages, page + 1)]) {
        assert.ok(shown.includes(wanted), `${wanted} in ${shown}`)
      }
      for (const [index, n] of shown.entries()) {
        const before = shown[index - 1]
        const after = shown[index + 1]
        if (n !== undefined) assert.ok(index === 0 || before === undefined || n === before + 1)
        else
          assert.ok(before !== undefined && after !== undefined && after - before > 2, 'a gap hides at least two pages')
      }
    }),
  )
})

test('a page number far past the end still makes a window of real pages', () => {
  assert.deepEqual(pageWindow(Number.MAX_SAFE_INTEGER, 3).filter(Boolean), [1, 2, 3])
  assert.deepEqual(pageWindow(500, 10), [1, gap, 10])
})

test('a list has at most 500 numbered pages, and beyond 10,000 things are not counted', () => {
  assert.deepEqual([0, 1, 8, 9, 4000, 4001, 10_001].map(pagesFor), [1, 1, 1, 2, 500, 500, 500])
  assert.deepEqual([1, 9999, 10_000, 10_001].map(formatCount), ['1', '9,999', '10,000', '10,000+'])
  assert.equal(COUNT_LIMIT, 10_000)
})
