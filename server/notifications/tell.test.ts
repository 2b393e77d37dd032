import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, test } from 'node:test'
import type { Way } from '#domain/accounts/notification-choices.ts'
import type { EventKind, NotificationChoice } from '#domain/accounts/notifications.ts'
import type { User } from '#domain/accounts/user.ts'
import { listDevices, saveChoices, upsertDevice } from '#server/accounts/notification-queries.ts'
import { updateMember } from '#server/accounts/staff-queries.ts'
import { READABLE_JOBS } from '#server/db/enqueue.ts'
import { relayBatch } from '#server/live/outbox-relay.ts'
import { requestCancel } from '#server/order-page/cancel.ts'
import { placeOrder } from '#server/orders/place.ts'
import { createWebPush } from '#server/providers/web-push.ts'
import type { Shop } from '#server/shop.ts'
import { addProduct, addUser, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { REMOVE_JOBS } from '#tests/support/jobs.ts'
import { openDatabase } from '#tests/support/postgres.ts'
import { openPushService } from '#tests/support/push/push-service.ts'
import { settingsOf, textsOf } from '#tests/support/settings.ts'
import { sendPush } from './send-push.ts'
import { sendDigests, tellStaff } from './tell.ts'

const { pool, db, close } = await openDatabase()
const service = await openPushService()
const push = createWebPush({ secret: 'x'.repeat(32), origin: 'https://shop.example', services: [service.origin] })
let now = new Date('2026-11-28T10:00:00Z')
const shop = { db, push, settings: settingsOf(db), texts: textsOf(db), now: () => now } as unknown as Shop
const buyer = await addUser(db)
await pool.query('update "user" set email_verified = true')

after(async () => {
  await service.close()
  await close()
})
afterEach(async () => {
  await pool.query('truncate notification_choices, notification_events, push_devices, sent_messages, outbox')
  await pool.query(REMOVE_JOBS)
  service.got.length = 0
  service.answerWith(() => 201)
})

async function wants(person: User, choices: Partial<Record<EventKind, NotificationChoice['timing']>>, channel: Way) {
  const rows = Object.entries(choices).map(([kind, timing]) => ({
    kind: kind as EventKind,
    timing,
    channel,
  }))
  await db.transaction((tx) => saveChoices(tx, person.userId, rows))
}

async function subscribe(person: User, name: string): Promise<void> {
  const device = { ...service.subscribe(name), userId: person.userId, userAgent: null }
  await db.transaction((tx) => upsertDevice(tx, device))
}

async function order(productId: number, seenPrice = 495): Promise<number> {
  const checkout = { key: randomUUID(), lines: [lineFor(productId, { seenPrice })], address: someAddress }
  const placed = await placeOrder(shop, buyer, checkout)
  assert.ok(placed.ok, JSON.stringify(placed))
  return placed.order.id
}

/** Lets so many seconds pass. */
async function wait(seconds: number): Promise<void> {
  now = new Date(now.getTime() + seconds * 1000)
  await pool.query(`update notification_events set time = time - make_interval(secs => $1)`, [seconds])
  await pool.query(`update notification_choices set told_at = told_at - make_interval(secs => $1)`, [seconds])
}

/** Runs the pushes that are queued. */
async function doPushes(): Promise<void> {
  const { rows } = await pool.query(
    `select id, payload from ${READABLE_JOBS} as job where task_identifier = 'send-push'`,
  )
  for (const { id, payload } of rows) {
    await sendPush(shop, payload.messageId)
    await pool.query(`select graphile_worker.complete_jobs(array[$1]::bigint[])`, [id])
  }
}

async function sent(): Promise<{ channel: string; person: string; state: string; status: string; path: string }[]> {
  const { rows } = await pool.query(`
    select channel, person, state, params ->> 'status' as status, params ->> 'path' as path from sent_messages order by id`)
  return rows
}

test('while nobody wants to hear, an order records nothing', async () => {
  await order(await addProduct(db))
  assert.equal((await pool.query('select from notification_events')).rowCount, 0)
  const { rows } = await pool.query(`select job from outbox where job ->> 'task' = 'tell-staff'`)
  assert.deepEqual(rows, [])
})

test('a hundred orders are one push with their number and sum', async () => {
  const owner = await addUser(db, 'admin')
  await wants(owner, { 'new-order': 'at-once' }, 'push')
  await subscribe(owner, 'phone')
  const productId = await addProduct(db, { price: 1234 })
  for (let orders = 0; orders < 100; orders += 1) await order(productId, 1234)
  const client = await pool.connect()
  await relayBatch(client).finally(() => client.release())
  const { rows } = await pool.query(`select from graphile_worker.jobs where task_identifier = 'tell-staff'`)
  assert.equal(rows.length, 1)
  await tellStaff(shop)
  assert.deepEqual(await sent(), [], 'it waits for the end of the burst')
  await wait(3)
  // On two instances at once.
  await Promise.all([tellStaff(shop), tellStaff(shop)])
  await doPushes()
  assert.equal(service.got.length, 1)
  const { title, body, path, tag } = service.got[0]?.payload ?? {}
  assert.deepEqual(
    [title, body, path, tag],
    ['Gamla', '100 new orders, ₹1,23,400.', '/adminDashboard/orders', 'notice-new-order'],
  )
  assert.equal((await sent())[0]?.state, 'sent')
})

test('a disputed payment is told to who may see money, again when the bank wants more evidence, and never when it is won', async () => {
  const owner = await addUser(db, 'admin')
  const seller = await addUser(db, 'seller')
  await wants(owner, { dispute: 'at-once' }, 'email')
  await wants(seller, { dispute: 'at-once' }, 'email')
  const dispute = (state: string) =>
    pool.query(
      `insert into disputes (dispute_id, payment_id, amount, currency, deducted, reason, phase, state, created_at, reported_at)
       values ('disp_1', 'pay_1', 49500, 'INR', 0, 'nothing arrived', 'chargeback', $1, now(), now())
       on conflict (dispute_id) do update set state = excluded.state`,
      [state],
    )
  const told: number[] = []
  for (const state of ['open', 'under_review', 'action_required', 'won']) {
    await dispute(state)
    await wait(61)
    await tellStaff(shop)
    told.push((await sent()).length)
  }
  assert.deepEqual(told, [1, 1, 2, 2])
  const [{ status, path, person } = {}] = await sent()
  assert.deepEqual(
    [status, path, person],
    ['A buyer disputes a payment at their bank: answer in time.', '/adminDashboard/orders?view=disputes', owner.userId],
  )
})

test('after a notice the next one waits for a minute and sums up', async () => {
  const owner = await addUser(db, 'admin')
  await wants(owner, { 'new-order': 'at-once' }, 'email')
  const productId = await addProduct(db)
  const first = await order(productId)
  await wait(3)
  await tellStaff(shop)
  for (let orders = 0; orders < 2; orders += 1) await order(productId)
  await wait(10)
  await tellStaff(shop)
  const { rows } = await pool.query(`
    select extract(epoch from run_at - now())::integer as pause from graphile_worker.jobs where task_identifier = 'tell-staff'`)
  assert.ok(rows[0].pause > 40 && rows[0].pause <= 50, `again in ${rows[0].pause} seconds`)
  await wait(50)
  await tellStaff(shop)
  assert.deepEqual(
    (await sent()).map(({ channel, status, path }) => [channel, status, path]),
    [
      ['email', `New order ${first}, ₹495.`, `/adminDashboard/orders/${first}`],
      ['email', '2 new orders, ₹990.', '/adminDashboard/orders'],
    ],
  )
})

test('a seller hears of their own lines only', async () => {
  const [seller, other] = [await addUser(db, 'seller'), await addUser(db, 'seller')]
  for (const person of [seller, other])
    await wants(person, { 'new-order': 'at-once', cancellation: 'at-once' }, 'email')
  const [own, foreign] = await Promise.all([
    addProduct(db, { userId: seller.userId, price: 100 }),
    addProduct(db, { price: 900 }),
  ])
  const checkout = {
    key: randomUUID(),
    lines: [lineFor(own, { seenPrice: 100 }), lineFor(foreign, { seenPrice: 900 })],
  }
  const placed = await placeOrder(shop, buyer, { ...checkout, address: someAddress })
  assert.ok(placed.ok)
  await requestCancel(shop, buyer, placed.order.id)
  await wait(3)
  await tellStaff(shop)
  const heard = (await sent()).map(({ person, status, path }) => [person, status, path])
  assert.deepEqual(heard, [
    [seller.userId, `Cancellation of order ${placed.order.id} requested.`, '/sellerDashboard/orders'],
    [seller.userId, `New order ${placed.order.id}, ₹100.`, '/sellerDashboard/orders'],
  ])
})

test('who has lost the right hears no more, not even of what came before', async () => {
  const packer = await addUser(db)
  await db.transaction((tx) => updateMember(tx, packer.userId, 'Packer'))
  await wants(packer, { 'new-order': 'at-once', message: 'at-once' }, 'email')
  const id = await order(await addProduct(db))
  await wait(3)
  await tellStaff(shop)
  assert.deepEqual(
    (await sent()).map(({ status }) => status),
    [`New order ${id}.`],
    'a packer sees no money',
  )
  await order(await addProduct(db))
  await wait(3)
  await tellStaff(shop)
  await db.transaction((tx) => updateMember(tx, packer.userId, undefined))
  await wait(60)
  await tellStaff(shop)
  assert.equal((await sent()).length, 1)
})

test('the digest comes once a day, with what came and what waits', async () => {
  const owner = await addUser(db, 'admin')
  await wants(owner, { 'new-order': 'digest', message: 'digest' }, 'email')
  const id = await order(await addProduct(db))
  await wait(3)
  await tellStaff(shop)
  assert.deepEqual(await sent(), [], 'not at once')
  await Promise.all([sendDigests(shop), sendDigests(shop)])
  await order(await addProduct(db))
  await sendDigests(shop)
  const [digest, ...more] = await sent()
  assert.deepEqual(more, [])
  assert.match(digest?.status ?? '', new RegExp(`^New: New order ${id}, ₹495\\.\nWaiting: .*orders? to pack \\(since `))
  await wait(24 * 60 * 60)
  await sendDigests(shop)
  assert.match((await sent())[1]?.status ?? '', /^New: New order \d+, ₹495\.\n/)
})

test('every kind is heard', async () => {
  const owner = await addUser(db, 'admin')
  const kinds = ['message', 'request', 'low-stock', 'failure', 'not-delivered'] as const
  await wants(owner, Object.fromEntries(kinds.map((kind) => [kind, 'at-once'])), 'email')
  const productId = await addProduct(db, { title: 'Cube', stock: 'counted' })
  await pool.query(`
    insert into contact_messages (name, email, phone, message) values ('Noor', 'noor@send.example', '9845012345', 'Hello');
    insert into product_raise (product_id, name, email) values (${productId}, 'Noor', 'noor@send.example');
    update product_variants set offered = true, on_hand = 5 where product_id = ${productId} and size_code = 'C01' and finish = 'Grey Stone';
    update product_variants set on_hand = 4 where product_id = ${productId} and on_hand = 5;
    update product_variants set on_hand = 3 where product_id = ${productId} and on_hand = 4;
    update product_variants set on_hand = 2 where product_id = ${productId} and on_hand = 3;
    insert into sent_messages (template, subject, params) values ('delivered', 'order 1', '{"status": "", "email": "", "name": "", "amount": ""}');
    insert into sent_messages (template, subject, params, person) values ('staff-notice', 'notice x', '{"status": "", "email": "", "name": "", "amount": ""}', 'somebody');
    update sent_messages set state = 'failed', problem = 'The mailbox is full.';
    insert into shipments (order_id, user_id, key, cash) values (7, '${buyer.userId}', gen_random_uuid(), 0);
    insert into shipment_scans (shipment_id, step, status, source) select id, 'not-delivered', 'NDR', 'courier' from shipments where order_id = 7;
    insert into shipment_scans (shipment_id, step, source) select id, 'not-delivered', 'desk' from shipments where order_id = 7`)
  await pool.query(`delete from sent_messages`)
  await wait(3)
  await tellStaff(shop)
  const heard = (await sent()).map(({ status }) => status).sort()
  assert.deepEqual(heard.length, 5, heard.join())
  assert.match(
    heard.join(' '),
    /^A message was not sent\. Low stock: Cube\. New message C-\d+\. New request for a sold product\. Order 7 was not delivered\.$/,
  )
})

test('a device that is gone is forgotten; without a device the notice is emailed', async () => {
  const owner = await addUser(db, 'admin')
  await wants(owner, { 'new-order': 'at-once' }, 'push')
  for (const name of ['phone', 'tablet']) await subscribe(owner, name)
  service.unsubscribe('tablet')
  await order(await addProduct(db))
  await wait(3)
  await tellStaff(shop)
  await doPushes()
  assert.deepEqual(
    service.got.map(({ path }) => path),
    ['/phone'],
  )
  assert.equal((await listDevices(db, [owner.userId])).length, 1)
  service.unsubscribe('phone')
  await order(await addProduct(db))
  await wait(60)
  await tellStaff(shop)
  await doPushes()
  assert.deepEqual(
    (await sent()).map(({ channel, state }) => [channel, state]),
    [
      ['push', 'sent'],
      ['push', 'failed'],
    ],
  )
  await order(await addProduct(db))
  await wait(60)
  await tellStaff(shop)
  assert.equal((await sent())[2]?.channel, 'email')
})

test('a push service that is away is tried again, and the device that had it shows it once', async () => {
  const owner = await addUser(db, 'admin')
  await wants(owner, { 'new-order': 'at-once' }, 'push')
  for (const name of ['one', 'two']) await subscribe(owner, name)
  service.answerWith((path) => (path === '/two' ? 503 : 201))
  await order(await addProduct(db))
  await wait(3)
  await tellStaff(shop)
  await assert.rejects(doPushes())
  service.answerWith(() => 201)
  await doPushes()
  assert.deepEqual(service.got.map(({ path }) => path).sort(), ['/one', '/one', '/two'])
  assert.equal(new Set(service.got.map(({ payload }) => payload.id)).size, 1)
  assert.deepEqual((await sent())[0]?.state, 'sent')
})
