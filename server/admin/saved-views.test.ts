import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { User } from '#domain/accounts/user.ts'
import { addUser } from '#tests/support/fixtures/factories.ts'
import { db, shop } from '#tests/support/fixtures/order-fixture.ts'
import { listSavedViews, removeSavedView } from './saved-view-queries.ts'
import { saveView } from './saved-views.ts'

const ORDERS = '/adminDashboard/orders'
let admin: User
let packer: User

before(async () => {
  admin = await addUser(db, 'admin')
  packer = await addUser(db)
})

const save = (name: string, search: string, who = admin) =>
  saveView(shop, who, { name, address: `${ORDERS}?${search}` })
const viewsOf = async ({ userId }: User) =>
  (await listSavedViews(db, userId)).map(({ name, search }) => `${name}: ${search}`)

test('views are each person’s own, are replaced by name, and only their owner deletes them', async () => {
  await save('Diwali orders', 'q=Diwali')
  await save('Cash', 'view=not-confirmed')
  await save('Diwali orders', 'q=Diwali&sort=oldest')
  assert.deepEqual(await viewsOf(admin), ['Diwali orders: q=Diwali&sort=oldest', 'Cash: view=not-confirmed'])
  assert.deepEqual(await viewsOf(packer), [])
  const [first] = await listSavedViews(db, admin.userId)
  assert.ok(first)
  assert.equal(await removeSavedView(db, packer.userId, first.id), undefined)
  assert.equal(await removeSavedView(db, admin.userId, first.id), ORDERS)
  assert.equal(await removeSavedView(db, admin.userId, first.id), undefined)
  assert.deepEqual(await viewsOf(admin), ['Cash: view=not-confirmed'])
})

test('of thirty saved at once twenty are kept', async () => {
  const who = await addUser(db, 'admin')
  const saved = await Promise.all(Array.from({ length: 30 }, (_, at) => save(`View ${at}`, `q=${at}`, who)))
  assert.equal(saved.filter(({ ok }) => ok).length, 20)
  assert.equal((await viewsOf(who)).length, 20)
})
