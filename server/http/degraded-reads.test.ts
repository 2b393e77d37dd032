import assert from 'node:assert/strict'
import { test } from 'node:test'
import { data } from 'react-router'
import { readOrFail, readOrFallback } from './degraded-reads.ts'

test('a 404 from inside a read stays one and is not logged; a failure is logged and answered with 503', async () => {
  const logged: string[] = []
  const shop = { log: { error: (line: string) => void logged.push(line) } }
  const missing = data('Not there', { status: 404 })
  const reads = (read: () => Promise<never>) => [
    readOrFail(shop, 'Failed', read),
    readOrFallback(shop, { read, fallback: undefined, failures: [], message: 'Failed' }),
  ]
  for (const answer of [missing, new Response(null, { status: 400 })])
    for (const read of reads(() => Promise.reject(answer))) await assert.rejects(read, (thrown) => thrown === answer)
  assert.deepEqual(logged, [])

  const [failing, falling] = reads(() => Promise.reject(new Error('the database is away')))
  await assert.rejects(failing as Promise<unknown>, { init: { status: 503 } })
  assert.equal(await falling, undefined)
  assert.deepEqual(logged, ['Failed', 'Failed'])
})
