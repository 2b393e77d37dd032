import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { User } from '#domain/accounts/user.ts'
import { insertAccount } from '#server/accounts/queries.ts'
import { tasks } from '#server/jobs.ts'
import { placeOrder } from '#server/orders/place.ts'
import { upsertSettings } from '#server/settings/queries.ts'
import { SEND } from '#tests/support/emails/email-harness.ts'
import { admin, order, stateOf, world } from '#tests/support/emails/order-email-fixture.ts'
import { addProduct, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { resendMessage } from './send.ts'
import { sendOrderEmail } from './send-order.ts'
import { listSentMessages } from './sent-queries.ts'

/** Somebody's account, which anybody may have made in their name. */
async function signUp(email: string): Promise<User> {
  const userId = await insertAccount(world.db, { name: 'Meera', email, role: 'user', passwordHash: undefined })
  assert.ok(userId)
  return { userId, name: 'Meera', email, role: 'user' }
}

async function orderAs(user: User): Promise<number> {
  const checkout = { key: crypto.randomUUID(), lines: [lineFor(await addProduct(world.db))], address: someAddress }
  const placed = await placeOrder(world.shop, user, checkout)
  assert.ok(placed.ok)
  return placed.order.id
}

/** As many shops as there are orders, all sending at once. */
const sendAll = (ids: number[], rateLimitFactor = 1) =>
  Promise.all(
    ids.map((orderId) => tasks['send-order-email'](world.shopWith({ rateLimitFactor }), { orderId } as never)),
  )

const states = async (ids: number[]) => (await Promise.all(ids.map(stateOf))).map(([email]) => email?.state)

test('five emails a day go to an unconfirmed address, whichever processes send them; the orders stand', async () => {
  const stranger = await signUp('held@gamla.example')
  const ids = await Promise.all(Array.from({ length: 12 }, () => orderAs(stranger)))
  await sendAll(ids)
  assert.equal(world.service.emails().length, 5)
  const found = await states(ids)
  assert.deepEqual([found.filter((s) => s === 'sent').length, found.filter((s) => s === 'held').length], [5, 7])
  // A job that is repeated, for example after a crash, is counted once and stays held.
  await sendAll(ids)
  assert.equal(world.service.emails().length, 5)
  const [standing] = await world.sql<{ count: string }>(
    `select count(*) from orders where user_id = '${stranger.userId}' and status = 'confirmed'`,
  )
  assert.equal(Number(standing?.count), 12)

  // A day later there are five more.
  await world.sql("update sent_messages set allowed_at = allowed_at - interval '25 hours' where allowed_at is not null")
  const later = [await orderAs(stranger)]
  await sendAll(later)
  assert.deepEqual(await states(later), ['sent'])
})

test('dots and +tags do not make a new mailbox', async () => {
  const people = await Promise.all(
    ['priya.nair@gmail.com', 'priyanair@gmail.com', 'p.riyanair+1@gmail.com', 'priyanair+2@googlemail.com'].map(signUp),
  )
  const ids: number[] = []
  for (const person of people) for (let n = 0; n < 3; n += 1) ids.push(await orderAs(person))
  await sendAll(ids)
  assert.equal(world.service.emails().length, 5)
})

test('a held email is listed with its reason, hinders no other, and is sent when an admin says so', async () => {
  const stranger = await signUp('held-too@gamla.example')
  const ids: number[] = []
  for (let n = 0; n < 6; n += 1) ids.push(await orderAs(stranger))
  await sendAll(ids)
  const other = await order()
  await world.doJobs()
  assert.equal((await stateOf(other))[0]?.state, 'sent')

  const { rows, count } = await listSentMessages(world.db, { state: 'not-sent' }, {})
  assert.equal(count, 1)
  assert.deepEqual([rows[0]?.state, rows[0]?.subject.startsWith('order ')], ['held', true])
  assert.match(rows[0]?.problem ?? '', /^Daily limit reached/)
  assert.equal(await resendMessage(world.shop, admin, rows[0]?.id ?? 0), 'email')
  assert.equal(await resendMessage(world.shop, admin, rows[0]?.id ?? 0), undefined)
  await tasks['resend-email'](world.shopWith({ rateLimitFactor: 1 }), { emailId: rows[0]?.id } as never)
  assert.deepEqual(new Set(await states(ids)), new Set(['sent']))
  assert.equal((await listSentMessages(world.db, { state: 'not-sent' }, {})).count, 0)
})

test('tries of one email count once, a confirmed address has no limit, and the factor multiplies it or lifts it', async () => {
  const stranger = await signUp('patient@gamla.example')
  const first = await orderAs(stranger)
  for (let tries = 0; tries < 8; tries += 1) {
    world.service.faults.expect(SEND, { status: 503 })
    await assert.rejects(sendAll([first]))
  }
  const five = [first]
  while (five.length < 5) five.push(await orderAs(stranger))
  await sendAll(five)
  assert.deepEqual(new Set(await states(five)), new Set(['sent']))

  const more = [await orderAs(stranger), await orderAs(stranger)]
  await sendAll(more.slice(0, 1), 0)
  await sendAll(more.slice(1), 2)
  assert.deepEqual(await states(more), ['sent', 'sent'])

  const confirmed = [await orderAs(stranger)]
  await world.sql(`update "user" set email_verified = true where id = '${stranger.userId}'`)
  await sendAll(confirmed)
  assert.deepEqual(await states(confirmed), ['sent'])
})

test('a flood holds back no email of a paid order, none to confirm an order, and none about a parcel', async () => {
  const stranger = await signUp('paid@gamla.example')
  const flood: number[] = []
  while (flood.length < 7) flood.push(await orderAs(stranger))
  await sendAll(flood)
  assert.deepEqual((await states(flood)).filter((state) => state === 'held').length, 2)

  const limited = world.shopWith({ rateLimitFactor: 1 })
  const paid = await orderAs(stranger)
  await world.sql(`update orders set payment_id = 'pay_${paid}' where id = ${paid}`)
  await tasks['send-order-email'](limited, { orderId: paid } as never)
  const [asked = 0] = flood
  const parcel = crypto.randomUUID()
  await world.sql(
    `insert into shipments (order_id, user_id, key, cash) values (${asked}, '${stranger.userId}', '${parcel}', 495)`,
  )
  const [shipment] = await world.sql<{ id: string }>(`select id from shipments where key = '${parcel}'`)
  await tasks['send-cash-email'](
    { ...limited, payments: { isAvailable: false } } as never,
    { orderId: asked, template: 'confirm-cash' } as never,
  )
  await tasks['send-shipment-email'](limited, { shipmentId: Number(shipment?.id), template: 'dispatched' } as never)
  await sendOrderEmail(limited, 'delivered', asked)

  const always = await world.sql<{ template: string; state: string }>(
    `select template, state from sent_messages where subject = 'order ${paid}' or subject = 'shipment ${shipment?.id}'
      or (subject = 'order ${asked}' and template <> 'order-placed') order by template`,
  )
  assert.deepEqual(
    always.map(({ template, state }) => `${template} ${state}`),
    ['confirm-cash sent', 'delivered sent', 'dispatched sent', 'order-placed sent'],
  )
})

test('many accounts of one mailbox cannot have it flooded with orders to confirm', async () => {
  await world.db.transaction((tx) => upsertSettings(tx, { unconfirmedCashOrders: 3 }))
  const people = await Promise.all(['many+1@gamla.example', 'many+2@gamla.example'].map(signUp))
  const ids: number[] = []
  for (const person of people) for (let n = 0; n < 3; n += 1) ids.push(await orderAs(person))
  const limited = { ...world.shopWith({ rateLimitFactor: 1 }), payments: { isAvailable: false } }
  for (const orderId of ids)
    await tasks['send-cash-email'](limited as never, { orderId, template: 'confirm-cash' } as never)
  assert.deepEqual(await states(ids), ['sent', 'sent', 'sent', 'held', 'held', 'held'])
  await world.sql('delete from settings')
})
