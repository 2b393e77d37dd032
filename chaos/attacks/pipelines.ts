// Pipelined requests in one packet, behind responses that are fast, slow, rejected or endless.
import assert from 'node:assert/strict'
import { exchange, get, openConnection, statusesOf } from './connection.ts'
import { attack, type RealShop } from './real-shop-harness.ts'

/** The limit of pending requests per connection. */
const FEW_REQUESTS = 10
/** With this many the server may close the connection at any point. */
const MANY_REQUESTS = 200

const many = (shop: RealShop, path: string, count = MANY_REQUESTS) => get(path, shop.host).repeat(count)
const goodbye = (shop: RealShop) => get('/healthz', shop.host, 'connection: close')

function post(shop: RealShop, path: string, body: string, ...headers: string[]): string {
  const lines = [
    `POST ${path} HTTP/1.1`,
    `host: ${shop.host}`,
    'content-type: application/x-www-form-urlencoded',
    `content-length: ${body.length}`,
    ...headers,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

for (const path of [
  '/',
  '/search?q=pot',
  '/no-such-page.data',
  '/pots/cubee-room/320.avif',
  '/sandbox/inbox',
  '/metrics',
])
  attack(
    `${FEW_REQUESTS} requests for ${path} in one packet get as many answers, ${MANY_REQUESTS} no more`,
    async (shop) => {
      const usual = path.startsWith('/no') ? 404 : 200
      const some = statusesOf(await exchange(shop.port, [many(shop, path, FEW_REQUESTS) + goodbye(shop)]))
      assert.deepEqual(some, [...Array.from({ length: FEW_REQUESTS }, () => usual), 200])
      const all = statusesOf(await exchange(shop.port, [many(shop, path) + goodbye(shop)], { mostMs: 30_000 }))
      assert.ok(all.length <= MANY_REQUESTS + 1)
      assert.ok(all.every((status) => status === usual || status === 200))
    },
  )

for (const behind of ['/faq', '/live', '/sandbox/inbox', '/no-such-page.data'])
  attack(`requests for ${behind} behind a live stream leave nothing behind`, async (shop) => {
    const connections = [1, 5, MANY_REQUESTS, MANY_REQUESTS].map((count) =>
      exchange(shop.port, [get('/live', shop.host) + many(shop, behind, count)], {
        isDone: (said) => said.includes('retry: 1000'),
      }),
    )
    // A live stream never ends, so nothing behind it is answered.
    for (const said of await Promise.all(connections)) assert.ok(['', '200'].includes(statusesOf(said).join(' ')), said)
  })

attack('requests behind live streams, when the other side only says that it has no more to ask', async (shop) => {
  const said = await exchange(shop.port, [get('/live', shop.host) + many(shop, '/live', 20)], {
    isHalfClosed: true,
    mostMs: 1000,
  })
  assert.ok(statusesOf(said).every((status) => status < 500))
})

attack('requests behind a page that has to be made, and behind a form', async (shop) => {
  const rest = many(shop, '/faq', FEW_REQUESTS) + goodbye(shop)
  for (const [first, status] of [
    [get(`/no-such-page-${Math.random()}`, shop.host), 404],
    [post(shop, '/contactUs', 'name='), 400],
    [post(shop, '/cart/quote', 'lines=none'), 400],
    [post(shop, '/sandbox/nothing', 'access_key=none'), 404],
  ] as const) {
    const statuses = statusesOf(await exchange(shop.port, [first.repeat(2) + rest]))
    assert.deepEqual(statuses, [status, status, ...Array.from({ length: FEW_REQUESTS + 1 }, () => 200)])
  }
})

attack('requests behind a form that is too large are not answered as if they were requests', async (shop) => {
  const large = post(shop, '/contactUs', `message=${'x'.repeat(2_000_000)}`)
  const statuses = statusesOf(await exchange(shop.port, [large + many(shop, '/faq', 3) + goodbye(shop)]))
  assert.equal(statuses[0], 413)
  assert.ok(statuses.every((status) => status === 413 || status === 200))
})

for (const path of ['/', '/sandbox/inbox', '/live', '/adminDashboard'])
  attack(`thousands of requests for ${path} from one who reads no answer`, async (shop) => {
    const connection = await openConnection(shop.port)
    connection.socket.pause()
    connection.write(many(shop, path, 3000))
    for (let asked = 0; asked < 20; asked += 1) assert.equal((await shop.ask('/healthz')).status, 200)
    await connection.close()
  })
