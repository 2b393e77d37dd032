import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '#domain/messages/message.ts'
import { ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'
import { openEmailjs } from './emailjs.ts'

const config = {
  url: 'https://emails.example',
  serviceId: 'service_1',
  templateId: 'template_1',
  userId: 'public',
  accessToken: 'private',
}
const message = {
  email: 'meera@gamla.example',
  name: 'Meera',
  amount: '₹495',
  status: 'Hello',
  items: [{ title: 'Pot', detail: 'C04, Grey Stone', quantity: 2, price: 495 }],
  orderId: 1001,
  paymentId: 'pay_1',
}

const emailOf = (message: Message) => ({
  message,
  subject: '',
  html: '',
  text: '',
  messageId: '<sent-1@gamla.example>',
})

function answering(answer: () => Promise<Response> | Response) {
  const asked: { url: string; init: RequestInit | undefined }[] = []
  const httpFetch: typeof fetch = async (url, init) => {
    asked.push({ url: String(url), init })
    return answer()
  }
  return { asked, service: openEmailjs(config, { httpFetch, timeoutMs: 50 }) }
}

test('an email is one request as EmailJS documents it', async () => {
  const { asked, service } = answering(() => new Response('OK'))
  await service.send(emailOf(message))
  assert.equal(asked[0]?.url, 'https://emails.example/api/v1.0/email/send')
  assert.equal(asked[0]?.init?.method, 'POST')
  assert.deepEqual(JSON.parse(String(asked[0]?.init?.body)), {
    service_id: 'service_1',
    template_id: 'template_1',
    user_id: 'public',
    accessToken: 'private',
    template_params: {
      email: 'meera@gamla.example',
      user_name: 'Meera',
      amount: '₹495',
      status: 'Hello',
      cartDetails: '1. Pot, C04, Grey Stone: 2 × ₹495 = ₹990',
      payment_id: 'pay_1',
    },
  })
})

test('a row of an older version has its lines as a text, and an email about no order has none', async () => {
  const { asked, service } = answering(() => new Response('OK'))
  await service.send(
    emailOf({ email: 'm@gamla.example', name: 'Meera', amount: '₹495', status: '', lines: '1. Pot: ₹495' }),
  )
  await service.send(emailOf({ email: 'm@gamla.example', name: 'Meera', amount: '', status: 'Hello' }))
  const details = asked.map(({ init }) => JSON.parse(String(init?.body)).template_params.cartDetails)
  assert.deepEqual(details, ['1. Pot: ₹495', ''])
})

for (const status of [400, 403, 422]) {
  test(`${status} is a refusal that keeps the reason`, async () => {
    const { service } = answering(() => new Response('The template\nID not found', { status }))
    await assert.rejects(service.send(emailOf(message)), (error) => {
      assert.ok(error instanceof ProviderRejectedError)
      assert.equal(error.message, `Rejected with ${status}: The template ID not found`)
      return true
    })
  })
}

for (const status of [408, 429, 500, 503]) {
  test(`${status} may work another time, and its words stay out of the log`, async () => {
    const { service } = answering(() => new Response('busy with meera@gamla.example', { status }))
    await assert.rejects(service.send(emailOf(message)), (error) => {
      assert.ok(error instanceof ProviderUnavailableError)
      assert.doesNotMatch(error.message, /meera/)
      return true
    })
  })
}

test('a page of somebody else, a lost connection and no answer may work another time', async () => {
  const strange = answering(() => new Response('<h1>Log in to this network</h1>'))
  await assert.rejects(strange.service.send(emailOf(message)), ProviderUnavailableError)
  const broken = answering(() => Promise.reject(new TypeError('fetch failed')))
  await assert.rejects(broken.service.send(emailOf(message)), ProviderUnavailableError)
  const half = answering(() => new Response(new ReadableStream({ start: (body) => body.error(new Error('cut')) })))
  await assert.rejects(half.service.send(emailOf(message)), ProviderUnavailableError)
  const silent = openEmailjs(config, {
    timeoutMs: 20,
    httpFetch: (_url, init) =>
      new Promise((_, reject) => {
        // As fetch does it, while something else keeps the process awake.
        const awake = setTimeout(() => {}, 10_000)
        init?.signal?.addEventListener('abort', () => {
          clearTimeout(awake)
          reject(init.signal?.reason)
        })
      }),
  })
  await assert.rejects(silent.send(emailOf(message)), ProviderUnavailableError)
})
