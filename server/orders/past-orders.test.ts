import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { User } from '#domain/accounts/user.ts'
import { createEmailHash } from '#server/accounts/erased-email-queries.ts'
import { readCustomerPage } from '#server/admin/customer-page.ts'
import { eraseAccount } from '#server/privacy/erase.ts'
import { openDatabase } from '#tests/support/postgres.ts'
import { importPast } from './past-orders.ts'

const { db, pool, close } = await openDatabase({ seeded: true })
after(close)
const owner: User = { userId: 'owner', name: 'Owner', email: 'owner@test.example', role: 'admin' }
const hashEmail = createEmailHash('a secret of this test')
const send = (text: string) => importPast({ db, hashEmail }, owner, new File([text], 'export.csv'))

const CUSTOMERS = `First Name,Last Name,Email,Accepts Email Marketing
Meera,Rao,Meera@Past.example,yes
,,broken,no`
const ORDERS = `Name,Email,Financial Status,Fulfillment Status,Currency,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Billing Name
#1001,meera@past.example,paid,fulfilled,INR,1299.50,2024-05-01 10:00:00 +0530,2,Cube,500,Meera Rao
#1001,,,,,,,1,Saucer,299.50,
#1002,ravi@past.example,refunded,,INR,899,2024-06-01 10:00:00 +0530,1,Bowl,899,Ravi Iyer`

async function counts() {
  const { rows } = await pool.query(
    `select (select count(*) from "user" where email like '%@past.example')::integer as people, (select count(*) from past_orders)::integer as past,
       (select count(*) from orders)::integer as orders, (select count(*) from consents)::integer as consents,
       (select count(*) from account)::integer as passwords, (select count(*) from audit where action = 'import customers')::integer as audits`,
  )
  return rows[0] as Record<string, number>
}

test('customers and past orders come as history: once, without passwords and consents, and in no figures', async () => {
  const before = await counts()
  const people = await send(CUSTOMERS)
  assert.deepEqual(people, {
    ok: true,
    imported: {
      ...{ kind: 'shopify customers', customers: 1, orders: 0, known: 0, erased: 0 },
      problems: [{ row: 3, problem: 'This is not an email address.' }],
    },
  })
  const orders = await send(ORDERS)
  assert.partialDeepStrictEqual(orders, { ok: true, imported: { customers: 1, orders: 2, known: 0, problems: [] } })
  const once = await counts()
  assert.deepEqual(once, { ...before, people: 2, past: 2, audits: 2 })
  assert.partialDeepStrictEqual(await send(CUSTOMERS), { imported: { customers: 0, known: 1 } })
  assert.partialDeepStrictEqual(await send(ORDERS), { imported: { customers: 0, orders: 0, known: 2 } })
  assert.deepEqual(await counts(), once)

  const { rows } = await pool.query(`select id, name, email_verified from "user" where email = 'meera@past.example'`)
  assert.deepEqual([rows[0].name, rows[0].email_verified], ['Meera Rao', false])
  const page = await readCustomerPage(db, owner, rows[0].id)
  assert.partialDeepStrictEqual(page?.pastOrders, [
    {
      ...{ number: '#1001', total: 1299.5, state: 'Fulfilled', placedAt: '2024-05-01T04:30:00.000Z' },
      lines: [{ title: 'Cube', quantity: 2, price: 500 }, { title: 'Saucer' }],
    },
  ])
  assert.deepEqual([page?.bought?.count, page?.bought?.money?.spent], [0, 0])
})

test('past orders go with the account, and the same files do not bring it back', async () => {
  const { rows: people } = await pool.query(`select id from "user" where email = 'meera@past.example'`)
  assert.deepEqual(await eraseAccount({ db, hashEmail }, people[0].id), { ok: true, orders: 0, products: 0 })
  const gone = await counts()
  const none = { imported: { customers: 0, orders: 0, erased: 1 } }
  assert.partialDeepStrictEqual(await send(CUSTOMERS), none)
  assert.partialDeepStrictEqual(await send(ORDERS), none)
  assert.deepEqual(await counts(), gone)
  assert.deepEqual((await pool.query('select number from past_orders')).rows, [{ number: '#1002' }])
  const { rows } = await pool.query(`select count(*)::integer as named from erased_emails where hash like '%meera%'`)
  assert.deepEqual(rows, [{ named: 0 }])
})

test('another file is refused with a sentence', async () => {
  for (const text of ['Handle,Title\nx,y', 'Name,Email,Lineitem name\n', ''])
    assert.equal((await send(text)).ok, false, text)
})
