import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { until } from '#tests/support/process.ts'
import { dedicateConnection, oneAtATime } from './pipelining.ts'

/** A connection to a server, what comes back over it, and the requests that are worked on. */
async function openConnection(t: TestContext) {
  const asked: { request: IncomingMessage; response: ServerResponse }[] = []
  const server = createServer(oneAtATime((request, response) => asked.push({ request, response })))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const browser = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  t.after(() => {
    browser.destroy()
    server.close()
    server.closeAllConnections()
  })
  const seen = { said: '', isClosed: false }
  browser.setEncoding('utf8').on('data', (text) => (seen.said += text))
  browser.once('close', () => (seen.isClosed = true))
  const ask = (...paths: string[]) =>
    browser.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`).join(''))
  return { asked, browser, seen, ask, server }
}

test('of requests that come at once the second is worked on when the first is answered', async (t) => {
  const { asked, seen, ask } = await openConnection(t)
  ask('/1', '/2', '/3')
  await until('the first has come', () => asked.length > 0)
  for (const path of ['/1', '/2', '/3']) {
    await until(`${path} is handled`, () => asked.at(-1)?.request.url === path)
    assert.equal(asked.length, Number(path.slice(1)))
    asked.at(-1)?.response.end(`answer ${path}`)
    await until('it is answered', () => seen.said.includes(`answer ${path}`))
  }
  assert.equal(seen.isClosed, false)
})

test('who sends more than may wait is cut off, and none of the rest is ever worked on', async (t) => {
  const { asked, seen, ask, server } = await openConnection(t)
  ask(...Array.from({ length: 200 }, (_, n) => `/${n}`))
  await until('it is cut', () => seen.isClosed)
  assert.equal(asked.length, 1)
  await until('the server has let go of it', () => asked[0]?.response.closed)
  assert.equal(await new Promise((resolve) => server.getConnections((_error, count) => resolve(count))), 0)
  assert.equal(asked.length, 1)
})

test('behind an answer without an end the connection ends', async (t) => {
  const { asked, seen, ask } = await openConnection(t)
  ask('/live')
  await until('it has come', () => asked.length > 0)
  assert.equal(dedicateConnection(asked[0]?.request.socket as never), true)
  ask('/2')
  await until('it is cut', () => seen.isClosed)
})

test('an answer without an end is not begun while others wait behind it', async (t) => {
  const { asked, ask } = await openConnection(t)
  ask('/live', '/2')
  await until('it has come', () => asked.length > 0)
  assert.equal(dedicateConnection(asked[0]?.request.socket as never), false)
})
