// A real shop whose courier is the sandbox, in a process of its own.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { placeOrder } from '#server/orders/place.ts'
import { dispatchOrder } from '#server/orders/shipments/dispatch.ts'
import type { Shop } from '#server/shop.ts'
import { addProduct, addUser, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { testDatabase } from '#tests/support/postgres.ts'
import { type ShopProcess, startShop, until } from '#tests/support/process.ts'

const KEY = 'the key of the courier'
const database = await testDatabase()
const { db, pool } = connect(database.url, silentLog)
let folder: string
let shop: ShopProcess
let url: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gamla-courier-'))
  shop = startShop({ DATA_DIR: folder, DATABASE_URL: database.url, COURIER_WEBHOOK_KEY: KEY })
  url = await shop.opened()
})
after(async () => {
  shop?.process.kill('SIGKILL')
  await shop?.ended()
  await pool.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

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
  assert.equal((await report(body, KEY)).status, 200)
  assert.equal((await find(id)).step, 'delivered')
  assert.equal((await report({ ...body, awb: 'unknown' }, KEY)).status, 200)
  assert.equal((await fetch(`${url}/webhooks/courier`)).status, 404)
  assert.doesNotMatch(shop.said(), new RegExp(KEY))
})
