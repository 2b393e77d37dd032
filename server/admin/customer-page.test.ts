import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { placeholderEmail } from '#domain/accounts/no-email.ts'
import type { User } from '#domain/accounts/user.ts'
import { insertMessage } from '#server/contact/queries.ts'
import { placeOrder } from '#server/orders/place.ts'
import { addProduct, addUser, lineFor, somePot } from '#tests/support/fixtures/factories.ts'
import { checkout, db, shop } from '#tests/support/fixtures/order-fixture.ts'
import { back, dispatch, registerShop, returnPots, sql } from '#tests/support/fixtures/shipment-fixture.ts'
import { readCustomerPage, saveCustomerNote } from './customer-page.ts'
import { listTags } from './customer-queries.ts'
import { listUsers } from './people-queries.ts'

let admin: User
let buyer: User

before(async () => {
  await registerShop()
  admin = await addUser(db, 'admin')
  buyer = await addUser(db)
})

const write = (version: number, note: string, ...tags: string[]) => ({ note, tags, version })
const save = (wanted: ReturnType<typeof write>, who = admin) => saveCustomerNote(shop, who, buyer.userId, wanted)

async function place(quantity: number): Promise<number> {
  const placed = await placeOrder(shop, buyer, checkout([lineFor(await addProduct(db), { quantity })]))
  assert.ok(placed.ok)
  return placed.order.id
}

test('the page adds up what a customer bought, and leaves out what was cancelled, returned or another’s', async () => {
  const [kept, cancelled] = [await place(3), await place(1)]
  await sql(`update orders set cancel = 'cancelled' where id = $1`, [cancelled])
  const { shipmentId } = await dispatch(kept)
  await returnPots(shipmentId, [back(1)])
  // Its parcel comes back after it was cancelled, so nothing of it was ever spent.
  const sentAndCancelled = await place(1)
  const { shipmentId: late } = await dispatch(sentAndCancelled)
  await sql(`update orders set cancel = 'cancelled' where id = $1`, [sentAndCancelled])
  await returnPots(late, [back(1)])
  const other = await addUser(db)
  await placeOrder(shop, other, checkout([lineFor(await addProduct(db))]))
  await insertMessage(
    db,
    { name: 'B', email: buyer.email.toUpperCase(), phone: '9845012345', message: 'When does it come?' },
    undefined,
  )
  const page = await readCustomerPage(db, admin, buyer.userId)
  assert.deepEqual(
    page?.bought?.orders.map(({ id }) => id),
    [sentAndCancelled, cancelled, kept],
  )
  assert.equal(page?.bought?.count, 3)
  assert.equal(page?.bought?.money?.returned, 2 * somePot.price)
  assert.equal(page?.bought?.money?.spent, 2 * somePot.price)
  assert.deepEqual(
    page?.bought?.returns.map(({ orderId, amount }) => ({ orderId, amount })),
    [
      { orderId: sentAndCancelled, amount: somePot.price },
      { orderId: kept, amount: somePot.price },
    ],
  )
  assert.deepEqual(
    page?.messages?.map(({ message }) => message),
    ['When does it come?'],
  )
  assert.equal(page?.account.email, buyer.email)
  assert.deepEqual(
    page?.consents.map(({ purpose }) => purpose),
    ['checkout'],
  )
})

test('the page of a customer who gave only a phone number has no email', async () => {
  const caller = await addUser(db)
  await sql('update "user" set email = $2 where id = $1', [caller.userId, placeholderEmail(caller.userId)])
  assert.equal((await readCustomerPage(db, admin, caller.userId))?.account.email, '')
})

test('staff see of a customer what their rights open', async () => {
  const staff = (...rights: string[]): User => ({
    ...admin,
    role: 'user',
    staff: { role: 'Test', rights, needsSecondFactor: false },
  })
  const alone = await readCustomerPage(db, staff('see customers'), buyer.userId)
  assert.deepEqual([alone?.bought, alone?.messages], [undefined, undefined])
  const packer = await readCustomerPage(db, staff('see customers', 'see orders'), buyer.userId)
  assert.equal(packer?.bought?.money, undefined)
  assert.ok(packer?.bought?.orders.every(({ totalAmount }) => totalAmount === undefined))
  assert.ok(packer?.bought?.returns.every(({ amount }) => amount === undefined))
  const support = await readCustomerPage(db, staff('see customers', 'answer messages'), buyer.userId)
  assert.equal(support?.messages?.length, 1)
})

test('a customer who does not exist, or whose account was deleted, has no page', async () => {
  for (const id of ['nobody', 'deleted-user']) {
    assert.equal(await readCustomerPage(db, admin, id), undefined)
    assert.deepEqual(await saveCustomerNote(shop, admin, id, write(0, 'x')), { ok: false, reason: 'not-found' })
  }
})

test('two people write about one customer: the second is told what the first has saved', async () => {
  assert.deepEqual(await save(write(0, 'Calls on Sundays.', 'VIP')), { ok: true })
  assert.deepEqual(await save(write(0, 'Calls on Sundays.', 'VIP')), { ok: true }, 'the same again')
  const present = write(1, 'Calls on Sundays.', 'VIP')
  assert.deepEqual(await save(write(0, 'Never calls.')), { ok: false, reason: 'changed', present })
  assert.deepEqual((await readCustomerPage(db, admin, buyer.userId))?.note, present)
  assert.deepEqual(await save(write(1, 'Never calls.', 'VIP', 'wholesale')), { ok: true })
  const records = await sql<{ after: unknown }>(
    `select after from audit where action = 'change customer note' and subject = $1 order by id`,
    [`user ${buyer.userId}`],
  )
  assert.deepEqual(records, [{ after: { changed: ['note', 'tags'] } }, { after: { changed: ['note', 'tags'] } }])
})

test('users are listed by tag', async () => {
  assert.deepEqual(await listTags(db), ['VIP', 'wholesale'])
  const tagged = async (tag: string, q?: string) =>
    (await listUsers(db, { sort: 'newest', tag, ...(q !== undefined && { q }) }, {})).rows
  assert.deepEqual(
    (await tagged('wholesale')).map(({ userId, tags }) => ({ userId, tags })),
    [{ userId: buyer.userId, tags: ['VIP', 'wholesale'] }],
  )
  assert.equal((await tagged('VIP', buyer.email)).length, 1)
  assert.equal((await tagged('VIP', 'no such name')).length, 0)
  assert.equal((await tagged('vip')).length, 0)
})
