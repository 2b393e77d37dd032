// Two instances on one database and one image store, as behind a load balancer.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { getRequestListener } from '@hono/node-server'
import sharp from 'sharp'
import { openEmailjs } from '#sandbox/emailjs.ts'
import { createAccount } from '#server/accounts/signup.ts'
import { connect, type Database } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { addProduct, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { type Gate, openGate } from '#tests/support/gate.ts'
import { type TestDatabase, testDatabase } from '#tests/support/postgres.ts'
import { type ShopProcess, startShop, until } from '#tests/support/process.ts'

const keys = { serviceId: 'service_1', templateId: 'template_1', userId: 'public', accessToken: 'private' }
/** Responds 429 to requests that come too early, allowing for a busy machine on which one is late. */
const emails = openEmailjs(keys, { intervalMs: 600 })
const person = { name: 'Meera Nair', email: 'meera24@gmail.com', password: 'terracotta 7' }

let folder: string
let database: TestDatabase
let gate: Gate
let db: Database
let shops: ShopProcess[]
let urls: string[]
let cookie: string
let close: (() => Promise<unknown>) | undefined

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gamla-two-'))
  database = await testDatabase()
  gate = await openGate(database.url)
  const handle = connect(database.url, silentLog)
  db = handle.db
  const service = createServer(getRequestListener(emails.app.fetch)).listen(0, '127.0.0.1')
  await until('the email service listens', () => service.listening)
  const env = {
    SHOP_SECRET: 'the-very-same-secret-for-both-of-them',
    TRUST_PROXY: 'true',
    RATE_LIMIT_FACTOR: '0.5',
    EMAILJS_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    EMAILJS_SERVICE_ID: keys.serviceId,
    EMAILJS_TEMPLATE_ID: keys.templateId,
    EMAILJS_USER_ID: keys.userId,
    EMAILJS_ACCESS_TOKEN: keys.accessToken,
  }
  // A shared folder; the alternative is a bucket.
  const images = join(folder, 'images')
  await mkdir(images)
  for (const n of ['0', '1']) {
    await mkdir(join(folder, n))
    await symlink(images, join(folder, n, 'images'))
  }
  // The second instance connects through a gate that can be closed.
  shops = [database.url, gate.url].map((url, n) =>
    startShop({ ...env, DATABASE_URL: url, DATA_DIR: join(folder, String(n)) }),
  )
  urls = await Promise.all(shops.map((shop) => shop.opened()))
  close = async () => {
    for (const shop of shops) shop.process.kill('SIGKILL')
    await Promise.all(shops.map((shop) => shop.ended()))
    service.closeAllConnections()
    service.close()
    await handle.pool.end()
    await gate.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
})

after(() => close?.())

function send(shop: number, path: string, form: Record<string, string>, address = '203.0.113.1') {
  return fetch(urls[shop] + path, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { 'x-forwarded-for': address, ...(cookie && { cookie }) },
    redirect: 'manual',
  })
}

test('who has logged in at one is known to all', async () => {
  await send(0, '/signup', person)
  cookie = await logIn(1)
  assert.deepEqual(await namesKnown(cookie), [person.name, person.name])
})

test('who has logged out at one is known to none', async () => {
  const onAnotherMachine = await logIn(1)
  assert.deepEqual(await namesKnown(onAnotherMachine), [person.name, person.name])
  await fetch(`${urls[0]}/logout`, { method: 'POST', headers: { cookie: onAnotherMachine }, redirect: 'manual' })
  assert.equal((await namesKnown(onAnotherMachine))[0], undefined)
  await until('all have heard', async () => (await namesKnown(onAnotherMachine)).every((name) => name === undefined))
})

test('who has logged out everywhere, or whose role was taken away, is known as such to all', async (t) => {
  const boss = { name: 'Asha', email: 'asha-boss@gamla.example', password: 'terracotta 9' }
  await createAccount({ db }, { ...boss, role: 'admin' })
  const [here, there] = [await logIn(0, boss), await logIn(1, boss)]
  const statuses = (cookie: string) =>
    Promise.all(
      urls.map(async (url) => {
        const page = await fetch(`${url}/adminDashboard/audit`, { headers: { cookie }, redirect: 'manual' })
        await page.body?.cancel()
        return page.status
      }),
    )
  assert.deepEqual(await statuses(here), [200, 200])
  await db.$client.query(`update "user" set role = 'user' where email = $1`, [boss.email])
  const began = performance.now()
  await until('no shop lets them in', async () => (await statuses(here)).every((status) => status === 302))
  t.diagnostic(`a role was gone everywhere after ${Math.round(performance.now() - began)} ms`)

  assert.deepEqual(await namesKnown(there), [boss.name, boss.name])
  await fetch(`${urls[1]}/logout/everywhere`, { method: 'POST', headers: { cookie: here }, redirect: 'manual' })
  const since = performance.now()
  await until('nobody knows them', async () => (await namesKnown(there)).every((name) => name === undefined))
  t.diagnostic(`every session was gone everywhere after ${Math.round(performance.now() - since)} ms`)
})

async function logIn(shop: number, { email, password } = person): Promise<string> {
  const body = new URLSearchParams({ email, password })
  const entered = await fetch(`${urls[shop]}/login`, { method: 'POST', body, redirect: 'manual' })
  const cookies = entered.headers.getSetCookie()
  return cookies.map((text) => text.split(';')[0]).join('; ')
}

function namesKnown(cookie: string): Promise<(string | undefined)[]> {
  return Promise.all(
    urls.map(async (url) => {
      const user = (await (await fetch(`${url}/session`, { headers: { cookie } })).json()) as { name: string } | null
      return user?.name
    }),
  )
}

test('twenty presses of one checkout, at all of them, are one order; its email is sent once, and one a second', async () => {
  const checkout = async () => ({
    ...someAddress,
    key: crypto.randomUUID(),
    lines: JSON.stringify([lineFor(await addProduct(db))]),
  })
  const [same, other, third] = [await checkout(), await checkout(), await checkout()]
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => send(n % 2, '/cart.data', same)))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  const ids = await Promise.all(answers.map(async (answer) => /"orderId",(\d+)/.exec(await answer.text())?.[1]))
  assert.equal(new Set(ids).size, 1)
  await Promise.all([send(0, '/cart.data', other), send(1, '/cart.data', third)])
  const sent = await until('three emails are sent', async () => {
    const { rows } = await db.$client.query<{ tries: number }>("select tries from sent_messages where state = 'sent'")
    return rows.length === 3 ? rows : undefined
  })
  assert.deepEqual(
    sent.map(({ tries }) => tries),
    [1, 1, 1],
  )
  assert.equal(emails.emails().length, 3)
})

test('a change at one is forgotten in the caches of all, and open pages at all hear of it', async () => {
  const pot = await addProduct(db, { title: 'Before' })
  for (const url of urls) assert.match(await (await fetch(`${url}/productinfo/${pot}`)).text(), /Before/)
  const leaving = new AbortController()
  const ears = await Promise.all(
    urls.map(async (url) => {
      const heard: string[] = []
      const answer = await fetch(`${url}/live`, { signal: leaving.signal })
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
      const reading = (async () => {
        for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) heard.push(part.value)
      })().catch(() => {})
      return { heard, reading }
    }),
  )
  await db.$client.query("update products set title = 'Afterwards' where id = $1", [pot])
  for (const [n, url] of urls.entries()) {
    await until(`shop ${n} tells of it`, () => ears[n]?.heard.join('').includes(`event: product\ndata: ${pot}\n`))
    await until(`shop ${n} shows it`, async () =>
      (await (await fetch(`${url}/productinfo/${pot}`)).text()).includes('Afterwards'),
    )
  }
  leaving.abort()
  await Promise.all(ears.map(({ reading }) => reading))
})

test('a changed setting, price of a size, and text are on the cached pages of all', async () => {
  const pot = await addProduct(db, { sizeCode: 'T02', sizeLabel: 'TUBO T02', price: 2255 })
  const pages = [`/productinfo/${pot}`, '/faq', '/cart']
  const read = (url: string) => Promise.all(pages.map(async (page) => (await fetch(url + page)).text()))
  for (const url of urls) assert.match((await read(url)).join(), /T01 · 30 × 30 × 60 cm · ₹1,385/)
  await db.$client.query(`insert into settings (name, value) values ('shopName', '"Diya House"')`)
  await db.$client.query("update sizes set price = 1400 where code = 'T01'")
  await db.$client.query("insert into texts (name, version, markdown) values ('faq', 1, E'# Asked often\\n\\nHere.')")
  for (const [n, url] of urls.entries()) {
    await until(`shop ${n} shows all three`, async () => {
      const [product = '', faq = '', cart = ''] = await read(url)
      const isPriced = product.includes('T01 · 30 × 30 × 60 cm · ₹1,400')
      return isPriced && faq.includes('Asked often') && cart.includes('Diya House')
    })
  }
})

test('an image that was handed in at one is shown by all', async () => {
  const boss = { name: 'Asha Rao', email: 'asha@gamla.example', role: 'admin', password: person.password } as const
  await createAccount({ db }, boss)
  const drawn = sharp({ create: { width: 500, height: 400, channels: 3, background: '#a64' } }).png()
  const form = new FormData()
  const product = { title: 'Shared', price: '495', sizeCode: 'C01', category: 'POT', description: 'In one store.' }
  for (const [name, value] of Object.entries(product)) form.append(name, value)
  form.append('images', new File([new Uint8Array(await drawn.toBuffer())], 'shared.png'))
  const headers = { cookie: await logIn(1, boss) }
  const saved = await fetch(`${urls[0]}/addproduct/save`, { method: 'POST', body: form, headers })
  assert.equal(saved.status, 200, await saved.text())

  const { rows } = await db.$client.query("select product_image_url[1] as folder from products where title = 'Shared'")
  const shown = await Promise.all(urls.map((url) => fetch(`${url}${rows[0].folder}/640.webp`)))
  const bytes = await Promise.all(shown.map(async (answer) => Buffer.from(await answer.arrayBuffer())))
  for (const [n, answer] of shown.entries()) {
    assert.equal(answer.headers.get('content-type'), 'image/webp')
    assert.deepEqual(bytes[n], bytes[0])
  }
})

test('who guesses passwords has to wait at all of them, wherever they guessed', async () => {
  const guess = (shop: number) =>
    send(shop, '/login', { email: 'somebody@gamla.example', password: 'guessed it' }, '203.0.113.7')
  for (let n = 0; n < 5; n += 1) assert.equal((await guess(n % 2)).status, 401)
  for (const shop of [0, 1]) assert.equal((await guess(shop)).status, 429)
})

test('/readyz says no while the database is away, and kept pages go out; then it is well again by itself', async () => {
  const second = urls[1] as string
  await until('it is ready', async () => (await fetch(`${second}/readyz`)).status === 200)
  assert.equal((await fetch(second)).status, 200)
  gate.shut()
  await until('it says so', async () => {
    const answer = await fetch(`${second}/readyz`)
    return answer.status === 503 && /^not ready: .*database/.test(await answer.text())
  })
  assert.equal((await fetch(second)).status, 200)
  assert.equal((await fetch(`${second}/healthz`)).status, 200)
  gate.open()
  await until('it is ready again', async () => (await fetch(`${second}/readyz`)).status === 200)
})
