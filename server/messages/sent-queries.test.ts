import assert from 'node:assert/strict'
import { test } from 'node:test'
import { order, world } from '#tests/support/emails/order-email-fixture.ts'
import { listSentMessages } from './sent-queries.ts'

const subjectsOf = async (filter: Parameters<typeof listSentMessages>[1]) =>
  (await listSentMessages(world.db, filter, {})).rows.map(({ channel, subject }) => `${channel} ${subject}`)

test('the links that an older version has stored are listed without their tokens', async () => {
  await world.sql(`insert into sent_messages (template, subject, params, state) values ('order-placed', 'order 88001',
    '{"name": "Asha", "email": "asha@gamla.example", "amount": "", "status": "See it: https://gamla.example/track/88001/abcdefghijklmnopqrstuv"}', 'sent')`)
  const { rows } = await listSentMessages(world.db, { q: '88001' }, {})
  assert.deepEqual(
    rows.map(({ params }) => params.status),
    ['See it: https://gamla.example/track/88001/…'],
  )
})

test('messages are found by name, email, phone and the number of their order, of each channel and state', async () => {
  const id = await order('Asha Bharali')
  const other = await order('Kabir Rao')
  await world.sql(`update orders set mobile_number = '98450 77123' where id = ${id}`)
  await world.sql(`update orders set mobile_number = '98450 77124' where id = ${other}`)
  await world.sql(
    `insert into shipments (id, order_id, user_id, key, cash) select 771, id, user_id, gen_random_uuid(), 0 from orders where id = ${id}`,
  )
  await world.doJobs()
  await world.sql(`
    insert into sent_messages (template, subject, channel, params, state) values
      ('dispatched', 'shipment 771', 'whatsapp', '{"name": "Asha Bharali", "email": "", "phone": "9845077123", "status": ""}', 'read'),
      ('dispatched', 'shipment 772', 'whatsapp', '{"name": "Kabir Rao", "email": "", "phone": "9111111111", "status": ""}', 'delivered')`)
  const ofAsha = ['whatsapp shipment 771', `email order ${id}`]
  for (const q of ['bharali', '98450 77123', '+91 9845077123', String(id), `#${id}`])
    assert.deepEqual(await subjectsOf({ q }), ofAsha, q)
  assert.deepEqual(await subjectsOf({ q: 'bharali', channel: 'whatsapp' }), ['whatsapp shipment 771'])
  assert.deepEqual(await subjectsOf({ channel: 'whatsapp' }), ['whatsapp shipment 772', 'whatsapp shipment 771'])
  assert.deepEqual(await subjectsOf({ state: 'delivered' }), ['whatsapp shipment 772'])
  assert.deepEqual(await subjectsOf({ state: 'sent', channel: 'whatsapp' }), [])
  assert.deepEqual(await subjectsOf({ q: 'nobody of this name' }), [])
})
