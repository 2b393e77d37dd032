import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { setImmediate as nextTick } from 'node:timers/promises'
import type { User } from '#domain/accounts/user.ts'
import { oneAtATime } from '#server/http/pipelining.ts'
import { until } from '#tests/support/process.ts'
import { type Change, type ChangeFeed, parseChange } from './change-feed.ts'
import { createSseHub } from './sse-hub.ts'
import { eventsFor } from './topics.ts'

const asha: User = { userId: 'asha', name: 'Asha', email: 'asha@example.com', role: 'user' }
const admin: User = { ...asha, userId: 'boss', role: 'admin' }
const seller: User = { ...asha, userId: 'seller', role: 'seller' }
const ashasOrder: Change = { kind: 'order', id: 1001, userId: 'asha' }

test('an order is told to its buyer and the admin, to nobody else', () => {
  const told = [undefined, asha, admin, seller, { ...asha, userId: 'ravi' }].map(
    (user) => eventsFor(ashasOrder, user).length,
  )
  assert.deepEqual(told, [0, 1, 1, 0, 0])
})

test('a product is told to everybody, a user record to that user and the admin', () => {
  assert.deepEqual(eventsFor({ kind: 'product', id: 17 }, undefined), ['event: product\ndata: 17\n\n'])
  const told = [undefined, asha, admin, seller].map((user) => eventsFor({ kind: 'user', id: 'asha' }, user).length)
  assert.deepEqual(told, [0, 1, 1, 0])
})

test('a sale is told to its seller alone', () => {
  const told = [undefined, asha, admin, seller, { ...seller, userId: 'other' }].map(
    (user) => eventsFor({ kind: 'sale', sellerId: 'seller' }, user).length,
  )
  assert.deepEqual(told, [0, 0, 0, 1, 0])
})

test('what the database says is read, and nonsense is not', () => {
  assert.deepEqual(parseChange('product 17'), { kind: 'product', id: 17 })
  assert.deepEqual(parseChange('product *'), { kind: 'product', id: '*' })
  assert.deepEqual(parseChange('order 1001 asha'), { kind: 'order', id: 1001, userId: 'asha' })
  assert.deepEqual(parseChange('user asha'), { kind: 'user', id: 'asha' })
  assert.deepEqual(parseChange('sale ravi'), { kind: 'sale', sellerId: 'ravi' })
  for (const nonsense of ['', 'product', 'weather 3']) assert.equal(parseChange(nonsense), undefined)
})

/** Live streams over real sockets, with changes of one's own. */
async function openLines({ users = [undefined] as (User | undefined)[], recent = [] as Change[] } = {}) {
  let tell: (change: Change) => void = () => {}
  let close = () => {}
  const changeFeed: ChangeFeed = {
    onChange(listener) {
      tell = listener
      return () => {}
    },
    listRecent: (since) => (since === undefined ? recent : []),
    onUnresponsive: () => () => {},
    isConnected: () => true,
    relaySoon() {},
    announce() {},
    onClose(listener) {
      close = listener
      return () => {}
    },
    close: async () => {},
  }
  const streams = createSseHub(changeFeed)
  const waiting = [...users]
  const server = createServer(
    oneAtATime((_request, response) => streams.add(response, { user: waiting.shift(), since: performance.now() })),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const lines = []
  for (const _ of users) {
    const asked = get({ port: (server.address() as AddressInfo).port, agent: false })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    lines.push(listenTo(answer))
  }
  return { lines, tell: (change: Change) => tell(change), close: () => close(), server }
}

function listenTo(answer: IncomingMessage) {
  const line = { chunks: [] as string[], ended: false, answer }
  answer.setEncoding('utf8').on('data', (chunk: string) => line.chunks.push(chunk))
  answer.once('close', () => (line.ended = true)).once('error', () => {})
  return line
}

const product = (id: number): Change => ({ kind: 'product', id })

test('a burst of changes arrives as one message, and closing ends the line', async () => {
  const { lines, tell, close, server } = await openLines()
  const [line] = lines
  await until('it is greeted', () => line?.chunks.length === 1)
  for (const id of [1, 1, 2]) tell(product(id))
  await until('it is told', () => line?.chunks.length === 2)
  assert.deepEqual(line?.chunks, ['retry: 1000\n\n', 'event: product\ndata: 1\n\nevent: product\ndata: 2\n\n'])
  close()
  await until('it ends', () => line?.ended)
  server.close()
})

test('who connects is told first what changed a moment ago, as far as it concerns them', async () => {
  const { lines, close, server } = await openLines({ recent: [product(17), ashasOrder] })
  await until('it is told', () => lines[0]?.chunks.length)
  assert.equal(lines[0]?.chunks.join(''), 'retry: 1000\n\nevent: product\ndata: 17\n\n')
  close()
  server.close()
})

test('a line that is asked for while its connection is still busy with the answer before it opens after that', async () => {
  const { tell, close, server } = await openLines({ users: [] })
  const [streams] = server.listeners('request') as RequestListener[]
  const page = Promise.withResolvers<ServerResponse>()
  const serve: RequestListener = (request, response) => {
    if (request.url === '/') page.resolve(response)
    else streams?.(request, response)
  }
  server.removeAllListeners('request').on('request', oneAtATime(serve))
  const browser = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let read = ''
  browser.setEncoding('utf8').on('data', (text) => (read += text))
  browser.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\nGET /live HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const answer = await page.promise
  await nextTick()
  answer.end('the page')
  await until('it is greeted', () => read.includes('retry: 1000'))
  assert.match(read, /the page.*event-stream/s)
  tell(product(17))
  await until('it is told', () => read.includes('data: 17'))
  browser.destroy()
  close()
  server.close()
})

test('of many lines each hears what is theirs', async () => {
  const { lines, tell, close, server } = await openLines({ users: [undefined, asha, asha, admin, seller] })
  tell(ashasOrder)
  tell(product(17))
  const texts = () => lines.map(({ chunks }) => chunks.join(''))
  await until('all are told', () => texts().every((text) => text.includes('product')))
  assert.deepEqual(
    texts().map((text) => text.includes('order')),
    [false, true, true, true, false],
  )
  close()
  server.close()
})

test('who is given another role connects again, as what they are now', async () => {
  const { lines, tell, close, server } = await openLines({ users: [asha, admin] })
  tell({ kind: 'user', id: 'somebody else' })
  tell({ kind: 'user', id: 'asha' })
  await until('Asha is sent away', () => lines[0]?.ended)
  assert.equal(lines[0]?.chunks.join(''), 'retry: 1000\n\nevent: user\ndata: asha\n\n')
  assert.equal(lines[1]?.ended, false)
  close()
  server.close()
})

test('after a gap in the news everybody who is logged in connects again, for it may have been about them', async () => {
  const { lines, tell, close, server } = await openLines({ users: [asha, undefined] })
  tell({ kind: 'everything' })
  await until('Asha is sent away', () => lines[0]?.ended)
  assert.match(lines[0]?.chunks.join('') ?? '', /event: user\ndata: \*/)
  await until('guests are told', () => lines[1]?.chunks.join('').includes('event: product'))
  assert.equal(lines[1]?.ended, false)
  close()
  server.close()
})

test('a reader that does not read is dropped, and the others go on hearing', async () => {
  const { lines, tell, close, server } = await openLines({ users: [asha, undefined] })
  const [slow, quick] = lines
  slow?.answer.pause()
  let dropped = false
  server.getConnections((_error, count) => assert.equal(count, 2))
  // Every order of hers is news to her alone; what the kernel and both sides' buffers take in is a few megabytes.
  for (let id = 1; !dropped; ) {
    for (let n = 0; n < 5000; n += 1) tell({ kind: 'order', id: id++, userId: asha.userId })
    tell(product(id))
    await until('the quick reader is told', () => quick?.chunks.join('').includes(`data: ${id}\n`))
    dropped = await new Promise<boolean>((resolve) => server.getConnections((_error, count) => resolve(count === 1)))
  }
  assert.equal(quick?.ended, false)
  close()
  server.close()
})
