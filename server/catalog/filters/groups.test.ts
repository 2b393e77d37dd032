import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cacheGroups } from './groups.ts'

/** Groups of `size` products, read when `finish` is called. */
function openShop(size: number) {
  const listeners: ((change: { kind: string }) => void)[] = []
  const reads: PromiseWithResolvers<void>[] = []
  let count = size
  let now = 0
  const feed = {
    onChange: (listener: (change: { kind: string }) => void) => void listeners.push(listener),
    isConnected: () => true,
  }
  const groups = cacheGroups(
    feed,
    async () => {
      const read = Promise.withResolvers<void>()
      reads.push(read)
      const counted = count
      await read.promise
      return [{ category: 'POT', count: counted, variants: [] }]
    },
    { manyProducts: 100, now: () => now },
  )
  return {
    reads,
    async count() {
      return (await groups.read())[0]?.count
    },
    change() {
      count += 1
      for (const listener of listeners) listener({ kind: 'product' })
    },
    pass: (ms: number) => {
      now += ms
    },
    finish: (number: number) => reads[number]?.resolve(),
  }
}

test('one read serves everybody until a product changes; what began before the change is not used', async () => {
  const shop = openShop(5)
  const first = [shop.count(), shop.count()]
  shop.change()
  const second = shop.count()
  shop.finish(0)
  shop.finish(1)
  assert.deepEqual(await Promise.all([...first, second]), [5, 5, 6])
  assert.deepEqual([await shop.count(), shop.reads.length], [6, 2])
})

test('a large shop shows the numbers of a moment ago, and reads them again in the background after a pause', async () => {
  const shop = openShop(1000)
  const first = shop.count()
  shop.pass(10)
  shop.finish(0)
  assert.equal(await first, 1000)
  shop.change()
  assert.deepEqual([await shop.count(), shop.reads.length], [1000, 1])
  shop.pass(500)
  assert.deepEqual([await shop.count(), await shop.count(), shop.reads.length], [1000, 1000, 2])
  shop.finish(1)
  await new Promise(setImmediate)
  assert.deepEqual([await shop.count(), shop.reads.length], [1001, 2])
})

test('a failed read is tried again by the next one', async () => {
  const shop = openShop(5)
  const failing = shop.count()
  shop.reads[0]?.reject(new Error('away'))
  await assert.rejects(failing, /away/)
  const next = shop.count()
  shop.finish(1)
  assert.equal(await next, 5)
})
