// Long connections: live streams, slow readers and senders, and clients that disconnect.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '#tests/support/process.ts'
import { exchange, get, openConnection, statusesOf } from './connection.ts'
import { attack, type RealShop } from './real-shop-harness.ts'

const STREAMS = 300

function openStreams(shop: RealShop, count: number, ...headers: string[]) {
  return Promise.all(
    Array.from({ length: count }, () => openConnection(shop.port, get('/live', shop.host, ...headers))),
  )
}

const isHeard = ({ said }: { said(): string }) => said().includes('retry: 1000')

attack(`${STREAMS} live streams of one address, all closed again`, async (shop) => {
  const streams = await openStreams(shop, STREAMS)
  await until('every stream is open', () => streams.every(isHeard))
  assert.equal((await shop.readMetrics()).gamla_sse_connections, STREAMS)
  assert.equal((await shop.ask('/faq')).status, 200)
  await Promise.all(streams.map(({ close }) => close()))
})

attack('live streams whose other side resets them, or closes its half', async (shop) => {
  const [reset, halves] = [await openStreams(shop, 30), await openStreams(shop, 30)]
  await until('every stream is open', () => [...reset, ...halves].every(isHeard))
  for (const stream of reset) stream.reset()
  for (const { socket } of halves) socket.end()
  await Promise.all([...reset, ...halves].map(({ closed }) => closed))
})

for (const path of ['/logout', '/logout/everywhere'])
  attack(`a live stream ends with its session at ${path}`, async (shop) => {
    const { email, password } = shop.accounts.otherUser
    const cookie = await shop.logIn(email, password)
    const [stream] = await openStreams(shop, 1, `cookie: ${cookie}`)
    assert.ok(stream)
    await until('the stream is open', () => isHeard(stream))
    const before = await shop.ask('/session', { headers: { cookie } })
    assert.ok(before.text.includes(email))
    await shop.ask(path, { method: 'POST', headers: { cookie, accept: 'text/html', 'content-length': '0' } })
    const isEnded = await Promise.race([stream.closed.then(() => true), sleep(10_000, false)])
    await stream.close()
    assert.ok(isEnded, 'the stream was still open ten seconds later')
    if (path === '/logout/everywhere') await shop.logInAgain('otherUser')
  })

const LARGE = '/pots/cubee-room/1280.webp'

attack('readers who do not read, of pages, files, the sandbox and live streams', async (shop) => {
  const paths = ['/', LARGE, '/sandbox/razorpay/checkout.js', '/live', '/allproduct', '/metrics']
  const readers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      openConnection(shop.port, get(paths[index % paths.length] ?? '/', shop.host)),
    ),
  )
  for (const { socket } of readers) socket.pause()
  for (let asked = 0; asked < 10; asked += 1) assert.equal((await shop.ask('/faq')).status, 200)
  await Promise.all(readers.map(({ close }) => close()))
})

attack('connections that are reset at every moment of an answer', async (shop) => {
  const cookie = `cookie: ${shop.cookieOf('user')}`
  for (const path of ['/', LARGE, '/sandbox/inbox', '/sandbox/razorpay/checkout.js', '/live', '/userDashboard']) {
    const readers = await Promise.all(
      Array.from({ length: 20 }, () => openConnection(shop.port, get(path, shop.host, cookie))),
    )
    for (const [index, reader] of readers.entries()) {
      if (index % 2) reader.socket.once('data', reader.reset)
      else reader.reset()
    }
    await Promise.all(readers.map(({ closed }) => closed))
  }
})

attack('forms that are reset in their middle', async (shop) => {
  for (const path of ['/contactUs', '/cart/quote', '/sandbox/web3forms/submit', '/webhooks/razorpay', '/login']) {
    const length = `content-length: 100000\r\ncontent-type: application/x-www-form-urlencoded`
    for (const head of [length, 'transfer-encoding: chunked']) {
      const body = head === length ? 'name=' : '5\r\nname=\r\n'
      const senders = await Promise.all(
        Array.from({ length: 10 }, () =>
          openConnection(shop.port, `POST ${path} HTTP/1.1\r\nhost: ${shop.host}\r\n${head}\r\n\r\n${body}`),
        ),
      )
      assert.equal((await shop.ask('/healthz')).status, 200)
      for (const sender of senders) sender.reset()
      await Promise.all(senders.map(({ closed }) => closed))
    }
  }
})

attack('whoever closes their half after asking gets the whole answer, or none', async (shop) => {
  for (const path of ['/', '/faq', LARGE, '/sandbox/inbox', '/metrics']) {
    const said = await exchange(shop.port, [get(path, shop.host)], { isHalfClosed: true })
    assert.ok(['', '200'].includes(statusesOf(said).join(' ')), path)
  }
})

attack('hundreds who begin a request and say nothing more do not keep others out', async (shop) => {
  const beginnings = [
    '',
    'GET / HT',
    `GET /faq HTTP/1.1\r\nhost: ${shop.host}\r\nx: `,
    ...['/contactUs', '/sandbox/web3forms/submit', '/webhooks/razorpay', '/sellerDashboard/addproduct/save'].map(
      (path) => `POST ${path} HTTP/1.1\r\nhost: ${shop.host}\r\ntransfer-encoding: chunked\r\n\r\n5\r\nname=\r\n`,
    ),
  ]
  const idle = await Promise.all(
    Array.from({ length: 420 }, (_, index) => openConnection(shop.port, beginnings[index % beginnings.length] ?? '')),
  )
  for (const path of ['/', '/faq', '/no-such-page', '/sandbox/inbox', '/metrics'])
    assert.ok((await shop.ask(path)).status < 500, path)
  const { user } = shop.accounts
  assert.ok(await shop.logIn(user.email, user.password))
  await Promise.all(idle.map(({ close }) => close()))
})
