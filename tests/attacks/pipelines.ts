// Many requests in one packet, behind answers that are quick, slow, refused or never end.
import assert from 'node:assert/strict'
import { exchange, get, openConnection, statusesOf } from './connection.ts'
import { attack, type RealShop } from './real-shop.ts'

const MANY = 200

const many = (shop: RealShop, path: string, count = MANY) => get(path, shop.host).repeat(count)
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
  '/faq',
  '/search?q=pot',
  '/pots/cubee-room/320.avif',
  '/sandbox/inbox',
  '/healthz',
  '/metrics',
]) {
  attack(`${MANY} requests for ${path} in one packet get as many answers`, async (shop) => {
    const statuses = statusesOf(await exchange(shop.port, [many(shop, path) + goodbye(shop)], { mostMs: 30_000 }))
    assert.equal(statuses.length, MANY + 1)
    assert.deepEqual([...new Set(statuses)], [200])
  })
}

for (const behind of ['/faq', '/live', '/sandbox/inbox', '/no-such-page.data'])
  attack(`${MANY} requests for ${behind} behind a live stream leave nothing behind`, async (shop) => {
    const connections = Array.from({ length: 5 }, () =>
      exchange(shop.port, [get('/live', shop.host) + many(shop, behind)], {
        isDone: (said) => said.includes('retry: 1000'),
      }),
    )
    for (const said of await Promise.all(connections)) assert.equal(statusesOf(said)[0], 200)
  })

attack('requests behind live streams, when the other side only says that it has no more to ask', async (shop) => {
  const said = await exchange(shop.port, [get('/live', shop.host) + many(shop, '/live', 20)], {
    isHalfClosed: true,
    mostMs: 1000,
  })
  assert.ok(statusesOf(said).every((status) => status < 500))
})

attack('requests behind a page that has to be made, and behind a form', async (shop) => {
  const slow = get(`/no-such-page-${Math.random()}`, shop.host)
  assert.deepEqual(statusesOf(await exchange(shop.port, [slow + many(shop, '/faq', 50) + goodbye(shop)])), [
    404,
    ...Array.from({ length: 51 }, () => 200),
  ])
  const form = post(shop, '/cart/quote', 'lines=%5B%5D')
  assert.equal(
    statusesOf(await exchange(shop.port, [form.repeat(20) + many(shop, '/faq', 50) + goodbye(shop)])).length,
    71,
  )
  const submit = post(shop, '/sandbox/web3forms/submit', 'access_key=none')
  const said = await exchange(shop.port, [submit.repeat(20) + many(shop, '/faq', 50) + goodbye(shop)])
  assert.equal(statusesOf(said).length, 71)
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
