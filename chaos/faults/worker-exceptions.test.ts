// An uncaught exception fails only its own request; others do not notice that the worker is replaced.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { FAST_DRIZZLE } from '#tests/support/fast-drizzle.ts'
import { listWorkers, type ShopProcess, startShop, until } from '#tests/support/process.ts'

const PRIMARY = 'tests/support/worker-fixture/primary.ts'
/** Exceptions replace at most one worker in this time. */
const SOON_MS = 5000

let folder: string
let primary: ShopProcess
let url: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gamla-exceptions-'))
  primary = startShop({ DATA_DIR: folder, NODE_OPTIONS: FAST_DRIZZLE }, PRIMARY)
  url = await primary.opened()
})
after(async () => {
  primary.process.kill('SIGTERM')
  assert.equal(await primary.ended(), 0)
  await rm(folder, { recursive: true, force: true })
})

/** Over a connection of its own. */
const ask = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(url + path, { ...init, headers: { connection: 'close' } })
  return { status: answer.status, text: await answer.text(), id: answer.headers.get('x-request-id') }
}
const servingPid = async () => Number((await ask('/pid')).text)

for (const way of ['/at-once', '/stream', '/promise'])
  test(`an exception (${way.slice(1)}): its request reads an error, another one in flight its answer`, async () => {
    const pid = await servingPid()
    const slow = ask('/slow')
    const failed = await ask(way)
    assert.equal(failed.status, 500)
    assert.match(failed.text, new RegExp(`Please try again\\. \\(Request ${failed.id}\\)$`))
    assert.equal((await slow).text, String(pid))
    assert.match(primary.said(), new RegExp(`"request":"${failed.id}".*Nothing catches this`))
  })

test('an answer that has begun is broken off', async () => {
  await assert.rejects(ask('/half'))
})

test('its worker is replaced meanwhile: no connection is refused, no answer is missing', async () => {
  const pid = await servingPid()
  await ask('/stream')
  const answeredBy = new Set<number>()
  await until('another one serves', async () => {
    const pids = await Promise.all([servingPid(), servingPid(), servingPid()])
    for (const one of pids) answeredBy.add(one)
    return pids.every((one) => one !== pid)
  })
  await until('the old one has gone', async () => !(await listWorkers(primary.process.pid)).includes(pid))
  assert.equal(answeredBy.size, 2)
})

test('who is being answered when it leaves is answered to the end, on a kept connection and while it is slow', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const asked = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => get(url + path, { agent }, resolve).on('error', reject))
  const pid = await text(await asked('/pid'))
  await ask('/stream')
  for (let last = pid; last === pid; ) last = await text(await asked('/slow'))
  agent.destroy()
})

test('a request whose exception cannot be told from others ends with its worker', async () => {
  const broken = new Promise<Error>((resolve, reject) => {
    const sent = request(`${url}/unknown`, { method: 'POST' }, () => reject(new Error('It was answered')))
    sent.on('error', resolve).end('a body')
  })
  broken.catch(() => {})
  assert.equal((await ask('/pid')).status, 200)
  assert.match((await broken).message, /socket hang up|ECONNRESET/)
  assert.equal((await ask('/pid')).status, 200)
})

test('many exceptions do not become many starts', async () => {
  const before = primary.said().split('this worker is replaced').length
  const pids = new Set<number>()
  const began = performance.now()
  for (let n = 0; n < 50; n += 1) {
    assert.equal((await ask('/promise')).status, 500)
    pids.add(await servingPid())
  }
  assert.equal(primary.said().split('this worker is replaced').length - before, 50)
  const most = 2 + (performance.now() - began) / SOON_MS
  assert.ok(pids.size <= most, `${pids.size} workers`)
})

test('one that cannot open is started again ever more slowly, and serves as soon as it can', async () => {
  await writeFile(join(folder, 'broken'), '')
  const began = performance.now()
  process.kill(await servingPid(), 'SIGKILL')
  const ends = () => primary.said().split(' exited (').length - 1
  const before = ends()
  await until('four have tried', () => ends() >= before + 5)
  // 0.25, 0.5 and 1 s between them.
  assert.ok(performance.now() - began > 1750)
  await rm(join(folder, 'broken'))
  await until('it serves again', () => ask('/pid').catch(() => undefined))
})
