import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'
import { createHttpClient, failureOf } from './http-client.ts'

function answering(...answers: (() => Response)[]) {
  const lines: string[] = []
  let asked = 0
  const httpFetch: typeof fetch = async () => answers[Math.min(asked++, answers.length - 1)]?.() ?? Response.error()
  const log = { info: (line: string) => void lines.push(line) }
  const client = createHttpClient({ url: 'https://pay.example', timeoutMs: 100, httpFetch, pausesMs: [0, 0], log })
  const read = () =>
    client.retry(async () => {
      const answer = await client.send({ path: '/x' })
      if (!answer.isOk) throw failureOf(answer)
      return answer.json
    })
  return { read, lines, asked: () => asked }
}

const busy = (seconds: string) => () => new Response('', { status: 429, headers: { 'retry-after': seconds } })

test('a pause that the provider asks for is kept, and a long one is left to the job', async () => {
  const short = answering(busy('1'), () => Response.json(7))
  const began = performance.now()
  assert.equal(await short.read(), 7)
  assert.ok(performance.now() - began > 900)
  for (const seconds of ['3600', '1e99']) {
    const long = answering(busy(seconds), () => Response.json(7))
    await assert.rejects(long.read(), ProviderUnavailableError)
    assert.equal(long.asked(), 1)
  }
})

test('a pause that is no number of seconds is our own, and retries are one line in the log', async () => {
  for (const seconds of ['', 'soon', '-5', 'Wed, 21 Oct 2026 07:28:00 GMT']) {
    const { read, lines, asked } = answering(busy(seconds))
    await assert.rejects(read(), ProviderUnavailableError)
    assert.equal(asked(), 3)
    assert.deepEqual(lines, ['pay.example gave no usable answer and is asked again'])
  }
})

test('a rejection is not repeated, and an answer of more than a megabyte is none', async () => {
  const rejected = answering(() => new Response('no', { status: 404 }))
  await assert.rejects(rejected.read(), ProviderRejectedError)
  assert.equal(rejected.asked(), 1)
  await assert.rejects(answering(() => new Response('1'.repeat(2_000_000))).read(), /too long an answer/)
})
