// Runs the EmailJS sandbox in-process with scripted failures.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAY_BE_MISSING, MAY_BE_TWICE } from '#domain/messages/sent-message.ts'
import { listVariants } from '#server/catalog/stock/queries.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { tasks } from '#server/jobs.ts'
import { approveCancellation, deleteOrder, keepOrder, requestCancel } from '#server/order-page/cancel.ts'
import { placeOrder } from '#server/orders/place.ts'
import { takeOrder } from '#server/orders/take.ts'
import { deliverOrder, finishDelivery } from '#server/parcels/deliver.ts'
import { emailKeys, SEND } from '#tests/support/emails/email-harness.ts'
import { admin, meera, order, stateOf, world } from '#tests/support/emails/order-email-fixture.ts'
import { addProduct, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { cancelOrder } from '#tests/support/fixtures/order-steps.ts'
import { withoutTokens } from './links.ts'
import { findSentMessage } from './queries.ts'
import { resendMessage } from './send.ts'
import { countUnsentMessages, listSentMessages } from './sent-queries.ts'

test('an order, its cancellation and its delivery are one email each, whatever is repeated', async () => {
  const cancelled = await order()
  await requestCancel(world.shop, meera, cancelled)
  await requestCancel(world.shop, meera, cancelled)
  await approveCancellation(world.shop, admin, cancelled)
  await approveCancellation(world.shop, admin, cancelled)
  const delivered = await order()
  await deliverOrder(world.shop, admin, delivered)
  await finishDelivery(world.shop, delivered, { early: true })
  await world.doJobs()
  // A job that comes again, such as after a crash between the sending and its end.
  await tasks['send-order-email'](world.shop, { orderId: cancelled } as never)

  assert.deepEqual(
    (await stateOf(cancelled)).map(({ template, state }) => [template, state]),
    [
      ['order-placed', 'sent'],
      ['cancellation-requested', 'sent'],
      ['cancelled', 'sent'],
    ],
  )
  const words = world.service.emails().map(({ params }) => params.status ?? '')
  assert.equal(words.length, 5)
  assert.equal(words.filter((text) => text.includes(String(cancelled))).length, 3)
  assert.equal(words.filter((text) => text.includes(`order ${delivered} has been delivered`)).length, 1)
  assert.equal(world.service.emails()[0]?.params.email, meera.email)
})

test('a request to cancel that was taken back before its email was written gets none', async () => {
  const id = await order()
  await requestCancel(world.shop, meera, id)
  await keepOrder(world.shop, meera, id)
  await world.doJobs()
  assert.deepEqual(
    (await stateOf(id)).map(({ template }) => template),
    ['order-placed'],
  )
})

test('a customer without an email gets none, whatever becomes of the order', async () => {
  const pot = await addProduct(world.db)
  const [variant] = (await listVariants(world.db, [pot])).get(pot) ?? []
  assert.ok(variant)
  const taken = await takeOrder(world.shop, admin, {
    ...{ key: crypto.randomUUID(), userId: '', email: '', address: { ...someAddress, mobileNumber: '9811122233' } },
    ...{
      payment: 'cash',
      added: [{ variantId: variant.id, quantity: 1 }],
      seenPrices: new Map([[variant.id, variant.price]]),
    },
  })
  assert.ok(taken.ok)
  const { id, userId } = taken.order
  await cancelOrder(world.shop, admin, { ...meera, userId }, id)
  await world.doJobs()
  assert.deepEqual(await stateOf(id), [])
})

test('twenty identical submissions queue one email', async () => {
  const pot = await addProduct(world.db)
  const checkout = { key: crypto.randomUUID(), lines: [lineFor(pot)], address: someAddress }
  await Promise.all(Array.from({ length: 20 }, () => placeOrder(world.shop, meera, checkout)))
  await world.doJobs()
  assert.equal(world.service.emails().length, 1)
})

test('429, 500, silence and a lost answer are tried again until it works; the order never notices', async () => {
  const id = await order()
  const before = await world.sql(`select * from orders where id = ${id}`)
  for (const trouble of [{ status: 429 }, { status: 500 }, 'no-response'] as const) {
    world.service.faults.expect(SEND, trouble)
    await world.doJobs()
    assert.equal((await stateOf(id))[0]?.state, 'queued')
  }
  assert.equal((await stateOf(id))[0]?.tries, 3)
  assert.equal(world.service.emails().length, 0)
  await world.doJobs()
  const [email] = await stateOf(id)
  // Silence looks like an answer that was lost.
  assert.deepEqual([email?.state, email?.tries, email?.problem], ['unclear', 4, MAY_BE_TWICE])
  assert.equal(world.service.emails().length, 1)
  assert.deepEqual(await world.sql(`select * from orders where id = ${id}`), before)
})

test('no stored row holds a link or token; it has them when it is sent, and one of an older version is sent as it is', async () => {
  const id = await order()
  await world.sql(
    `insert into sent_messages (template, subject, params) values ('delivered', 'order 5', '{"email": "a@gamla.example", "name": "A", "amount": "", "status": "See https://old.example/track/5/x {{y}}", "lines": ""}')`,
  )
  const [old] = await world.sql<{ id: string }>(`select id from sent_messages where subject = 'order 5'`)
  await tasks['resend-email'](world.shop, { emailId: Number(old?.id) } as never)
  await world.doJobs()
  const [placed, asItIs] = world.service.emails().map(({ params }) => params.status ?? '')
  assert.equal(asItIs, 'See https://old.example/track/5/x {{y}}\n\nGamla')
  assert.match(placed ?? '', new RegExp(`See your order: http\\S+/track/${id}/[\\w-]{22}\n`))
  const links = await world.sql(
    `select params from sent_messages where subject = 'order ${id}' and params::text ~ '://|/track/'`,
  )
  assert.deepEqual(links, [])
  const stored = await findSentMessage(world.db, { template: 'order-placed', subject: `order ${id}` })
  assert.ok(stored)
  assert.match((await withoutTokens(world.shop, stored)).status, new RegExp(`/track/${id}/…$`))
})

test('when only the answer got lost, a second email is better than none, and the list says so', async () => {
  const id = await order()
  world.service.faults.expect(SEND, 'broken-response')
  await world.doJobs()
  assert.equal((await stateOf(id))[0]?.state, 'queued')
  await world.doJobs()
  const [email] = await stateOf(id)
  assert.deepEqual([email?.state, email?.problem], ['unclear', MAY_BE_TWICE])
  assert.equal(world.service.emails().length, 2)
  assert.equal(await countUnsentMessages(world.db), 0)
})

test('when two answers got lost, no third email is sent unless a person says so', async () => {
  const id = await order()
  for (let tries = 0; tries < 4; tries += 1) {
    world.service.faults.expect(SEND, 'broken-response')
    await world.doJobs()
  }
  const [email] = await stateOf(id)
  assert.deepEqual([email?.state, email?.tries, email?.problem], ['unclear', 2, MAY_BE_MISSING])
  assert.equal(world.service.emails().length, 2)
  assert.equal(await countUnsentMessages(world.db), 1)
})

test('a try whose process was killed counts as one whose answer was lost', async () => {
  const id = await order()
  world.service.faults.expect(SEND, { status: 503 })
  await world.doJobs()
  await world.sql('update sent_messages set tried_at = now()')
  await world.doJobs()
  assert.equal((await stateOf(id))[0]?.state, 'unclear')
})

test('what was sent can be sent again, as another message', async () => {
  const id = await order()
  await world.doJobs()
  const [message] = (await listSentMessages(world.db, { q: String(id), state: 'sent' }, {})).rows
  assert.equal(message?.subject, `order ${id}`)
  assert.equal(await resendMessage(world.shop, admin, message?.id ?? 0), 'email')
  await world.doJobs()
  assert.deepEqual(await world.sql('select state, sending from sent_messages'), [{ state: 'sent', sending: 2 }])
  assert.equal(world.service.emails().length, 2)
})

test('400 and 403 are given up with the reason, listed, and sent again at a press', async () => {
  for (const status of [400, 403]) {
    const id = await order()
    world.service.faults.expect(SEND, { status, description: `No account for ${meera.email}` })
    await world.doJobs()
    const [failed] = await stateOf(id)
    assert.deepEqual(
      [failed?.state, failed?.tries, failed?.problem],
      ['failed', 1, `Rejected with ${status}: No account for ${meera.email}`],
    )
    // The operator hears of it, without the reader's name.
    assert.match(world.said.join('\n'), new RegExp(`order ${id}\\) could not be sent`))
    assert.doesNotMatch(world.said.join('\n'), new RegExp(meera.email))

    const { rows, count } = await listSentMessages(world.db, { state: 'not-sent' }, {})
    assert.deepEqual([rows.length, count, rows[0]?.subject], [1, 1, `order ${id}`])
    const emailId = rows[0]?.id ?? 0
    assert.equal(await resendMessage(world.shop, admin, emailId), 'email')
    // Pressed twice, it is queued once.
    assert.equal(await resendMessage(world.shop, admin, emailId), undefined)
    await world.doJobs()
    assert.equal((await stateOf(id))[0]?.state, 'sent')
    assert.equal((await listSentMessages(world.db, { state: 'not-sent' }, {})).rows.length, 0)
  }
  assert.equal(world.service.emails().length, 2)
})

test('trouble that does not end is given up after twenty tries, not for ever', async () => {
  const id = await order()
  for (let tries = 0; tries < 25; tries += 1) {
    world.service.faults.expect(SEND, { status: 503 })
    await world.doJobs()
  }
  const [email] = await stateOf(id)
  assert.deepEqual([email?.state, email?.tries], ['failed', 20])
})

test('an email that waits is sent as it was written, also when its order is deleted meanwhile', async () => {
  const known = await order()
  const unknown = await order()
  world.service.faults.expect(SEND, { status: 503 })
  await world.doJobs()
  await deleteOrder(world.shop, admin, known)
  await world.doJobs()
  assert.deepEqual(
    (await stateOf(known)).map(({ state }) => state),
    ['sent'],
  )
  assert.deepEqual(
    (await stateOf(unknown)).map(({ state }) => state),
    ['sent'],
  )

  const never = await order()
  await deleteOrder(world.shop, admin, never)
  await world.doJobs()
  assert.deepEqual(await stateOf(never), [])
})

test('several processes together share the send slots, no faster than the pace', async () => {
  // By the database's own clock: a busy machine may bring two processes to their sending late, and so close together.
  await world.sql(`create table slots (at timestamptz);
    create function note_slot() returns trigger language plpgsql as
      $$ begin insert into slots values (new.next_send_at); return null; end $$;
    create trigger note_slot after update on email_throttle for each row execute function note_slot()`)
  const ids = [await order(), await order(), await order(), await order()]
  const intervalMs = 150
  await Promise.all(
    ids.map((orderId) => tasks['send-order-email'](world.shopWith({ intervalMs }), { orderId } as never)),
  )
  assert.equal(world.service.emails().length, 4)
  const slots = await world.sql<{ gap: number | null }>(
    'select extract(epoch from at - lag(at) over (order by at))::float * 1000 as gap from slots',
  )
  const gaps = slots.flatMap(({ gap }) => (gap === null ? [] : [gap]))
  assert.equal(gaps.length, 3)
  for (const gap of gaps) assert.ok(gap >= intervalMs, `two emails within ${gap} ms`)
  await world.sql('drop trigger note_slot on email_throttle; drop table slots')
})

test('emails leave three at once, those of an order one after the other, and nothing else waits for them', async () => {
  const ids = [await order(), await order(), await order()]
  for (const orderId of ids)
    await world.db.transaction((tx) => enqueueJob(tx, { job: 'send-status-email', orderId, template: 'delivered' }))
  const queues = await world.sql<{ name: string; of: string[] }>(
    `select queue_name as name, array_agg(distinct key) as of from graphile_worker.jobs group by 1 order by 1`,
  )
  assert.deepEqual(
    queues.map(({ name }) => name),
    ['emails', 'emails-1', 'emails-2'],
  )
  for (const { of } of queues) assert.equal(new Set(of.map((key) => /"orderId":(\d+)/.exec(key)?.[1])).size, 1)
})

test('script in a name or a title is a text in the email and in the inbox', async () => {
  await order('<script>alert(1)</script>', '<img src=x onerror=alert(2)>')
  await world.doJobs()
  const [email] = world.service.emails()
  assert.doesNotMatch(JSON.stringify(email?.params), /[<>]/)
  const page = await (await world.inbox()).text()
  assert.match(page, /alert\(2\)/)
  assert.doesNotMatch(page, /<script|<img/)
})

test('the inbox allows no script, whatever an email holds', async () => {
  const hostile = { email: '<b>x</b>', user_name: '<script>alert(1)</script>', status: '', cartDetails: '', amount: '' }
  const answer = await world.inbox([{ id: '1', time: new Date(0).toISOString(), params: hostile }])
  assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  assert.doesNotMatch(await answer.text(), /<script|<b>x/)
})

test('the sandbox refuses what EmailJS refuses', async () => {
  const postEmail = (body: object) =>
    world.service.app.request('/api/v1.0/email/send', { method: 'POST', body: JSON.stringify(body) })
  const whole = {
    service_id: emailKeys.serviceId,
    template_id: emailKeys.templateId,
    user_id: emailKeys.userId,
    accessToken: emailKeys.accessToken,
    template_params: { email: 'a@b.example' },
  }
  const { user_id: _, ...without } = whole
  assert.deepEqual(
    [
      (await postEmail(whole)).status,
      (await postEmail(without)).status,
      (await postEmail({ ...whole, accessToken: 'guessed' })).status,
      (await postEmail({ ...whole, template_params: {} })).status,
    ],
    [200, 400, 403, 422],
  )
  await world.forget({ servicePaceMs: 60_000 })
  assert.deepEqual([(await postEmail(whole)).status, (await postEmail(whole)).status], [200, 429])
})
