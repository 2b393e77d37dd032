import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { User } from '#domain/accounts/user.ts'
import { createEmailHash } from '#server/accounts/erased-email-queries.ts'
import { upsertNumber } from '#server/accounts/number-queries.ts'
import { COMMAND_LINE, insertAudit } from '#server/db/audit-queries.ts'
import { connect } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { silentLog } from '#server/observability/log.ts'
import { deleteOrder } from '#server/order-page/cancel.ts'
import { dumpDatabase, tablesWith } from '#tests/support/dump.ts'
import { addProduct, addUser } from '#tests/support/fixtures/factories.ts'
import { JOB_TABLE } from '#tests/support/jobs.ts'
import { openFilledDatabase } from '#tests/support/upgrade/fill-tables.ts'
import { eraseAccount } from './erase.ts'

const filled = await openFilledDatabase()
const { db, pool } = connect(filled.url, silentLog)
const shop = { db, hashEmail: createEmailHash('a secret of this test'), now: () => new Date() }
let admin: User
after(async () => {
  await pool.end()
  await filled.close()
})

/** Everything by which `u1` of tests/support/upgrade/legacy-rows.ts is known there. */
const TRACES = ['meera', '9845000012', 'Lake View', 'MG Road', '9876543210', '560038', '411001']

async function sql<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await pool.query(text, values)).rows as Row[]
}

before(async () => {
  admin = { ...(await addUser(db, 'admin')), name: 'Boss', email: 'boss@gamla.example' }
  await sql('update "user" set name = $1, email = $2 where id = $3', [admin.name, admin.email, admin.userId])
  // The fixture's rows name their ids themselves.
  for (const table of ['products', 'orders', 'contact_messages', 'product_raise', 'audit', 'sent_messages'])
    await sql(`select setval(pg_get_serial_sequence('${table}', 'id'), 10000)`)
})

async function finishEverything() {
  await sql('delete from open_deliveries')
  await sql(
    `update orders set status = 'delivered', cancel = 'none', cancel_reason = 'Meera moves to Pune', delivered_at = now() where status <> 'delivered'`,
  )
  await sql(`update refunds set state = 'processed'`)
  await sql(`update return_requests set state = 'declined', decline_reason = 'Meera broke it'`)
  await sql(`update counter_refunds set paid_back_on = '2026-11-24', paid_back_reference = 'UTR77'`)
}

test('an account with orders, refunds or a payment under way stays, and the answer names them', async () => {
  const blocked = await eraseAccount(shop, 'u1')
  assert.ok(!blocked.ok && blocked.reason === 'blocked')
  assert.deepEqual(blocked.blockers, [
    'Order 1001 is not delivered yet. Cancel it under Your orders, or wait until it is delivered.',
    'Order 1004 is not delivered yet. Cancel it under Your orders, or wait until it is delivered.',
    'We still have to approve the cancellation of order 1005. This usually takes a day or two.',
    '2 refunds are on their way to you. Wait until we email you that they are done.',
    'We still owe you ₹799. Wait until we email you that it is paid back.',
    'Your return RET-1 is not settled yet. Withdraw it on the page of its order, or wait until it is settled.',
  ])
  await sql(`update checkouts set state = 'open', time = now() where user_id = 'u1'`)
  const paying = await eraseAccount(shop, 'u1')
  assert.ok(!paying.ok && paying.reason === 'blocked')
  assert.equal(paying.blockers.at(-1), 'You have started an online payment. Finish it, or wait an hour.')
  await sql(`update checkouts set state = 'closed' where user_id = 'u1'`)
})

test('after an erasure a search of the whole database finds nothing of the person; orders and products stay', async () => {
  await finishEverything()
  await fillWhatTheFixtureLacks()
  const lines = await sql('select * from order_lines order by 1, 2')
  const facts = 'select id, total_amount, status, cancel, payment_id, time from orders order by id'
  const orders = await sql(facts)
  const invoice = 'select id, number, document from bills order by id'
  const invoices = await sql(invoice)
  const before = await dumpDatabase(pool)
  for (const table of WRITTEN) assert.ok(tablesWith(before, 'meera').includes(table), table)

  assert.deepEqual(await eraseAccount(shop, 'u1'), { ok: true, orders: 5, products: 0 })

  const dump = await dumpDatabase(pool)
  for (const trace of TRACES) {
    const known = tablesWith(dump, trace).filter((table) => table !== 'public.bills')
    assert.deepEqual(known, [], trace)
  }
  // The law keeps name and address on invoices, in their own copy.
  assert.deepEqual(await sql(invoice), invoices)
  assert.deepEqual(await sql('select distinct user_id from bills'), [{ user_id: null }])
  assert.deepEqual(await sql('select * from order_lines order by 1, 2'), lines)
  assert.deepEqual(await sql(facts), orders)
  assert.deepEqual(await sql(`select distinct user_id, name, email, address from orders`), [
    { user_id: 'deleted-user', name: 'deleted user', email: 'deleted user', address: '' },
  ])
  assert.deepEqual(await sql(`select distinct state from checkouts`), [{ state: 'closed' }])
  assert.deepEqual(await sql('select user_id, stars, text, shown_as, answer, state from reviews'), [
    { user_id: null, stars: 4, text: '', shown_as: '', answer: null, state: 'published' },
  ])
  assert.deepEqual(await sql('select folder from review_pictures'), [])
  assert.equal((await sql("select from uploads where folder like 'buyerPictures/%'")).length, 2)
  assert.deepEqual(await sql('select user_id, words, quantity, state, decline_reason from return_requests'), [
    { user_id: 'deleted-user', words: '', quantity: 1, state: 'declined', decline_reason: '' },
  ])
  assert.deepEqual(await sql('select folder from return_request_pictures'), [])
  const [record] = await sql('select actor_id, actor_email, action, subject, after from audit order by id desc limit 1')
  assert.deepEqual(record, {
    actor_id: 'deleted user',
    actor_email: 'deleted user',
    action: 'delete account',
    subject: 'user u1',
    after: { orders: 5, products: 0 },
  })
  assert.deepEqual(await eraseAccount(shop, 'u1'), { ok: false, reason: 'not-found' })
})

const WRITTEN = [
  'public.user',
  'public.orders',
  'public.checkouts',
  'public.addresses',
  'public.sent_messages',
  'public.contact_messages',
  'public.product_raise',
  'public.reviews',
  'public.return_requests',
  'public.audit',
  'public.outbox',
  JOB_TABLE,
].map((name) => name.replace('.user', '."user"'))

async function fillWhatTheFixtureLacks() {
  const meera: User = { userId: 'u1', name: 'Meera Nair', email: 'meera@gamla.example', role: 'user' }
  await db.transaction(async (tx) => {
    await insertAudit(tx, meera, {
      action: 'change email',
      subject: 'user u1',
      after: { email: 'Meera@Gamla.example' },
    })
    await insertAudit(tx, admin, {
      action: 'resend email',
      subject: 'order 1001',
      before: { problem: 'Rejected with 400: meera@gamla.example, 9845000012 at 12 Lake View Road is invalid' },
    })
    await enqueueJob(tx, {
      job: 'send-account-email',
      kind: 'login-code',
      email: 'meera@gamla.example',
      time: '',
      askedBy: '',
    })
    const number = '+919845000012'
    await upsertNumber(tx, 'u1', number)
    await enqueueJob(tx, { job: 'send-whatsapp-code', purpose: 'log-in', number, time: '', askedBy: '' })
  })
  await sql(`insert into outbox (job) values ('{"task": "x", "payload": {"email": "meera@gamla.example"}}')`)
  await sql(
    `insert into verification (id, identifier, value, expires_at) values ('x', 'hash', 'meera@gamla.example', now())`,
  )
  // Deleted by an admin: the audit log has a copy with the address.
  const [order] = await sql<{ id: string }>(`insert into orders
    (user_id, email, name, address, city, pincode, mobile_number, total_amount, status, delivered_at, checkout_key)
    values ('u1', 'meera@gamla.example', 'Meera Nair', '12 Lake View Road', 'Pune', '411001', '9845000012', 1,
    'delivered', now(), '${randomUUID()}') returning id`)
  assert.ok((await deleteOrder(shop, admin, Number(order?.id))).ok)
}

test('a seller’s pots stay under the shop’s name, approved or waiting, and so do the orders of them', async () => {
  const seller = { ...(await addUser(db, 'seller')), name: 'Ravindra' }
  const own = { userId: seller.userId, username: seller.name, email: seller.email }
  const [approved, waiting] = [await addProduct(db, own), await addProduct(db, { ...own, approved: false })]
  await sql('update order_lines set seller_id = $1 where position = 0', [seller.userId])
  await sql(`update checkouts set lines = jsonb_set(lines, '{0,sellerId}', to_jsonb($1::text))`, [seller.userId])
  const { rows: lines } = await pool.query('select order_id, title, price from order_lines order by 1, position')

  assert.deepEqual(await eraseAccount(shop, seller.userId, admin), { ok: true, orders: 0, products: 2 })

  assert.deepEqual(
    await sql('select id::integer, user_id, username, email, approved from products where id in ($1, $2) order by id', [
      approved,
      waiting,
    ]),
    [
      { id: approved, user_id: null, username: 'Gamla', email: '', approved: true },
      { id: waiting, user_id: null, username: 'Gamla', email: '', approved: false },
    ],
  )
  assert.deepEqual(await sql('select order_id, title, price from order_lines order by 1, position'), lines)
  const dump = await dumpDatabase(pool)
  assert.deepEqual(tablesWith(dump, seller.email), [])
  // The audit log and the queued change events keep the deleted account's id, which names nobody any more.
  assert.deepEqual(tablesWith(dump, seller.userId), ['public.audit', 'public.outbox'])
  const [record] = await sql('select actor_email, subject from audit order by id desc limit 1')
  assert.deepEqual(record, { actor_email: admin.email, subject: `user ${seller.userId}` })
})

test('nobody loses messages because another account once used their address', async () => {
  const mallory = await addUser(db)
  await sql(
    `insert into contact_messages (name, email, phone, message) values ('Bo', 'Bo@gamla.example', '9845000099', 'Hi')`,
  )
  await sql(
    `insert into product_raise (product_id, user_id, name, email) values (1, $1, 'Bo', 'bo@gamla.example'), (1, null, 'Bo', 'bo@gamla.example')`,
    [mallory.userId],
  )
  await eraseAccount(shop, mallory.userId)
  assert.equal((await sql(`select from contact_messages where email = 'Bo@gamla.example'`)).length, 1)
  assert.equal((await sql(`select from product_raise where email = 'bo@gamla.example'`)).length, 1)
})

test('the last admin stays; of two who go at once one stays', async () => {
  const others = `role = 'admin' and id <> $1`
  await sql(`update "user" set role = 'user' where ${others}`, [admin.userId])
  const last = await eraseAccount(shop, admin.userId)
  assert.ok(!last.ok && last.reason === 'blocked')
  assert.deepEqual(last.blockers, ['You are the only admin. Create another admin first: the shop needs one.'])
  const second = await addUser(db, 'admin')
  const both = await Promise.all([eraseAccount(shop, admin.userId), eraseAccount(shop, second.userId, COMMAND_LINE)])
  assert.deepEqual(both.map(({ ok }) => ok).sort(), [false, true])
  assert.equal((await sql(`select from "user" where role = 'admin'`)).length, 1)
})

test('the audit log takes no other change, not even during an erasure', async () => {
  for (const change of ["action = 'nothing'", "subject = 'x'", 'time = now()', 'id = id + 1000000']) {
    const client = await pool.connect()
    await client.query('begin')
    await client.query(`select set_config('gamla.erasing', 'on', true)`)
    await assert.rejects(client.query(`update audit set ${change}`), { code: '42501' }, change)
    await client.query('rollback')
    await client.query('begin')
    await client.query(`select set_config('gamla.erasing', 'on', true)`)
    await assert.rejects(client.query('delete from audit'), { code: '42501' })
    await client.query('rollback')
    client.release()
  }
  await assert.rejects(pool.query(`update audit set actor_email = 'x'`), { code: '42501' })
})
