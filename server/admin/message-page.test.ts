import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import type { User } from '#domain/accounts/user.ts'
import { insertMessage, listMessages } from '#server/contact/queries.ts'
import { moveMessage, replyToMessage } from '#server/contact/replies.ts'
import { placeOrder } from '#server/orders/place.ts'
import { addProduct, addUser, lineFor } from '#tests/support/fixtures/factories.ts'
import { checkout, db, shop } from '#tests/support/fixtures/order-fixture.ts'
import { sql } from '#tests/support/fixtures/shipment-fixture.ts'
import { readMessagePage } from './message-page.ts'
import { readCounts } from './overview-queries.ts'

let asha: User
let ravi: User

before(async () => {
  asha = await addUser(db, 'admin')
  ravi = await addUser(db, 'admin')
})

async function addMessage(email = 'Zubin@Irani.example'): Promise<number> {
  await insertMessage(db, { name: 'Zubin', email, phone: '9845012345', message: 'Is C02 in stock?' }, undefined)
  const [row] = await sql<{ id: string }>('select max(id) as id from contact_messages')
  return Number(row?.id)
}

const write = (reply: string, seen = 0, key: string = randomUUID()) => ({ key, reply, seen })
const stateOf = async (id: number) => (await readMessagePage(db, asha, id))?.message.state
const jobs = async () =>
  (await sql(`select from graphile_worker.jobs where task_identifier = 'send-message-reply'`)).length

test('a reply is stored once, however often the form is sent, and queues one email', async () => {
  const id = await addMessage()
  const before = await jobs()
  const reply = write('Yes, it is.')
  const answers = await Promise.all([1, 2, 3].map(() => replyToMessage(shop, asha, id, reply)))
  assert.deepEqual(answers, [{ ok: true }, { ok: true }, { ok: true }])
  const page = await readMessagePage(db, asha, id)
  assert.equal(page?.message.state, 'answered')
  assert.deepEqual(
    page?.replies.map(({ reply, author, emailState }) => ({ reply, author, emailState })),
    [{ reply: 'Yes, it is.', author: asha.name, emailState: undefined }],
  )
  assert.equal(await jobs(), before + 1)
})

test('two people answer one message: the second is told, and may send the reply after reading the first', async () => {
  const id = await addMessage()
  const [first, second] = await Promise.all([
    replyToMessage(shop, asha, id, write('Yes.')),
    replyToMessage(shop, ravi, id, write('No.')),
  ])
  const refused = [first, second].filter(({ ok }) => !ok)
  assert.deepEqual(refused, [{ ok: false, reason: 'changed', replies: 1 }])
  assert.equal((await readMessagePage(db, asha, id))?.replies.length, 1)
  assert.deepEqual(await replyToMessage(shop, ravi, id, write('On second thought, yes.', 1)), { ok: true })
  assert.deepEqual(await replyToMessage(shop, ravi, 999_999, write('?')), { ok: false, reason: 'not-found' })
})

test('a message is closed and opened again as it was; the list filters by state, and new ones are counted', async () => {
  const [id, other] = [await addMessage(), await addMessage()]
  const countNew = async () => (await readCounts(db)).waiting.messages
  const count = await countNew()
  const listed = async (state: 'new' | 'answered' | 'closed') =>
    (await listMessages(db, { state }, {})).rows.map((row) => row.id).filter((one) => one === id || one === other)
  assert.deepEqual(await listed('new'), [other, id])
  assert.equal(await moveMessage(shop, asha, id, 'close'), true)
  assert.equal(await moveMessage(shop, asha, id, 'close'), true)
  assert.deepEqual([await listed('new'), await listed('closed')], [[other], [id]])
  assert.equal(await countNew(), count - 1)
  await moveMessage(shop, asha, id, 'reopen')
  assert.equal(await stateOf(id), 'new')
  await replyToMessage(shop, asha, id, write('Yes.'))
  await moveMessage(shop, asha, id, 'close')
  await moveMessage(shop, asha, id, 'reopen')
  assert.equal(await stateOf(id), 'answered')
  assert.equal(await moveMessage(shop, asha, 999_999, 'close'), false)
  const actions = await sql<{ action: string }>('select action from audit where subject = $1 order by id', [
    `message ${id}`,
  ])
  assert.deepEqual(
    actions.map(({ action }) => action),
    ['close message', 'reopen message', 'answer message', 'close message', 'reopen message'],
  )
})

test('beside a message are the orders of the account with its email address, in capitals or not', async () => {
  const buyer = await addUser(db)
  const placed = await placeOrder(shop, buyer, checkout([lineFor(await addProduct(db))]))
  assert.ok(placed.ok)
  const page = await readMessagePage(db, asha, await addMessage(buyer.email.toUpperCase()))
  assert.equal(page?.account?.userId, buyer.userId)
  assert.deepEqual(
    page?.orders?.orders.map(({ id }) => id),
    [placed.order.id],
  )
  const packer = {
    ...asha,
    role: 'user' as const,
    staff: { role: 'Packer', rights: ['see orders'], needsSecondFactor: false },
  }
  const seen = await readMessagePage(db, packer, page?.message.id ?? 0)
  assert.equal(seen?.orders?.orders[0]?.totalAmount, undefined, 'no totals without the right to see money')
  const support = { ...packer, staff: { ...packer.staff, rights: ['answer messages'] } }
  assert.equal((await readMessagePage(db, support, page?.message.id ?? 0))?.orders, undefined)
  const unknown = await readMessagePage(db, asha, await addMessage('nobody@else.example'))
  assert.deepEqual([unknown?.account, unknown?.orders], [undefined, undefined])
  assert.equal(await readMessagePage(db, asha, 999_999), undefined)
})
