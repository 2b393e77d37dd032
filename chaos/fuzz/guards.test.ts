import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { people } from '#tests/support/permissions/permissions-harness.ts'
import { openFilledDatabase } from '#tests/support/upgrade/fill-tables.ts'
import { checkRawResponses, checkResponse, listChanged, takeSnapshot } from './guards.ts'
import { listPatterns } from './requests.ts'

const fine = { status: 200, headers: 'X-Content-Type-Options\nnosniff', text: '<h1>All pots</h1>' }

test('the fuzzer finds errors, traces of code, secrets and missing headers in an answer', () => {
  assert.deepEqual(checkResponse(fine, ['token-1']), [])
  const wrong = [
    { status: 500 },
    { status: 503, text: 'not ready' },
    { text: 'Error\n    at placeOrder (file:///srv/a.js:1:2)' },
    { text: 'see node_modules/pg/lib/client.js' },
    { text: 'Failed query: select 1' },
    { text: 'TypeError: x is undefined' },
    { text: 'your token-1' },
    { headers: 'set-cookie\na=token-1\nx-content-type-options\nnosniff' },
    { headers: '' },
  ]
  for (const changes of wrong)
    assert.equal(checkResponse({ ...fine, ...changes }, ['token-1']).length, 1, JSON.stringify(changes))

  const page = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nHi'
  assert.deepEqual(checkRawResponses(page + page, ['token-1']), [])
  for (const part of ['HTTP/1.1 502 Bad Gateway\r\n\r\n', 'see node_modules/pg/lib/client.js', 'your token-1'])
    assert.equal(checkRawResponses(page + part + page, ['token-1']).length, 1, part)
})

test('it requests every address and notices forbidden changes', async (t) => {
  assert.ok(listPatterns().length > 50)
  const { client, close } = await openFilledDatabase()
  t.after(close)
  const changes: [(typeof people)[number], string, string][] = [
    ['user', 'products', 'update products set price = 1 where id = 1'],
    ['seller', 'products', 'update products set price = 2 where id = 3'],
    ['seller', 'approvals', 'update products set approved = true where id = 2'],
    ['guest', 'roles', `update "user" set role = 'admin' where id = 's1'`],
    ['admin', 'roles', `update "user" set role = 'admin' where id = 'u1'`],
    ['user', 'people', `update "user" set name = 'Somebody' where id = 's1'`],
    ['guest', 'passwords', "update account set password = 'mine' where user_id = 'u1'"],
    ['guest', 'sessions', "delete from session where user_id = 'u1'"],
    ['guest', 'messages', 'delete from contact_messages'],
    ['seller', 'productRequests', "update product_raise set note = 'None'"],
    ['guest', 'reviews', "update reviews set state = 'waiting'"],
    ['guest', 'returns', "update return_requests set words = 'Nothing.'"],
    ['guest', 'vouchers', 'update vouchers set balance = 1'],
    ['guest', 'payouts', "update payout_details set sealed = 'ff'"],
    ['guest', 'wishlists', 'delete from wishlist_items'],
    ['guest', 'checkouts', 'update checkouts set amount = 100'],
    [
      'user',
      'audit',
      `insert into audit (id, actor_id, actor_email, action, subject) values (99, 'a1', 'asha@gamla.example', 'edit', 'x')`,
    ],
    ['guest', 'orders', "update orders set city = 'Pune' where id = 1001"],
    ['user', 'states', 'update orders set total_amount = 1 where id = 1002'],
    ['guest', 'lines', 'update order_lines set price = 1 where order_id = 1001'],
    ['guest', 'payments', 'update payments set amount = 100'],
    ['guest', 'refunds', "update refunds set state = 'processed'"],
    ['guest', 'emails', 'update sent_messages set tries = 0'],
  ]
  const sql = (text: string) => client.query<{ digest: string }>(text)
  for (const [who, name, change] of changes) {
    const userId = who === 'guest' ? undefined : 'u1'
    const before = await takeSnapshot(sql, who, userId)
    await client.query(change)
    assert.ok(listChanged(before, await takeSnapshot(sql, who, userId)).includes(name), `${who} ${name}`)
  }
})

test('sending a message, signing up and logging in are allowed changes', async (t) => {
  const { client, close } = await openFilledDatabase()
  t.after(close)
  const sql = (text: string) => client.query<{ digest: string }>(text)
  const before = await takeSnapshot(sql, 'guest', undefined)
  await client.query(`
    insert into "user" (id, name, email) values ('u2', 'Arjun', 'arjun@gamla.example');
    insert into session (id, token, user_id, expires_at) values ('e2', 'other', 'u2', now());
    insert into contact_messages (id, key, name, email, phone, message)
      values (99, gen_random_uuid(), 'Arjun', 'arjun@gamla.example', '9845000013', 'Hello')`)
  assert.deepEqual(listChanged(before, await takeSnapshot(sql, 'guest', undefined)), [])
})
