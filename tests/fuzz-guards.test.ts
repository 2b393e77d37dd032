import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guardsFor, listWrongs } from './fuzz/guards.ts'
import { listPatterns } from './fuzz/requests.ts'
import type { people } from './permissions-world.ts'
import { openFilledDatabase } from './rows.ts'

const fine = { status: 200, headers: 'X-Content-Type-Options\nnosniff', text: '<h1>All pots</h1>' }

test('the fuzzer finds errors, traces of code, secrets and missing headers in an answer', () => {
  assert.deepEqual(listWrongs(fine, ['token-1']), [])
  assert.deepEqual(listWrongs({ ...fine, status: 503, text: 'not ready: jobs' }, []), [])
  const wrong = [
    { status: 500 },
    { status: 503, text: 'not ready: database' },
    { text: 'Error\n    at placeOrder (file:///srv/a.js:1:2)' },
    { text: 'see node_modules/pg/lib/client.js' },
    { text: 'Failed query: select 1' },
    { text: 'TypeError: x is undefined' },
    { text: 'your token-1' },
    { headers: 'set-cookie\na=token-1\nx-content-type-options\nnosniff' },
    { headers: '' },
  ]
  for (const changes of wrong)
    assert.equal(listWrongs({ ...fine, ...changes }, ['token-1']).length, 1, JSON.stringify(changes))
})

test('it asks at every address, and notices what somebody has changed who may not', async (t) => {
  assert.ok(listPatterns().length > 50)
  const { client, close } = await openFilledDatabase()
  t.after(close)
  const read = async (who: (typeof people)[number], name: string) => {
    const query = guardsFor(who, who === 'guest' ? undefined : 'u1')[name]
    const { rows } = await client.query(
      `select coalesce(md5(string_agg(t::text, '' order by t::text)), '') as sum from (${query}) as t`,
    )
    return rows[0].sum as string
  }
  const changes: [(typeof people)[number], string, string][] = [
    ['user', 'products', 'update products set price = 1 where id = 1'],
    ['seller', 'products', 'update products set price = 2 where id = 3'],
    ['seller', 'approvals', 'update products set approved = true where id = 2'],
    ['guest', 'roles', `update "user" set role = 'admin' where id = 's1'`],
    ['admin', 'roles', `update "user" set role = 'admin' where id = 'u1'`],
    ['guest', 'orders', "update orders set city = 'Pune' where id = 1001"],
    ['user', 'states', 'update orders set total_amount = 1 where id = 1002'],
    ['guest', 'lines', 'update order_lines set price = 1 where order_id = 1001'],
    ['guest', 'payments', 'update payments set amount = 100'],
    ['guest', 'refunds', "update refunds set state = 'processed'"],
    ['guest', 'letters', 'update letters set tries = 0'],
  ]
  for (const [who, name, change] of changes) {
    const before = await read(who, name)
    await client.query(change)
    assert.notEqual(await read(who, name), before, `${who} ${name}`)
  }
})
