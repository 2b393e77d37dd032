import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { listToasts, pauseToasts, resumeToasts, toast } from './toast.ts'

const shown = () => listToasts().map(({ content, isLeaving }) => (isLeaving ? `${content}, leaving` : content))

beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }))
afterEach(() => {
  resumeToasts()
  for (const { id } of listToasts()) toast.remove(id)
  mock.timers.reset()
})

test('a success fades after 2 seconds, everything else after 4', () => {
  toast.success('Added to cart')
  toast.error('Failed to load orders')
  toast('“Cubee” was deleted.')
  mock.timers.tick(1999)
  assert.deepEqual(shown(), ['“Cubee” was deleted.', 'Failed to load orders', 'Added to cart'])
  mock.timers.tick(1)
  assert.deepEqual(shown(), ['“Cubee” was deleted.', 'Failed to load orders', 'Added to cart, leaving'])
  mock.timers.tick(1999)
  assert.deepEqual(shown(), ['“Cubee” was deleted.', 'Failed to load orders'])
  mock.timers.tick(1)
  assert.deepEqual(shown(), ['“Cubee” was deleted., leaving', 'Failed to load orders, leaving'])
  mock.timers.tick(1000)
  assert.deepEqual(shown(), [])
})

test('at most twenty are shown, the newest', () => {
  for (let n = 1; n <= 25; n += 1) toast.error(`Problem ${n}`)
  assert.equal(shown().length, 20)
  assert.deepEqual([shown()[0], shown().at(-1)], ['Problem 25', 'Problem 6'])
})

test('while somebody reads, time stands still', () => {
  toast.success('Read me')
  mock.timers.tick(1500)
  pauseToasts()
  toast.success('New')
  mock.timers.tick(60_000)
  assert.deepEqual(shown(), ['New', 'Read me'])
  resumeToasts()
  mock.timers.tick(499)
  assert.deepEqual(shown(), ['New', 'Read me'])
  mock.timers.tick(1)
  assert.deepEqual(shown(), ['New', 'Read me, leaving'])
})

test('a toast with the same id takes the place and a new time', () => {
  toast.error('Failed to load product', { id: 'load' })
  toast.success('Added to cart')
  mock.timers.tick(1500)
  toast.error('Failed to load product again', { id: 'load' })
  assert.deepEqual(shown(), ['Added to cart', 'Failed to load product again'])
  mock.timers.tick(900)
  mock.timers.tick(3000)
  assert.deepEqual(shown(), ['Failed to load product again'])
})

test('one that was shown again while it was leaving stays', () => {
  toast.error('Once', { id: 'same' })
  toast.dismiss('same')
  toast.error('Twice', { id: 'same' })
  mock.timers.tick(3999)
  assert.deepEqual(shown(), ['Twice'])
})

test('one without an end stays until it is removed', () => {
  toast.error('You are offline', { id: 'line', duration: Number.POSITIVE_INFINITY })
  mock.timers.tick(3_600_000)
  pauseToasts()
  resumeToasts()
  mock.timers.tick(3_600_000)
  assert.deepEqual(shown(), ['You are offline'])
  toast.remove('line')
  assert.deepEqual(shown(), [])
})
