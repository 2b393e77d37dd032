import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { jobKey } from '#server/db/enqueue.ts'
import { createMetrics, writeProcessMetrics } from '#server/observability/metrics.ts'
import { anyCharacter } from '#tests/support/fixtures/any-character.ts'
import { REMOVE_JOBS } from '#tests/support/jobs.ts'
import { openPaymentWorld } from '#tests/support/payments/payment-harness.ts'
import { createWebhook } from './webhook.ts'

let world: Awaited<ReturnType<typeof openPaymentWorld>>
let metrics: ReturnType<typeof createMetrics>

before(async () => {
  world = await openPaymentWorld()
})

beforeEach(async () => {
  world.said.length = 0
  metrics = createMetrics()
  await world.sql(`${REMOVE_JOBS}; delete from payment_events`)
})

after(() => world.close())

function open(rateLimitFactor = 1) {
  let outcome = ''
  const countWebhook = (counted: string) => {
    outcome = counted
    metrics.countWebhook(counted)
  }
  const route = createWebhook({ ...world.shop, metrics: { countWebhook }, config: { rateLimitFactor } })
  /** The outcome, whose status must be the one that the provider acts on. */
  return async (webhook: Parameters<typeof route>[0]) => {
    const { status } = await route(webhook)
    assert.equal(status, STATUSES[outcome], outcome)
    return outcome
  }
}

const STATUSES: Record<string, number> = {
  accepted: 200,
  unreadable: 200,
  unsigned: 400,
  'invalid-signature': 400,
  aborted: 400,
  'too-large': 413,
  limited: 429,
}

const sign = (body: string | Uint8Array) => createHmac('sha256', 'the secret of webhooks').update(body).digest('hex')

function sent(
  body: string | Uint8Array,
  {
    signature = sign(body),
    eventId,
    address = '192.0.2.7',
  }: { signature?: string; eventId?: string; address?: string } = {},
) {
  const headers = {
    'x-razorpay-signature': signature,
    ...(eventId !== undefined && { 'x-razorpay-event-id': eventId }),
  }
  const request = new Request('http://localhost/webhooks/razorpay', {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
  return { address, request }
}

const told = (event: unknown, payment: unknown, refund?: unknown) =>
  JSON.stringify({
    event,
    payload: {
      payment: { entity: { id: payment } },
      ...(refund !== undefined && { refund: { entity: { id: refund } } }),
    },
  })

const promises = async () =>
  (await world.sql<{ key: string }>('select key from graphile_worker.jobs order by key')).map(({ key }) => key)

test('a webhook leads to a query of the payment or refund that it names', async () => {
  const hear = open()
  assert.equal(await hear(sent(told('refund.processed', 'pay_N5k1', 'rfnd_N5k2'), { eventId: 'evt_1' })), 'accepted')
  assert.deepEqual(await promises(), [
    jobKey('sync-payment', { paymentId: 'pay_N5k1' }),
    jobKey('sync-refund', { refundId: 'rfnd_N5k2' }),
  ])
  assert.deepEqual(await world.sql('select id, event from payment_events'), [
    { id: 'evt_1', event: 'refund.processed' },
  ])
})

test('an odd id of the provider is ignored with one line, answered 200, and nothing is written', async () => {
  const hear = open()
  const odd: unknown[] = [
    `pay_${'x'.repeat(61)}`,
    `pay_${'x'.repeat(200_000)}`,
    'pay_',
    'order_1',
    'pay_\u0000',
    'pay_1\n',
    'pay_\ud800',
    'pay_é',
    '../pay_1',
    "pay_1'; drop table orders; --",
    '',
    7,
    Number.MAX_VALUE,
    null,
    true,
    {},
    ['pay_1'],
  ]
  for (const id of odd) {
    const outcome = await hear(sent(told('payment.captured', id)))
    assert.equal(outcome, 'unreadable', JSON.stringify(id)?.slice(0, 60))
    assert.equal(await hear(sent(told('refund.created', 'pay_1', id))), 'unreadable')
  }
  for (const event of ['', '\0', 'x'.repeat(101), 'payment captured', 7, null])
    assert.equal(await hear(sent(told(event, 'pay_1'))), 'unreadable')
  assert.deepEqual(await promises(), [])
  assert.deepEqual(await world.sql('select from payment_events'), [])
  assert.deepEqual(world.said, ['Ignored a payment webhook: unknown format'])
})

test('a missing or invalid event id is replaced by a hash of the body', async () => {
  const hear = open()
  for (const eventId of [undefined, '', 'x'.repeat(10_000), 'evt 1', "'"]) {
    const webhook = () =>
      sent(told('payment.captured', `pay_${eventId?.length}`), eventId === undefined ? {} : { eventId })
    assert.equal(await hear(webhook()), 'accepted')
    assert.equal(await hear(webhook()), 'accepted')
  }
  const ids = await world.sql<{ id: string }>('select id from payment_events')
  assert.equal(ids.length, 5)
  for (const { id } of ids) assert.match(id, /^[0-9a-f]{64}$/)
})

test('no correctly signed webhook throws', async () => {
  const hear = open()
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const fixed = [nested(100_000), '{"__proto__":{"event":"x"}}', '"\\ud800"', '1e999', '', ' ', '\ufeff{}']
  for (const body of fixed) assert.equal(await hear(sent(body)), 'unreadable', body.slice(0, 40))
  assert.equal(await hear(sent(`{"event":"x","payload":${nested(60_000)}}`)), 'accepted')
  assert.equal(await hear(sent(new Uint8Array([0xff, 0xfe, 0x00, 0x7b]))), 'unreadable')
  const value = fc.oneof(
    fc.constantFrom('pay_1', 'rfnd_1', 'payment.captured', '\0', '\ud800', 1e308, -0),
    fc.anything(),
    fc.string({ unit: anyCharacter }),
  )
  const entity = fc.oneof(fc.record({ entity: fc.record({ id: value }) }), value)
  const message = fc.record(
    { event: value, payload: fc.oneof(fc.record({ payment: entity, refund: entity }), value) },
    { requiredKeys: [] },
  )
  const body = fc.oneof(
    message.map((it) => JSON.stringify(it, (_, part) => (typeof part === 'bigint' ? String(part) : part))),
    fc.json(),
    fc.string(),
  )
  await fc.assert(
    fc.asyncProperty(
      body,
      fc.option(fc.stringMatching(/^[\x20-\x7e]*$/), { nil: undefined }),
      async (text, eventId) => {
        const outcome = await hear(sent(text, eventId === undefined ? {} : { eventId }))
        assert.ok(outcome === 'accepted' || outcome === 'unreadable', outcome)
      },
    ),
    { numRuns: 500 },
  )
})

test('a flood of messages that are not signed, or wrongly, is one line and counted', async () => {
  const hear = open()
  const body = told('payment.captured', 'pay_1')
  const outcomes: string[] = []
  for (let n = 0; n < 50; n += 1) {
    outcomes.push(await hear(sent(body, { signature: '' })))
    outcomes.push(await hear(sent(body, { signature: 'f'.repeat(64) })))
  }
  const countOf = (outcome: string) => outcomes.filter((one) => one === outcome).length
  assert.deepEqual([countOf('unsigned'), countOf('invalid-signature'), countOf('limited')], [50, 30, 20])
  assert.deepEqual(world.said, ['Rejected a payment webhook: invalid signature'])
  const text = await writeProcessMetrics([{ value: await metrics.read() }])
  assert.match(text, /^gamla_webhooks_total\{outcome="unsigned"\} 50$/m)
  assert.match(text, /^gamla_webhooks_total\{outcome="limited"\} 20$/m)
  // Somebody else's address is another's.
  assert.equal(await hear(sent(body, { address: '192.0.2.8' })), 'accepted')
})

test('an unsigned body is not read, and one of an address that sends wrong signatures is not either', async () => {
  const hear = open()
  const body = told('payment.captured', 'pay_1')
  for (let n = 0; n < 30; n += 1) await hear(sent(body, { signature: 'f'.repeat(64) }))
  for (const signature of ['', 'f'.repeat(64)]) {
    const { request, address } = sent(body, { signature })
    await hear({ request, address })
    assert.equal(request.bodyUsed, false)
  }
})

test('an address that also sends valid webhooks is not blocked, and RATE_LIMIT_FACTOR=0 blocks nobody', async () => {
  const body = told('payment.captured', 'pay_1')
  const wrong = () => sent(body, { signature: 'f'.repeat(64) })
  const hear = open()
  await hear(sent(body))
  for (let n = 0; n < 40; n += 1) assert.equal(await hear(wrong()), 'invalid-signature')
  assert.equal(await hear(sent(body)), 'accepted')
  const free = open(0)
  for (let n = 0; n < 40; n += 1) assert.equal(await free(wrong()), 'invalid-signature')
})

test('more than 256 KB is refused unread to its end, and a body that breaks off is no error', async () => {
  const hear = open()
  const large = ' '.repeat(256 * 1024 + 1)
  assert.equal(await hear(sent(large)), 'too-large')
  const headers = { 'x-razorpay-signature': 'f'.repeat(64) }
  let pulled = 0
  const endless = new ReadableStream({
    pull(controller) {
      pulled += 1
      controller.enqueue(new Uint8Array(64 * 1024))
    },
  })
  const streamed = (body: ReadableStream) =>
    new Request('http://localhost/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
  assert.equal(await hear({ address: 'a', request: streamed(endless) }), 'too-large')
  assert.ok(pulled < 10)
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
  assert.equal(await hear({ address: 'a', request: streamed(broken) }), 'aborted')
})

const dispute = (event: string, second: number, changes: object = {}) =>
  JSON.stringify({
    event: `payment.dispute.${event}`,
    created_at: second,
    payload: {
      payment: { entity: { id: 'pay_D1' } },
      dispute: {
        entity: {
          ...{ id: 'disp_1', payment_id: 'pay_D1', amount: 49_500, currency: 'INR', amount_deducted: 0 },
          ...{ reason_code: 'goods_not_received', phase: 'chargeback', respond_by: 1_796_000_000, created_at: 1 },
          ...changes,
        },
      },
    },
  })

test('a dispute is kept as it was reported last, in whatever sequence and however often it is reported', async () => {
  const hear = open()
  const stored = () =>
    world.sql('select payment_id, state, amount::integer, deducted::integer, reason, phase from disputes')
  const lost = dispute('lost', 30, { amount_deducted: 49_500 })
  const reports = [dispute('created', 10), lost, dispute('under_review', 20), lost, dispute('created', 10)]
  for (const report of reports) assert.equal(await hear(sent(report)), 'accepted')
  const about = { payment_id: 'pay_D1', amount: 49_500, reason: 'goods not received', phase: 'chargeback' }
  assert.deepEqual(await stored(), [{ ...about, state: 'lost', deducted: 49_500 }])

  await world.sql('truncate disputes')
  const all = ['created', 'action_required', 'under_review', 'won'].map((event) => dispute(event, 10))
  await Promise.all(all.map((report) => hear(sent(report))))
  assert.deepEqual(await stored(), [{ ...about, state: 'won', deducted: 0 }])
  await world.sql('truncate disputes')
})

test('a dispute with odd contents is ignored, and texts are kept clean and short', async () => {
  const hear = open()
  for (const odd of [{ id: 'disp_' }, { amount: -1 }, { amount: 1e300 }, { currency: '₹' }, { respond_by: 1e15 }])
    assert.equal(await hear(sent(dispute('created', 10, odd))), 'unreadable', JSON.stringify(odd))
  assert.equal(await hear(sent(dispute('created', 10, { reason_description: `\u0000${'ग'.repeat(900)}` }))), 'accepted')
  const [row] = await world.sql<{ reason: string }>('select reason from disputes')
  assert.equal(row?.reason.length, 200)
  assert.equal(await hear(sent(dispute('forgotten', 10, { id: 'disp_2' }))), 'accepted')
  assert.equal((await world.sql('select from disputes')).length, 1)
  await world.sql('truncate disputes')
})
