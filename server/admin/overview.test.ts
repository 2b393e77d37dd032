import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openOverview, restAfter } from './overview.ts'

function openCounted() {
  let computed = 0
  let fails = false
  let change = () => {}
  const onChange = (listener: () => void) => {
    change = listener
    return () => {}
  }
  const compute = async () => {
    computed += 1
    if (fails) throw new Error('no database')
    return computed
  }
  const overview = openOverview(compute, { onChange: onChange as never })
  const readMany = () => Promise.all(Array.from({ length: 30 }, () => overview.read()))
  return {
    overview,
    readMany,
    change: () => change(),
    setFailing: (now: boolean) => {
      fails = now
    },
  }
}

test('it is computed once however many ask, and again for all who ask after a change', async () => {
  const { readMany, change } = openCounted()
  assert.deepEqual(new Set(await readMany()), new Set([1]))
  assert.deepEqual(new Set(await readMany()), new Set([1]))
  change()
  assert.deepEqual(new Set(await readMany()), new Set([2]))
})

test('a change while it is computed is in the next one', async () => {
  const { overview, change } = openCounted()
  const first = overview.read()
  change()
  const second = overview.read()
  assert.deepEqual([await first, await second], [1, 2])
})

test('a failure is told to those who asked, and the next request tries again', async () => {
  const { overview, setFailing, change } = openCounted()
  setFailing(true)
  const asked = overview.read()
  change()
  const askedLater = overview.read()
  await assert.rejects(asked, /no database/)
  await assert.rejects(askedLater, /no database/)
  setFailing(false)
  assert.equal(await overview.read(), 3)
})

test('after a computation it rests four times as long, at most a second', () => {
  assert.deepEqual([0, 4, 50, 255].map(restAfter), [0, 16, 200, 1000])
})
