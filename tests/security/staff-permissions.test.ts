// The roles of staff: what their pages lead to, what packers are sent, and live events.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mayOpen, maySend, type Permission, permissions } from '#domain/permissions.ts'
import { openWorld, type StaffName, staff, type World } from '#tests/support/permissions/permissions-harness.ts'
import { isBeyondShoppers, visitor } from '#tests/support/permissions/rows.ts'
import { until } from '#tests/support/process.ts'

let world: World

before(async () => {
  world = await openWorld()
})

after(() => world?.close())

const rows = (Object.keys(permissions) as Permission[]).filter(isBeyondShoppers)

test('every page that a role may open has only links and buttons that it may use', async () => {
  const order = await world.makeOrder('user')
  const refused = new Set<string>()
  let pages = 0
  for (const role of staff) {
    const open = new Set([`/adminDashboard/orders/${order}`, '/adminDashboard/orders?view=lines', '/account'])
    for (const name of rows) if (/^GET \/adminDashboard[^:]*$/.test(name)) open.add(name.slice('GET '.length))
    for (const address of open) {
      if (!mayOpen(visitor(role), address) || open.size > 150) continue
      const { type, status, text } = await world.ask(role, { path: address })
      if (!type.startsWith('text/html') || status !== 200) continue
      pages += 1
      for (const [, href = ''] of text.matchAll(/<a [^>]*href="(\/[^"]*)"/g)) {
        const to = href.replaceAll('&amp;', '&')
        // The link to the back office leads each to their own first page.
        if (to !== '/adminDashboard' && !mayOpen(visitor(role), to)) refused.add(`${role} at ${address}: link to ${to}`)
        if (/^\/(adminDashboard|addproduct|updateproduct)/.test(to)) open.add(to)
      }
      for (const [form] of text.matchAll(/<form [^>]*method="post"[\s\S]*?<\/form>/g)) {
        const action = /^<form [^>]*action="([^"]*)"/.exec(form)?.[1] || address
        const intents = Array.from(
          form.matchAll(/<[^>]* name="intent"[^>]*>/g),
          ([field]) => / value="([^"]*)"/.exec(field)?.[1],
        )
        for (const intent of intents.length > 0 ? intents : [undefined])
          if (!maySend(visitor(role), action, intent)) refused.add(`${role} at ${address}: ${intent} to ${action}`)
      }
    }
  }
  assert.ok(pages > 40, String(pages))
  assert.deepEqual([...refused], [])
})

test('a packer is sent no amount of money but the cash on a label', async () => {
  const order = await world.makeOrder('user')
  await world.sql('update order_lines set price = 87654 where order_id = $1', [order])
  await world.sql('update orders set total_amount = 87654 where id = $1', [order])
  const amount = /87,?654/
  const dispatch = `/adminDashboard/dispatch?orders=${order}&key=${crypto.randomUUID()}`
  async function assertNoAmount(pages: readonly string[]) {
    for (const page of pages) {
      const [path, query = ''] = page.split('?')
      for (const address of [page, `${path}.data${query && `?${query}`}`]) {
        const answer = await open('Packer', address)
        assert.equal(answer.status, 200, address)
        assert.doesNotMatch(answer.text, amount, address)
        assert.ok(answer.text.includes(String(order)), address)
        const hasAmount = amount.test((await open('Manager', address)).text)
        assert.ok(hasAmount || page.includes('search'), `nobody would notice an amount at ${address}`)
      }
    }
  }
  await assertNoAmount([dispatch])
  const form = { intent: 'dispatch', key: crypto.randomUUID(), 'quantity:0': '1' }
  assert.ok((await world.ask('Packer', { path: `/adminDashboard/orders/${order}`, form })).status < 400)
  await assertNoAmount([
    '/adminDashboard/orders',
    '/adminDashboard/orders?view=orders',
    `/adminDashboard/orders?q=${order}`,
    `/adminDashboard/orders/${order}`,
    `/adminDashboard/search?q=${order}`,
  ])
})

test('live events reach those whose role has the right', async () => {
  const hear = (kind: string, touch: () => Promise<unknown>) => world.listen(kind, touch, staff)
  assert.deepEqual(await hear('order', () => world.touch('orders', world.ids.orders.user)), [
    'Manager',
    'Packer',
    'Support',
    'Accountant',
  ])
  assert.deepEqual(await hear('user', () => world.touch('"user"', world.users.user.userId)), ['Manager', 'Support'])
  const write = `insert into contact_messages (name, email, phone, message)
    values ('Meera', 'meera@gamla.example', '9845000012', 'Hello')`
  assert.deepEqual(await hear('message', () => world.sql(write)), ['Manager', 'Support'])
  assert.deepEqual(await hear('session', () => world.makeSession('user')), [])
})

const open = (role: StaffName, path: string) => world.ask(role, { path })

test('a role that needs a second factor opens nothing until it is set up', async () => {
  await world.sql(`update staff_roles set needs_second_factor = true where name = 'Support'`)
  await world.sql(`update "user" set name = name || '.' where staff_role = 'Support'`)
  await until('the requirement counts', async () => {
    return (await open('Support', '/adminDashboard/messages')).location === '/account/security'
  })
  assert.equal((await open('Support', '/userDashboard')).status, 200)
  assert.deepEqual(await world.listen('order', () => world.touch('orders', world.ids.orders.user), ['Support']), [])
  await world.sql(`update "user" set two_factor_enabled = true where staff_role = 'Support'`)
  await until(
    'the second factor counts',
    async () => (await open('Support', '/adminDashboard/messages')).status === 200,
  )
})

test('a role that is taken is gone from sessions and live streams at once', async () => {
  assert.equal((await open('Packer', '/adminDashboard/orders')).status, 200)
  const heard = await world.listen('order', async () => {
    await world.sql(`update "user" set staff_role = null where staff_role = 'Packer'`)
    await until('the role is gone', async () => (await open('Packer', '/adminDashboard/orders')).location === '/login')
    await world.touch('orders', world.ids.orders.user)
  }, ['Packer'])
  assert.deepEqual(heard, [])
})
