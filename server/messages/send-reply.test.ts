import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { messageNumber } from '#domain/contact.ts'
import { defaultSettings } from '#domain/shop/settings.ts'
import { saveContactMessage } from '#server/contact/contact.ts'
import { insertMessage, listReplies } from '#server/contact/queries.ts'
import { replyToMessage } from '#server/contact/replies.ts'
import { tasks } from '#server/jobs.ts'
import { admin, world } from '#tests/support/emails/order-email-fixture.ts'

test('a reply goes to the sender of the message once, with the day of the message', async () => {
  const message = { name: 'Zubin', email: 'zubin@send.example', phone: '9845012345', message: 'Is C02 in stock?' }
  await insertMessage(world.db, message, undefined)
  await world.sql(`update contact_messages set id = 77, time = '2026-11-24 10:00+05:30' where name = 'Zubin'`)
  const reply = { key: randomUUID(), reply: 'Yes, it is.\nShall we keep one?', seen: 0 }
  for (let press = 0; press < 2; press += 1)
    assert.deepEqual(await replyToMessage(world.shop, admin, 77, reply), { ok: true })
  await world.sql('truncate outbox')
  await world.doJobs()
  const changes = await world.sql(`select id from outbox where change = 'message 77'`)
  assert.equal(changes.length, 1, 'open pages say at once that it was emailed')
  const [stored] = await listReplies(world.db, 77)
  await tasks['send-message-reply'](world.shop, { replyId: stored?.id } as never)
  const sent = world.service.emails().filter(({ params }) => params.email === message.email)
  assert.equal(sent.length, 1)
  assert.match(
    sent[0]?.params.status ?? '',
    /^Yes, it is\.\nShall we keep one\?\n\nThis answers your message C-2077 of 24 Nov 2026\.\n\nGamla/,
  )
  assert.equal((await listReplies(world.db, 77))[0]?.emailState, 'sent')
})

test('a reply whose email was not sent says why', async () => {
  const message = { name: 'Noor', email: 'noor@send.example', phone: '9845012345', message: 'Is C03 in stock?' }
  await insertMessage(world.db, message, undefined)
  await world.sql(`update contact_messages set id = 78 where name = 'Noor'`)
  await replyToMessage(world.shop, admin, 78, { key: randomUUID(), reply: 'Not yet.', seen: 0 })
  await world.doJobs()
  await world.sql(`update sent_messages set state = 'failed', problem = 'The mailbox is full.'`)
  const [stored] = await listReplies(world.db, 78)
  assert.deepEqual([stored?.emailState, stored?.emailProblem], ['failed', 'The mailbox is full.'])
})

test('where messages are acknowledged, the sender gets the number once, and no flood reaches another person', async () => {
  const settings = { readOrLast: async () => ({ ...defaultSettings, acknowledgeMessages: true }) }
  const shop = { ...world.shopWith({ rateLimitFactor: 1 }), services: {}, settings } as never
  const message = { name: 'Meera', email: 'meera@ack.example', phone: '9845012345', message: 'https://spam.example' }
  const key = randomUUID()
  const [first, again] = [await saveContactMessage(shop, message, key), await saveContactMessage(shop, message, key)]
  assert.equal(first.id, again.id)
  await world.sql(`update "user" set email = '${message.email}', email_verified = true where id = '${admin.userId}'`)
  for (let more = 0; more < 6; more += 1) await saveContactMessage(shop, message, undefined)
  const queued = await world.sql<{ id: string }>(
    `select id from contact_messages where email = '${message.email}' order by id`,
  )
  for (let run = 0; run < 2; run += 1)
    for (const { id } of queued)
      await tasks['send-acknowledgement'](world.shopWith({ rateLimitFactor: 1 }), { messageId: Number(id) } as never)
  const sent = world.service.emails().filter(({ params }) => params.email === message.email)
  assert.equal(sent.length, 5)
  const number = `Its number is ${messageNumber(first.id ?? 0)};`
  assert.equal(sent.filter(({ params }) => params.status?.includes(number)).length, 1)
  assert.ok(!sent.some(({ params }) => params.status?.includes('spam.example')))
  const jobs = await world.sql(`select from graphile_worker.jobs where task_identifier = 'send-acknowledgement'`)
  assert.equal(jobs.length, 7)

  const off = { ...world.shop, services: {}, settings: { readOrLast: async () => defaultSettings } } as never
  await saveContactMessage(off, message, undefined)
  const still = await world.sql(`select from graphile_worker.jobs where task_identifier = 'send-acknowledgement'`)
  assert.equal(still.length, 7)
})

test('a reply that was erased before its job ran is not sent', async () => {
  await tasks['send-message-reply'](world.shop, { replyId: 999_999 } as never)
  assert.equal(world.service.emails().length, 0)
})
