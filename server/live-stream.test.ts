import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { User } from './contexts.ts'
import type { Change, Live } from './live.ts'
import { parseChange } from './live.ts'
import { eventsFor, liveStream } from './live-stream.ts'

const asha: User = { uid: 'asha', name: 'Asha', email: 'asha@example.com', role: 'user' }
const admin: User = { ...asha, uid: 'boss', role: 'admin' }
const seller: User = { ...asha, uid: 'seller', role: 'seller' }
const ashasOrder: Change = { kind: 'order', id: 1001, userId: 'asha' }

test('an order is told to its buyer and the admin, to nobody else', () => {
  const told = [undefined, asha, admin, seller, { ...asha, uid: 'ravi' }].map(
    (user) => eventsFor(ashasOrder, user).length,
  )
  assert.deepEqual(told, [0, 1, 1, 0, 0])
})

test('a product is told to everybody, a user record to that user and the admin', () => {
  assert.deepEqual(eventsFor({ kind: 'product', id: 17 }, undefined), ['event: product\ndata: 17\n\n'])
  const told = [undefined, asha, admin, seller].map((user) => eventsFor({ kind: 'user', id: 'asha' }, user).length)
  assert.deepEqual(told, [0, 1, 1, 0])
})

test('a sale is told to its seller alone', () => {
  const told = [undefined, asha, admin, seller, { ...seller, uid: 'other' }].map(
    (user) => eventsFor({ kind: 'sale', sellerId: 'seller' }, user).length,
  )
  assert.deepEqual(told, [0, 0, 0, 1, 0])
})

test('what the database says is read, and nonsense is not', () => {
  assert.deepEqual(parseChange('product 17'), { kind: 'product', id: 17 })
  assert.deepEqual(parseChange('product *'), { kind: 'product', id: '*' })
  assert.deepEqual(parseChange('order 1001 asha'), { kind: 'order', id: 1001, userId: 'asha' })
  assert.deepEqual(parseChange('user asha'), { kind: 'user', id: 'asha' })
  assert.deepEqual(parseChange('sale ravi'), { kind: 'sale', sellerId: 'ravi' })
  for (const nonsense of ['', 'product', 'weather 3']) assert.equal(parseChange(nonsense), undefined)
})

test('a burst of changes arrives as one message, and closing ends the stream', async () => {
  let tell: (change: Change) => void = () => {}
  let close = () => {}
  const live: Live = {
    onChange: (listener) => {
      tell = listener
      return () => {}
    },
    listRecent: () => [],
    onClose: (listener) => {
      close = listener
      return () => {}
    },
    close: async () => {},
  }
  const reader = liveStream(live, undefined).body?.pipeThrough(new TextDecoderStream()).getReader()
  assert.equal((await reader?.read())?.value, 'retry: 1000\n\n')
  tell({ kind: 'product', id: 1 })
  tell({ kind: 'product', id: 1 })
  tell({ kind: 'product', id: 2 })
  assert.equal((await reader?.read())?.value, 'event: product\ndata: 1\n\nevent: product\ndata: 2\n\n')
  close()
  assert.equal((await reader?.read())?.done, true)
})

test('who connects is told first what changed a moment ago, as far as it concerns them', async () => {
  const live: Live = {
    onChange: () => () => {},
    listRecent: () => [{ kind: 'product', id: 17 }, ashasOrder],
    onClose: () => () => {},
    close: async () => {},
  }
  const stream = liveStream(live, undefined)
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  assert.equal((await reader?.read())?.value, 'retry: 1000\n\n')
  assert.equal((await reader?.read())?.value, 'event: product\ndata: 17\n\n')
  await reader?.cancel()
})

test('who is given another role connects again, as what they are now', async () => {
  let tell: (change: Change) => void = () => {}
  const live: Live = {
    onChange: (listener) => {
      tell = listener
      return () => {}
    },
    listRecent: () => [],
    onClose: () => () => {},
    close: async () => {},
  }
  const reader = liveStream(live, asha).body?.pipeThrough(new TextDecoderStream()).getReader()
  await reader?.read()
  tell({ kind: 'user', id: 'somebody else' })
  tell({ kind: 'user', id: 'asha' })
  assert.equal((await reader?.read())?.value, 'event: user\ndata: asha\n\n')
  assert.equal((await reader?.read())?.done, true)
})
