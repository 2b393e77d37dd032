import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReadinessCheck, listFailedChecks } from './health.ts'
import type { Shop } from './shop.ts'

test('each failing readiness check is named', async () => {
  const answers = async () => true
  const fails = () => Promise.reject(new Error('away'))
  const shopWhere = (database: unknown, store: unknown) =>
    ({ db: { execute: database }, images: { has: store } }) as unknown as Shop
  assert.deepEqual(await listFailedChecks(shopWhere(answers, answers), () => true), [])
  assert.deepEqual(await listFailedChecks(shopWhere(answers, fails), () => true), ['store'])
  assert.deepEqual(await listFailedChecks(shopWhere(fails, answers)), ['database', 'jobs'])
})

test('a readiness check logs each change once and runs once for simultaneous requests', async () => {
  const told: string[] = []
  let asked = 0
  let isAway = false
  const shop = {
    db: { execute: async () => true },
    images: {
      async has() {
        asked += 1
        if (isAway) throw new Error('away')
      },
    },
    log: { info: (line: string) => told.push(line), error: (line: string) => told.push(line) },
  } as unknown as Shop
  const listMissing = createReadinessCheck(shop, () => true)

  assert.deepEqual(await listMissing(), [])
  assert.deepEqual(told, [])
  asked = 0
  isAway = true
  for (const missing of await Promise.all(Array.from({ length: 50 }, listMissing))) assert.deepEqual(missing, ['store'])
  assert.equal(asked, 1)
  assert.deepEqual(await listMissing(), ['store'])
  assert.equal(asked, 2)
  assert.deepEqual(told, ['Not ready: store'])
  isAway = false
  assert.deepEqual(await listMissing(), [])
  assert.deepEqual(await listMissing(), [])
  assert.deepEqual(told, ['Not ready: store', 'Ready again'])
})

test('a shop that has just opened and starts its jobs logs no error', async () => {
  const told: string[] = []
  let areJobsRun = false
  const shop = {
    db: { execute: async () => true },
    images: { has: async () => false },
    log: { info: (line: string) => told.push(line), error: (line: string) => told.push(line) },
  } as unknown as Shop
  const listMissing = createReadinessCheck(shop, () => areJobsRun)
  assert.deepEqual(await listMissing(), ['jobs'])
  areJobsRun = true
  assert.deepEqual(await listMissing(), [])
  assert.deepEqual(told, [])
  areJobsRun = false
  assert.deepEqual(await listMissing(), ['jobs'])
  assert.deepEqual(told, ['Not ready: jobs'])
})
