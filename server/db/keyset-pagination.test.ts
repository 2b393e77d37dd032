import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPage } from './keyset-pagination.ts'

/** A list of numbers in their order, which are their own keys; three a page. */
function readerOf(list: readonly number[]) {
  return {
    async read(from: readonly string[] | undefined, backwards: boolean, limit: number) {
      const ordered = backwards ? list.toReversed() : list
      const beyond = (n: number) => !from || (backwards ? n < Number(from[0]) : n > Number(from[0]))
      return ordered.filter(beyond).slice(0, limit)
    },
    keyOf: (n: number) => [String(n)],
    cursorFormat: [/^\d+$/],
    rowsAPage: 3,
  }
}

test('pages follow each other in both directions', async () => {
  const reader = readerOf([1, 2, 3, 4, 5, 6, 7])
  const first = await readPage({}, reader)
  assert.deepEqual(first, { rows: [1, 2, 3], first: 1, previous: undefined, next: '3.3' })
  const second = await readPage({ after: '3.3' }, reader)
  assert.deepEqual(second, { rows: [4, 5, 6], first: 4, previous: '4.4', next: '6.6' })
  assert.deepEqual(await readPage({ after: '6.6' }, reader), {
    rows: [7],
    first: 7,
    previous: '7.7',
    next: undefined,
  })
  assert.deepEqual(await readPage({ before: '7.7' }, reader), second)
  assert.deepEqual(await readPage({ before: '4.4' }, reader), first)
})

test('when all rows after a cursor were removed, the last page is shown with its own numbers', async () => {
  assert.deepEqual(await readPage({ after: '6.6' }, readerOf([1, 2, 3, 4, 5, 6])), {
    rows: [4, 5, 6],
    first: 4,
    previous: '4.4',
    next: undefined,
  })
  assert.deepEqual((await readPage({ after: '6.6' }, readerOf([1, 2]))).rows, [1, 2])
  assert.deepEqual((await readPage({ after: '6.6' }, readerOf([]))).rows, [])
})
