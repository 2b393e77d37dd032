import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestProduct } from '#server/contact/contact.ts'
import { tasks } from '#server/jobs.ts'
import { placeOrder } from '#server/orders/place.ts'
import { admin, meera, world } from '#tests/support/emails/order-email-fixture.ts'
import { addCounted, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { cancelOrder } from '#tests/support/fixtures/order-steps.ts'

const ask = (id: number, email: string) =>
  requestProduct(world.shop, undefined, id, { name: 'Priya Nair', email, note: '' })
const notify = (id: number) => tasks['notify-requesters'](world.shop, { productId: id } as never)

test('everybody who asked for a Sold pot is written to once when it is there again', async () => {
  const id = await addCounted(world.db, { 'Grey Stone': 1 })
  const placed = await placeOrder(world.shop, meera, {
    key: crypto.randomUUID(),
    lines: [lineFor(id)],
    address: someAddress,
  })
  assert.ok(placed.ok)
  for (const email of ['priya@gamla.example', 'ravi@gamla.example']) assert.equal(await ask(id, email), true)
  await world.relay()
  await notify(id)
  await world.doJobs()
  world.forget()

  await cancelOrder(world.shop, admin, meera, placed.order.id)
  await Promise.all([notify(id), notify(id)])
  await world.relay()
  await world.doJobs()
  await world.doJobs()
  await notify(id)
  await world.doJobs()
  const sent = world.service.emails().filter(({ params }) => /you asked for/.test(params.status ?? ''))
  assert.deepEqual(sent.map(({ params }) => params.email).sort(), ['priya@gamla.example', 'ravi@gamla.example'])
  assert.match(
    sent[0]?.params.status ?? '',
    new RegExp(`^The pot you asked for, Some Pot, is available again: http\\S*/productinfo/${id}\n\nGamla$`),
  )
})

test('while it is Sold nobody is written to', async () => {
  const id = await addCounted(world.db, { 'Grey Stone': 0 })
  assert.equal(await ask(id, 'priya@gamla.example'), true)
  await notify(id)
  const waiting = await world.sql(`select from product_raise where product_id = ${id} and notified_at is null`)
  assert.equal(waiting.length, 1)
})
