import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
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

// The first, because Node.js warns once a process.
test('what changes after the pause is computed at once, without a timer in the past', async (t) => {
  const warnings: string[] = []
  const note = ({ name }: Error) => warnings.push(name)
  process.on('warning', note)
  t.after(() => process.off('warning', note))
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const { overview, change } = openCounted()
  await overview.read()
  now = 500
  change()
  assert.equal(await overview.read(), 2)
  await setImmediate()
  assert.deepEqual(warnings, [])
})

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
