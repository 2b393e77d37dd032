import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as immediates } from 'node:timers/promises'
import { inBatches } from './batch.ts'
import type { Database } from './connection.ts'

const db = {} as Database

/** Work that ends when the test says so. */
function controlled() {
  const batches: { items: readonly number[]; end: PromiseWithResolvers<readonly number[]> }[] = []
  const work = (_: Database, items: readonly number[]) => {
    const end = Promise.withResolvers<readonly number[]>()
    batches.push({ items, end })
    return end.promise
  }
  return { batches, add: inBatches(work) }
}

test('the first one waits for nobody; what comes meanwhile is the next batch', async () => {
  const { batches, add } = controlled()
  const answers = [1, 2, 3].map((item) => add(db, item))
  assert.deepEqual(batches[0]?.items, [1])
  batches[0]?.end.resolve([10])
  assert.equal(await answers[0], 10)
  await immediates()
  assert.deepEqual(batches[1]?.items, [2, 3])
  batches[1]?.end.resolve([20, 30])
  assert.deepEqual(await Promise.all(answers), [10, 20, 30])
})

test('a batch that fails fails for all of its items, and for no others', async () => {
  const { batches, add } = controlled()
  const answers = [1, 2, 3].map((item) => add(db, item))
  batches[0]?.end.resolve([10])
  await answers[0]
  await immediates()
  const last = add(db, 4)
  batches[1]?.end.reject(new Error('away'))
  const outcomes = await Promise.allSettled(answers)
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  )
  await immediates()
  assert.deepEqual(batches[2]?.items, [4])
  batches[2]?.end.resolve([40])
  assert.equal(await last, 40)
})

test('a batch is bounded, and another database has batches of its own', async () => {
  const { batches, add } = controlled()
  for (let item = 0; item < 30; item += 1) void add(db, item)
  void add({} as Database, 99)
  assert.deepEqual(
    batches.map(({ items }) => items.length),
    [1, 1],
  )
  batches[0]?.end.resolve([0])
  await immediates()
  assert.equal(batches[2]?.items.length, 20)
})
