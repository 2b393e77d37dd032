import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as settled } from 'node:timers/promises'
import { createConcurrencyLimiter, OverloadedError } from './load-shedding.ts'

const hold = () => Promise.withResolvers<string>()

test('so many work at once, so many wait in order, and the rest is told at once', async () => {
  const limitConcurrency = createConcurrencyLimiter({ concurrency: 2, queueSize: 2, timeoutMs: 10_000 })
  const works = Array.from({ length: 4 }, hold)
  const begun: number[] = []
  const all = works.map(({ promise }, n) =>
    limitConcurrency(() => {
      begun.push(n)
      return promise
    }),
  )
  await assert.rejects(
    limitConcurrency(async () => 'never'),
    OverloadedError,
  )
  assert.deepEqual(begun, [0, 1])
  works[1]?.resolve('one')
  assert.equal(await all[1], 'one')
  await settled()
  assert.deepEqual(begun, [0, 1, 2])
  works[0]?.reject(new Error('it failed'))
  await assert.rejects(all[0] as Promise<string>, /it failed/)
  await settled()
  assert.deepEqual(begun, [0, 1, 2, 3])
  works[2]?.resolve('two')
  works[3]?.resolve('three')
  assert.deepEqual(await Promise.all(all.slice(2)), ['two', 'three'])
  assert.equal(await limitConcurrency(async () => 'free again'), 'free again')
})

test('networks take turns, so that one with many requests does not hold up the others', async () => {
  const limitConcurrency = createConcurrencyLimiter({ concurrency: 1, queueSize: 10, timeoutMs: 10_000 })
  const first = hold()
  const begun: string[] = []
  const ask = (network: string) => limitConcurrency(async () => void begun.push(network), network)
  const all = [
    limitConcurrency(() => first.promise, 'busy'),
    ...['busy', 'busy', 'busy', 'calm', 'other', 'calm'].map(ask),
  ]
  first.resolve('done')
  await Promise.all(all)
  assert.deepEqual(begun, ['busy', 'calm', 'other', 'busy', 'calm', 'busy'])
})

test('a full queue has room for a network with fewer requests, at the expense of the one with the most', async () => {
  const limitConcurrency = createConcurrencyLimiter({ concurrency: 1, queueSize: 4, timeoutMs: 10_000 })
  const first = hold()
  const ask = (network: string) => limitConcurrency(async () => network, network)
  const running = limitConcurrency(() => first.promise, 'busy')
  const busy = ['busy', 'busy', 'busy', 'busy'].map(ask)
  const pushedOut = assert.rejects(busy[3] as Promise<string>, OverloadedError)
  const calm = ask('calm')
  await pushedOut
  await assert.rejects(ask('busy'), OverloadedError)
  const second = assert.rejects(busy[2] as Promise<string>, OverloadedError)
  const other = ask('other')
  await second
  await assert.rejects(ask('calm'), OverloadedError, 'nobody gains by pushing out as many as they would have')
  first.resolve('done')
  assert.deepEqual(await Promise.all([...busy.slice(0, 2), calm, other]), ['busy', 'busy', 'calm', 'other'])
  await running
})

test('nobody waits for ever, and whose patience has ended does nothing later', async () => {
  const limitConcurrency = createConcurrencyLimiter({ concurrency: 1, queueSize: 5, timeoutMs: 5 })
  const first = hold()
  const holding = limitConcurrency(() => first.promise)
  let isBegun = false
  const late = limitConcurrency(async () => {
    isBegun = true
  })
  await assert.rejects(late, OverloadedError)
  first.resolve('done')
  await holding
  assert.equal(await limitConcurrency(async () => 'next'), 'next')
  assert.equal(isBegun, false)
})

test('a process that is late lets nobody wait, but goes on with what it can begin', async () => {
  const limitConcurrency = createConcurrencyLimiter({
    concurrency: 1,
    queueSize: 5,
    timeoutMs: 1000,
    isLate: () => true,
  })
  const first = hold()
  const holding = limitConcurrency(() => first.promise)
  await assert.rejects(
    limitConcurrency(async () => {}),
    OverloadedError,
  )
  first.resolve('done')
  assert.equal(await holding, 'done')
})
