import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runDesk } from './run-action.ts'

const log = { error: () => assert.fail('It has worked') } as never
const statusOf = async (answer: Awaited<ReturnType<Parameters<typeof runDesk>[3]>>) =>
  (await runDesk({ log }, new FormData(), 'order 1016', async () => answer)).init?.status

test('couriers’ prices are no refusal', async () => {
  assert.equal(await statusOf({ ok: false, message: '', rates: [] }), 200)
  assert.equal(await statusOf({ ok: false, message: 'No courier delivers this to 560038.' }), 409)
})
