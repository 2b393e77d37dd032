// The sandbox's process beside a real shop: as its courier, its stored data, and crashes of either process.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createAccount } from '#server/accounts/signup.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { placeOrder } from '#server/orders/place.ts'
import { dispatchOrder } from '#server/parcels/dispatch.ts'
import { prepareSandbox } from '#server/runtime/start-sandbox.ts'
import type { Shop } from '#server/shop.ts'
import { assertProtected } from '#tests/security/expected-headers.ts'
import { logInAt } from '#tests/support/cookies.ts'
import { addProduct, addUser, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { testDatabase } from '#tests/support/postgres.ts'
import { findSandbox, type ShopProcess, startShop, until } from '#tests/support/process.ts'

const COURIER_KEY = 'the key of the courier'
const database = await testDatabase()
const { db, pool } = connect(database.url, silentLog)
let folder: string
let shop: ShopProcess
let url: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gamla-sandbox-'))
  shop = startShop({ DATA_DIR: folder, DATABASE_URL: database.url, COURIER_WEBHOOK_KEY: COURIER_KEY })
  url = await shop.opened()
})
after(async () => {
  shop?.process.kill('SIGKILL')
  await shop?.ended()
  await pool.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const onLinux = { skip: process.platform !== 'linux' && 'it looks for the process in /proc' }

async function dispatch(parcel: { book: boolean; courier?: string; awb?: string }): Promise<number> {
  const [admin, buyer, pot] = [await addUser(db, 'admin'), await addUser(db), await addProduct(db)]
  const placed = await placeOrder({ db }, buyer, { key: randomUUID(), lines: [lineFor(pot)], address: someAddress })
  assert.ok(placed.ok)
  const request = { key: randomUUID(), orderId: placed.order.id, lines: 'rest', courier: '', awb: '', trackingLink: '' }
  const sent = await dispatchOrder({ db, now: () => new Date() } as Shop, admin, { ...request, ...parcel } as never)
  assert.ok(sent.ok)
  return sent.shipmentId
}

async function find(id: number) {
  const { rows } = await pool.query('select * from shipments where id = $1', [id])
  return rows[0] as { booking: string; awb: string; step: string; tracking_link: string; booking_problem: string }
}

function report(body: object, key?: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(key !== undefined && { 'x-api-key': key }) }
  return fetch(`${url}/webhooks/courier`, { method: 'POST', headers, body: JSON.stringify(body) })
}

test('a dispatched parcel is booked, and every scan that is pressed in the sandbox moves it', async () => {
  const id = await dispatch({ book: true })
  const { awb, tracking_link } = await until('it is booked', async () => {
    const shipment = await find(id)
    return shipment.booking === 'booked' ? shipment : undefined
  })
  assert.equal((await fetch(tracking_link)).status, 200)
  const page = await (await fetch(`${url}/sandbox/parcels`)).text()
  assert.match(page, new RegExp(awb))
  for (const step of ['picked-up', 'on-the-way']) {
    const pressed = await fetch(`${url}/sandbox/parcels`, {
      method: 'POST',
      body: new URLSearchParams({ awb, label: '' }),
    })
    assert.equal(pressed.status, 200)
    await until(`it is ${step}`, async () => (await find(id)).step === step)
  }
})

test('an AWB that was typed by hand moves by the webhook, whose key nobody else has', async () => {
  const id = await dispatch({ book: false, courier: 'Blue Dart', awb: 'BD-1' })
  const body = { awb: 'BD-1', current_status: 'DELIVERED', current_timestamp: '21 11 2026 09:15:00' }
  for (const key of [undefined, '', 'wrong']) assert.equal((await report(body, key)).status, 401)
  assert.equal((await find(id)).step, 'packed')
  assert.equal((await report(body, COURIER_KEY)).status, 200)
  assert.equal((await find(id)).step, 'delivered')
  assert.equal((await report({ ...body, awb: 'unknown' }, COURIER_KEY)).status, 200)
  assert.equal((await fetch(`${url}/webhooks/courier`)).status, 404)
  assert.doesNotMatch(shop.said(), new RegExp(COURIER_KEY))
})

test('where real people may order, emails are read at this machine and by admins, and by nobody else', async () => {
  const password = 'a-long-password'
  for (const role of ['admin', 'user'] as const)
    await createAccount({ db }, { name: role, email: `${role}@gamla.example`, password, role })
  const read = (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, url), { headers })
  const logIn = (name: string) => logInAt(url, { email: `${name}@gamla.example`, password })
  const byProxy = { 'x-forwarded-for': '203.0.113.9' }

  const refused = await read('/sandbox/inbox', byProxy)
  assert.equal(refused.status, 403)
  assert.equal(await refused.text(), 'Emails are for admins only.')
  assertProtected('a refused inbox', refused.headers)
  for (const path of [
    '/sandbox/inbox?a',
    '/sandbox/inbox/',
    '/sandbox//inbox',
    '/sandbox/%69nbox',
    '/sandbox/x/../inbox',
  ])
    assert.notEqual((await read(path, byProxy)).status, 200, path)
  assert.equal((await read('/sandbox/inbox', { ...byProxy, cookie: await logIn('user') })).status, 403)
  assert.equal((await read('/sandbox/inbox', { ...byProxy, cookie: await logIn('admin') })).status, 200)
  assert.equal((await read('/sandbox/inbox')).status, 200)
  // The parts of the sandbox that shoppers need stay public.
  assert.equal((await read('/sandbox/razorpay/checkout.js', byProxy)).status, 200)
})

test('without keys the sandbox is there, under the shop’s own address, and ends with the shop', onLinux, async () => {
  const script = await fetch(new URL('/sandbox/razorpay/checkout.js', url))
  assert.equal(script.status, 200)
  assert.match(script.headers.get('content-type') ?? '', /javascript/)
  assert.match(await script.text(), /Razorpay/)
  assertProtected('the widget', script.headers)
  assert.equal(script.headers.get('strict-transport-security'), null)

  // Its API needs the shop's key; without it the response is the provider's own error.
  const books = await fetch(new URL('/sandbox/razorpay/v1/orders', url))
  assert.equal(books.status, 401)
  assert.match(await books.text(), /Authentication failed/)
  assertProtected('its books', books.headers)

  const pid = await until('the sandbox runs', () => findSandbox(shop.process.pid))
  shop.process.kill('SIGKILL')
  await shop.ended()
  await until('the sandbox has ended', () => !isAlive(pid))
})

test(
  'a sandbox that is closed has ended, also while it starts, so that nothing writes into its folder any more',
  onLinux,
  async () => {
    const config = readConfig({ DATA_DIR: folder })
    for (const isServing of [false, true]) {
      const sandbox = await prepareSandbox(config, 'secret')
      sandbox.start('http://localhost:1', silentLog)
      const pid = await until('the sandbox starts', () => findSandbox(process.pid))
      if (isServing) await fetch(`http://127.0.0.1:${sandbox.target.port}`)
      await sandbox.close()
      assert.equal(isAlive(pid), false)
    }
  },
)

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
