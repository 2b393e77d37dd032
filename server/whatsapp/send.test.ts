import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { writePlainEmail } from '#domain/messages/message.ts'
import { readConfig } from '#server/config.ts'
import { READABLE_JOBS } from '#server/db/enqueue.ts'
import { runJobs, tasks } from '#server/jobs.ts'
import { insertSentMessage } from '#server/messages/queries.ts'
import { silentLog } from '#server/observability/log.ts'
import { findCashState } from '#server/orders/cash.ts'
import { changeAddress } from '#server/orders/change.ts'
import { placeOrder } from '#server/orders/place.ts'
import { WhatsappBusyError } from '#server/providers/whatsapp.ts'
import { saveSettings } from '#server/settings/settings.ts'
import { openShop, type Shop } from '#server/shop.ts'
import { addProduct, addUser, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { openDatabase } from '#tests/support/postgres.ts'
import { until } from '#tests/support/process.ts'
import { serveMeta } from '#tests/support/whatsapp/whatsapp-harness.ts'
import { resendWhatsapp, sendWhatsapp } from './send.ts'
import { submitTemplates } from './templates.ts'
import { noteUpdates } from './updates.ts'
import { createWhatsappWebhook } from './webhook.ts'

const database = await openDatabase()
const meta = await serveMeta()
const number = '+919876543210'
const razorpay = { RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'k', RAZORPAY_WEBHOOK_SECRET: 'w' }
let clock = 0
let shop: Shop
let receive: ReturnType<typeof createWhatsappWebhook>

before(async () => {
  const env = { ...meta.env, ...razorpay, SHOP_SECRET: 'x'.repeat(40), PUBLIC_URL: 'https://shop.example' }
  const opened = await openShop(readConfig(env), database.url, silentLog)
  shop = Object.create(opened, { now: { value: () => new Date(Date.now() + clock) } })
  receive = createWhatsappWebhook(shop)
  await submitTemplates(shop)
  await shop.db.transaction((tx) =>
    saveSettings(tx, { userId: 'a', name: 'A', email: 'a@b.example', role: 'admin' }, { confirmCashOrders: true }),
  )
})
after(async () => {
  await shop.close()
  await meta.close()
  await database.close()
})
beforeEach(async () => {
  clock = 0
  meta.takeWebhooks()
})

async function order(to: string | null = number): Promise<{ id: number; userId: string }> {
  const [buyer, pot] = [await addUser(shop.db), await addProduct(shop.db)]
  const key = randomUUID()
  await noteUpdates(shop, buyer, { key, number: to ?? undefined })
  const placed = await placeOrder(shop, buyer, { key, lines: [lineFor(pot)], address: someAddress })
  assert.ok(placed.ok)
  return { id: placed.order.id, userId: buyer.userId }
}

async function deliver(webhooks = meta.takeWebhooks()) {
  for (const { body, headers } of webhooks) {
    const request = new Request('http://shop/webhooks/whatsapp', { method: 'POST', body, headers })
    assert.equal((await receive({ address: '192.0.2.1', request })).status, 200)
  }
}

const rowOf = async (id: number, template = 'confirm-cash') => {
  const { rows } = await database.pool.query(
    `select id::int, state, problem, tries, provider_id as "providerId", params::text from sent_messages
     where channel = 'whatsapp' and template = $1 and subject = $2`,
    [template, `order ${id}`],
  )
  return rows[0]
}
const ask = (orderId: number) => sendWhatsapp(shop, { template: 'confirm-cash', orderId })
const sentTo = (to = number) => meta.messages().filter((message) => message.to === to.slice(1))
const consentsOf = async (userId: string) =>
  (await database.pool.query('select purpose from consents where user_id = $1 order by id', [userId])).rows.map(
    ({ purpose }) => purpose,
  )

async function runReplies() {
  const { rows } = await database.pool.query(
    `select payload from ${READABLE_JOBS} as job where task_identifier = 'send-whatsapp-reply'`,
  )
  await database.pool.query(
    `select graphile_worker.remove_job(key) from graphile_worker.jobs where task_identifier = 'send-whatsapp-reply'`,
  )
  for (const { payload } of rows) await tasks['send-whatsapp-reply'](shop, payload as never)
}

describe('a message by WhatsApp', () => {
  test('goes once to who asked for it, and its way is kept', async () => {
    const { id, userId } = await order()
    assert.deepEqual(await consentsOf(userId), ['whatsapp', 'checkout'])
    const before = sentTo().length
    await Promise.all([ask(id), ask(id), ask(id)])
    await ask(id)
    assert.equal(sentTo().length, before + 1)
    assert.equal((await rowOf(id)).state, 'sent')
    await deliver()
    assert.equal((await rowOf(id)).state, 'read')
    assert.doesNotMatch((await rowOf(id)).params, /https?:|token/)
  })

  test('goes though the shop has no email service yet, and the email waits for one', async () => {
    assert.equal(shop.emails.isAvailable, false)
    const before = sentTo().length
    const { id } = await order()
    const jobs = runJobs(shop)
    try {
      await until('the message is sent', () => sentTo().length > before)
      await until('both emails wait for a service', async () => {
        const { rowCount } = await database.pool.query(
          `select from sent_messages as m join ${READABLE_JOBS} as job on (payload ->> 'emailId')::bigint = m.id
           where task_identifier = 'resend-email' and channel = 'email' and state = 'queued' and subject = $1`,
          [`order ${id}`],
        )
        return rowCount === 2
      })
    } finally {
      await jobs.close()
    }
  })

  test('does not wait for ever where WhatsApp was switched off', async () => {
    const { id } = await order()
    const off = Object.create(shop, { whatsapp: { value: { isAvailable: false } } })
    const failing = { value: { isAvailable: true, send: () => Promise.reject(new WhatsappBusyError('Away')) } }
    await assert.rejects(
      sendWhatsapp(Object.create(shop, { whatsapp: failing }), { template: 'confirm-cash', orderId: id }),
    )
    await database.pool.query(`update sent_messages set tries = 18 where subject = 'order ${id}'`)
    const message = await rowOf(id)
    await assert.rejects(resendWhatsapp(off, message.id))
    assert.equal((await rowOf(id)).state, 'queued')
    await resendWhatsapp(off, message.id)
    assert.equal((await rowOf(id)).state, 'failed')
  })

  test('goes to nobody who did not', async () => {
    const { id } = await order(null)
    await ask(id)
    assert.equal(await rowOf(id), undefined)
  })

  test('about a return says each step once, without the words of staff', async () => {
    const { id } = await order()
    const [request] = (
      await database.pool.query(
        `insert into return_requests (key, order_id, user_id, position, product_id, title, quantity, reason, words, wanted, state,
           decline_reason) select gen_random_uuid(), o.id, o.user_id, 0, l.product_id, l.title, 1, 'changed-mind', 'Too big', 'voucher',
           'declined', 'See https://evil.example' from orders as o join order_lines as l on l.order_id = o.id where o.id = $1 returning id`,
        [id],
      )
    ).rows
    const [step] = (
      await database.pool.query(
        `insert into return_request_steps (request_id, state) values ($1, 'declined') returning id::integer`,
        [request.id],
      )
    ).rows
    const about = { template: 'return-step', orderId: id, stepId: step.id } as const
    await Promise.all([sendWhatsapp(shop, about), sendWhatsapp(shop, about)])
    const texts = sentTo().map(({ text }) => text)
    assert.equal(texts.filter((text) => text.includes(`RET-${request.id} of order ${id} from`)).length, 1)
    assert.match(texts[0] ?? '', /: declined\. The page of your order says more\./)
    await deliver()
  })

  test('follows the number of its order, and the former one answers for nobody', async () => {
    const { id } = await order()
    const owner = await addUser(shop.db, 'admin')
    await changeAddress(shop, owner, id, { ...someAddress, mobileNumber: '98450 77999' })
    const former = sentTo().length
    await ask(id)
    assert.deepEqual([sentTo().length - former, sentTo('+919845077999').length], [0, 1])
    await changeAddress(shop, owner, id, { ...someAddress, mobileNumber: '022 1234567' })
    await sendWhatsapp(shop, { template: 'order-placed', orderId: id })
    assert.equal(await rowOf(id, 'order-placed'), undefined)
  })

  test('is agreed to once, however often a checkout is sent', async () => {
    const [buyer, key] = [await addUser(shop.db), randomUUID()]
    for (const wanted of [number, number, '+919845077998']) await noteUpdates(shop, buyer, { key, number: wanted })
    assert.deepEqual(await consentsOf(buyer.userId), ['whatsapp', 'whatsapp'])
  })

  test('moves forward only, whatever order the reports come in', async () => {
    const { id } = await order()
    await ask(id)
    const reports = meta.takeWebhooks()
    await deliver([...reports.toReversed(), ...reports])
    assert.equal((await rowOf(id)).state, 'read')
  })

  test('to a number without WhatsApp fails in Meta’s words', async () => {
    const { id } = await order('+919876540000')
    await ask(id)
    await deliver()
    const { state, problem } = await rowOf(id)
    assert.deepEqual([state, problem], ['failed', 'WhatsApp: Message undeliverable (131026)'])
  })

  test('whose template is paused says so, and the email goes alone', async () => {
    meta.judge('confirm_cash', 'PAUSED')
    const first = await order()
    await ask(first.id)
    assert.match((await rowOf(first.id)).problem, /Template is paused \(132015\)/)
    const second = await order()
    await ask(second.id)
    assert.match((await rowOf(second.id)).problem, /may not send the template confirm_cash \(paused\)/)
    meta.judge('confirm_cash', 'APPROVED')
    await deliver()
  })

  test('waits while the token is revoked or Meta is busy, and is not doubled then', async () => {
    const { id } = await order()
    meta.faults.expect(/messages$/, { status: 429 })
    await assert.rejects(ask(id), /131|130429/)
    assert.deepEqual([(await rowOf(id)).state, (await rowOf(id)).tries], ['queued', 1])
    await ask(id)
    assert.equal((await rowOf(id)).state, 'sent')
  })
})

describe('when the answer is lost', () => {
  const lose = () => meta.faults.expect(/messages$/, 'broken-response')

  test('the report is waited for, and then it was sent once', async () => {
    const { id } = await order()
    const before = sentTo().length
    lose()
    await ask(id)
    assert.match((await rowOf(id)).problem, /answer of WhatsApp was lost/)
    await resendWhatsapp(shop, (await rowOf(id)).id)
    assert.equal(sentTo().length, before + 1)
    await deliver()
    clock = 200_000
    await resendWhatsapp(shop, (await rowOf(id)).id)
    assert.equal(sentTo().length, before + 1)
    const { state, problem, providerId } = await rowOf(id)
    assert.deepEqual([state, problem, typeof providerId], ['read', null, 'string'])
  })

  test('and no report comes it is sent once more, and marked', async () => {
    const { id } = await order()
    const before = sentTo().length
    lose()
    await ask(id)
    meta.takeWebhooks()
    clock = 200_000
    lose()
    await resendWhatsapp(shop, (await rowOf(id)).id)
    await resendWhatsapp(shop, (await rowOf(id)).id)
    assert.equal(sentTo().length, before + 2)
    assert.equal((await rowOf(id)).state, 'unclear')
    await deliver()
    const { state, problem } = await rowOf(id)
    assert.equal(state, 'read')
    assert.match(problem, /may have arrived twice/)
  })
})

describe('an answer', () => {
  const answer = (text: string) => meta.answer(sentTo()[0]?.id ?? '', text)
  const press = async (id: number, text: string) => {
    await ask(id)
    await deliver()
    answer(text)
    await deliver()
  }
  const lastText = async () => {
    await runReplies()
    return sentTo()[0]?.text
  }

  test('Yes confirms the order, and Meta is answered within a second', async (t) => {
    const { id } = await order()
    await ask(id)
    await deliver()
    answer('Yes')
    const began = performance.now()
    await deliver()
    const ms = Math.round(performance.now() - began)
    t.diagnostic(`from Yes to the confirmed order: ${ms} ms`)
    assert.ok(ms < 1000)
    assert.equal((await findCashState(shop.db, id))?.state, 'confirmed')
    assert.equal(await lastText(), `Thank you. Your order ${id} is confirmed.`)
  })

  test('Cancel cancels it before it is confirmed, and asks the shop after', async () => {
    const { id } = await order()
    await press(id, 'Cancel')
    assert.equal((await findCashState(shop.db, id))?.state, 'cancelled')
    const later = await order()
    await press(later.id, 'Yes')
    await press(later.id, 'Cancel')
    assert.equal((await findCashState(shop.db, later.id))?.state, 'cancelling')
  })

  test('Pay now is answered with a link, once for each press', async () => {
    const { id } = await order()
    await ask(id)
    await deliver()
    answer('Pay now')
    const webhooks = meta.takeWebhooks()
    await deliver(webhooks)
    assert.match(
      (await lastText()) ?? '',
      new RegExp(`Pay for order ${id} here: https://shop.example/orders/${id}/pay/`),
    )
    const before = sentTo().length
    await deliver(webhooks)
    await runReplies()
    assert.equal(sentTo().length, before)
  })

  test('of another number than the one that was asked changes nothing', async () => {
    const { id } = await order()
    await ask(id)
    await database.pool.query(`update whatsapp_updates set number = '+919811111111' where number = $1`, [number])
    answer('Yes')
    await deliver()
    assert.equal((await findCashState(shop.db, id))?.state, 'waiting')
  })

  test('STOP ends all updates at once, also of what is queued, and is kept', async () => {
    const { id, userId } = await order()
    meta.faults.expect(/messages$/, { status: 429 })
    await assert.rejects(ask(id))
    meta.write(number.slice(1), 'stop')
    await deliver()
    const before = sentTo().length
    await resendWhatsapp(shop, (await rowOf(id)).id)
    await sendWhatsapp(shop, { template: 'delivered', orderId: id })
    assert.equal(sentTo().length, before)
    assert.match((await rowOf(id)).problem, /wants no messages/)
    assert.deepEqual(await consentsOf(userId), ['whatsapp', 'checkout', 'whatsapp-stop'])
  })
})

describe('a notice to staff', () => {
  const notify = async (userId: string, subject: string) => {
    const boss = { name: 'Boss', email: 'boss@b.example' }
    const params = { ...writePlainEmail(boss, 'A new order.'), path: '/adminDashboard/orders' }
    const id = await insertSentMessage(shop.db, {
      ...{ template: 'staff-notice', subject, channel: 'whatsapp', person: userId, params },
    })
    await resendWhatsapp(shop, id ?? 0)
    const { rows } = await database.pool.query(
      'select channel, state from sent_messages where subject = $1 order by id',
      [subject],
    )
    return rows
  }

  const wantsWhatsapp = (userId: string) =>
    database.pool.query(
      "insert into notification_choices (user_id, kind, timing, channel) values ($1, 'new-order', 'at-once', 'whatsapp')",
      [userId],
    )

  test('goes to the number that they have confirmed, and by email without one', async () => {
    const { userId } = await addUser(shop.db, 'admin')
    await wantsWhatsapp(userId)
    assert.deepEqual(await notify(userId, 'notice 1'), [
      { channel: 'whatsapp', state: 'failed' },
      { channel: 'email', state: 'queued' },
    ])
    await database.pool.query('insert into whatsapp_numbers (user_id, number) values ($1, $2)', [
      userId,
      '+919811112222',
    ])
    assert.deepEqual(await notify(userId, 'notice 2'), [{ channel: 'whatsapp', state: 'sent' }])
    const [message] = sentTo('+919811112222')
    assert.match(message?.text ?? '', /: A new order\./)
    assert.equal(message?.link?.url, 'https://shop.example/adminDashboard/orders')
  })

  test('STOP moves what its number was told of to email', async () => {
    const { userId } = await addUser(shop.db, 'admin')
    await database.pool.query('insert into whatsapp_numbers (user_id, number) values ($1, $2)', [
      userId,
      '+919811113333',
    ])
    await wantsWhatsapp(userId)
    meta.write('919811113333', 'Stop')
    await deliver()
    const { rows } = await database.pool.query('select channel from notification_choices where user_id = $1', [userId])
    assert.deepEqual(rows, [{ channel: 'email' }])
    assert.deepEqual(await consentsOf(userId), ['whatsapp-stop'])
    assert.deepEqual(
      await notify(userId, 'notice 3'),
      [
        { channel: 'whatsapp', state: 'failed' },
        { channel: 'email', state: 'queued' },
      ],
      'also what was queued before',
    )
    assert.deepEqual(sentTo('+919811113333'), [])
  })
})
