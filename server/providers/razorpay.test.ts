import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'
import { openRazorpay } from './razorpay.ts'

const config = {
  url: 'https://pay.example',
  checkoutUrl: 'https://pay.example/checkout.js',
  keyId: 'rzp_test_1',
  keySecret: 'secret',
  webhookSecrets: ['hook'],
  timeoutMs: 100,
}
const order = { id: 'order_1', amount: 49_500, currency: 'INR', receipt: 'r1' }
const payment = {
  id: 'pay_1',
  order_id: 'order_1',
  amount: 49_500,
  currency: 'INR',
  status: 'captured',
  captured: true,
}
const refund = {
  id: 'rfnd_1',
  payment_id: 'pay_1',
  amount: 10_000,
  status: 'processed',
  notes: { refund: '7', attempt: '1' },
}

/** A provider that gives these answers in turn, the last one for ever. */
function answering(...answers: (Response | Error | object)[]) {
  const asked: { url: string; init: RequestInit }[] = []
  const httpFetch: typeof fetch = async (url, init = {}) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)]
    asked.push({ url: String(url), init })
    if (answer instanceof Error) throw answer
    return answer instanceof Response ? answer.clone() : Response.json(answer)
  }
  return { asked, service: openRazorpay(config, { httpFetch, pausesMs: [0, 0] }) }
}

const refusing = (status: number, body: unknown = { error: { code: 'BAD_REQUEST_ERROR', description: 'No' } }) =>
  Response.json(body, { status })

test('an order is asked for in paise and rupees of India, by name of our key', async () => {
  const { asked, service } = answering(order)
  assert.equal(await service.createOrder({ receipt: 'r1', amount: 49_500 }), 'order_1')
  const { url, init } = asked[0] ?? assert.fail()
  assert.equal(url, 'https://pay.example/v1/orders')
  assert.equal(new Headers(init.headers).get('authorization'), `Basic ${btoa('rzp_test_1:secret')}`)
  const { amount, currency, receipt, payment: how } = JSON.parse(String(init.body))
  assert.deepEqual({ amount, currency, receipt }, { amount: 49_500, currency: 'INR', receipt: 'r1' })
  assert.equal(how.capture, 'automatic')
})

test('an order is found by its receipt, and only if it is the very one', async () => {
  const others = [
    { ...order, receipt: 'r10' },
    { ...order, amount: 1 },
    { ...order, currency: 'USD' },
  ]
  const found = answering({ items: [...others, order] })
  assert.equal(await found.service.findOrder({ receipt: 'r1', amount: 49_500 }), 'order_1')
  assert.equal(found.asked[0]?.url, 'https://pay.example/v1/orders?receipt=r1')
  const none = answering({ items: others })
  assert.equal(await none.service.findOrder({ receipt: 'r1', amount: 49_500 }), undefined)
})

test('a payment is translated into our terms', async () => {
  const { service } = answering(payment)
  const told = {
    id: 'pay_1',
    orderId: 'order_1',
    amount: 49_500,
    currency: 'INR',
    status: 'captured',
    captured: true,
    amountRefunded: 0,
  }
  assert.deepEqual(await service.getPayment('pay_1'), told)
  const old = answering({ ...payment, captured: null, order_id: null })
  assert.deepEqual(await old.service.getPayment('pay_1'), { ...told, orderId: '' })
  const list = answering({ items: [payment] })
  assert.deepEqual(await list.service.listPayments('order_1'), [told])
})

test('a refund is of an amount, keyed by payment, refund and attempt', async () => {
  const { asked, service } = answering(refund)
  const told = { id: 'rfnd_1', paymentId: 'pay_1', amount: 10_000, state: 'processed', refundId: 7, attempt: 1 }
  assert.deepEqual(await service.refund({ refundId: 7, paymentId: 'pay_1', amount: 10_000, attempt: 1 }), told)
  assert.equal(new Headers(asked[0]?.init.headers).get('x-refund-idempotency'), 'pay_1-7-1')
  const { amount, receipt, notes } = JSON.parse(String(asked[0]?.init.body))
  assert.deepEqual([amount, receipt, notes], [10_000, 'pay_1-7-1', { refund: '7', attempt: '1' }])
  const theirs = answering({ ...refund, notes: [] })
  const { refundId, attempt } = await theirs.service.getRefund('rfnd_1')
  assert.deepEqual([refundId, attempt], [undefined, undefined])
  const former = answering({ ...refund, notes: { attempt: '2', refund: 'by phone' } })
  assert.deepEqual(await former.service.getRefund('rfnd_1'), { ...told, refundId: undefined, attempt: 2 })
})

test('disputes are listed by the page, without those that are not as documented', async () => {
  const dispute = {
    ...{ id: 'disp_1', payment_id: 'pay_1', amount: 100, currency: 'INR', status: 'open', phase: 'chargeback' },
    ...{ reason_code: 'goods_not_received', respond_by: 9, created_at: 1 },
  }
  const { asked, service } = answering({ items: [dispute, { ...dispute, status: 'new' }, 7] }, { items: Array(100) })
  const { disputes, isLast } = await service.listDisputes(2)
  assert.deepEqual(
    disputes.map(({ disputeId, state, reason }) => [disputeId, state, reason]),
    [['disp_1', 'open', 'goods not received']],
  )
  assert.ok(isLast)
  assert.equal(asked[0]?.url, 'https://pay.example/v1/disputes?count=100&skip=200')
  assert.equal((await service.listDisputes(0)).isLast, false)
})

test('ids are escaped in the provider’s URLs', async () => {
  const { asked, service } = answering(payment)
  await service.getPayment('../orders?x=')
  assert.equal(asked[0]?.url, 'https://pay.example/v1/payments/..%2Forders%3Fx%3D')
})

describe('what is not an answer', () => {
  test('a refusal is final and says why', async () => {
    for (const status of [400, 401, 404, 422]) {
      const { asked, service } = answering(refusing(status))
      await assert.rejects(service.getPayment('pay_1'), (error) => {
        assert.ok(error instanceof ProviderRejectedError)
        assert.match(
          error.message,
          new RegExp(`GET /payments/pay_1 was rejected with ${status} \\(BAD_REQUEST_ERROR: No\\)`),
        )
        return true
      })
      assert.equal(asked.length, 1)
    }
  })

  test('every other failure is ambiguous: the request may have been carried out', async () => {
    const cases = [
      refusing(429),
      refusing(409),
      refusing(500, 'oops'),
      refusing(503),
      new TypeError('fetch failed'),
      new Response('<html>'),
      Response.json({ hello: 1 }),
    ]
    for (const answer of cases) {
      const { asked, service } = answering(answer)
      await assert.rejects(service.getPayment('pay_1'), ProviderUnavailableError)
      assert.equal(asked.length, 3, 'asked again, as nothing is made')
    }
  })

  test('making an order is not repeated by itself: there could be two', async () => {
    const { asked, service } = answering(refusing(500))
    await assert.rejects(service.createOrder({ receipt: 'r1', amount: 100 }), ProviderUnavailableError)
    assert.equal(asked.length, 1)
  })

  test('a temporary failure is retried', async () => {
    const { service } = answering(refusing(429), payment)
    assert.equal((await service.getPayment('pay_1')).id, 'pay_1')
  })

  test('a provider that hangs, stops halfway or closes the connection is not waited for', async () => {
    const silent: RequestListener[] = [
      () => {},
      (_request, answer) => void answer.writeHead(200, { 'content-length': '100' }).write('{"id":'),
      (request) => request.socket.destroy(),
      (_request, answer) => void answer.writeHead(302, { location: '/' }).end(),
    ]
    for (const listener of silent) {
      const http = createServer(listener)
      await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
      const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
      const service = openRazorpay({ ...config, url }, { pausesMs: [] })
      await assert.rejects(service.getPayment('pay_1'), ProviderUnavailableError)
      http.closeAllConnections()
      http.close()
    }
  })
})

test('a signature is over our own order and the payment, and nothing but the very one will do', () => {
  const { service } = answering(order)
  const sign = (text: string, secret = 'secret') => createHmac('sha256', secret).update(text).digest('hex')
  const isGenuine = (signature: string) => service.isPaymentGenuine('order_1', 'pay_1', signature)
  assert.ok(isGenuine(sign('order_1|pay_1')))
  for (const wrong of [
    sign('order_2|pay_1'),
    sign('order_1|pay_2'),
    sign('order_1|pay_1', 'hook'),
    sign('order_1|pay_1').toUpperCase(),
    sign('order_1|pay_1').slice(0, -1),
    `${sign('order_1|pay_1')} `,
    '',
    'é'.repeat(64),
  ]) {
    assert.equal(isGenuine(wrong), false, wrong)
  }
})

test('a test key is recognised', () => {
  assert.equal(openRazorpay(config).isTest, true)
  assert.equal(openRazorpay({ ...config, keyId: 'rzp_live_1' }).isTest, false)
})
