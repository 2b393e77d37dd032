import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { WHATSAPP_TEMPLATES } from '#domain/messages/whatsapp-templates.ts'
import { ProviderUnavailableError } from '#server/errors.ts'
import { openMeta, type whatsappKeys } from '#tests/support/whatsapp/whatsapp-harness.ts'
import { WhatsappBusyError, WhatsappRejectedError } from './whatsapp.ts'

const to = '+919876543210'
let standIn: ReturnType<typeof openMeta>
let whatsapp: (typeof standIn)['whatsapp']
const connect = (changes: Partial<typeof whatsappKeys>) => standIn.connect(changes)

beforeEach(async () => {
  standIn = openMeta()
  whatsapp = standIn.whatsapp
  for (const name of ['order_placed', 'confirm_cash', 'login_code'] as const)
    await whatsapp.submitTemplate(name, WHATSAPP_TEMPLATES[name], 'https://shop.example')
})

const ask = (reference = 'm-1', number = to) =>
  whatsapp.send({
    ...{ to: number, reference, template: 'confirm_cash', values: ['Asha', '1001', 'Gamla', '₹495'] },
    buttons: ['yes', 'cancel', 'pay'].map((payload, index) => ({ index, payload })),
  })

function takeWebhooks() {
  return standIn.takeWebhooks().flatMap(({ body, headers }) => {
    const events = whatsapp.readWebhook(Buffer.from(body), new Headers(headers))
    assert.ok(typeof events !== 'string', String(events))
    return events
  })
}

test('a message carries our reference, which comes back with every status', async () => {
  const id = await ask()
  assert.deepEqual(
    takeWebhooks().map((event) => event.kind === 'status' && [event.id, event.reference, event.state]),
    ['sent', 'delivered', 'read'].map((state) => [id, 'm-1', state]),
  )
  assert.equal(
    standIn.messages()[0]?.text,
    'Hello Asha, please confirm your order 1001 at Gamla of ₹495, which you pay in cash on delivery.',
  )
})

test('a pressed answer says what it was for, and who pressed it', async () => {
  const id = await ask()
  takeWebhooks()
  standIn.answer(id, 'Yes')
  standIn.answer(id, 'STOP')
  assert.deepEqual(
    takeWebhooks().map(({ kind, ...event }) => [
      kind,
      'from' in event && event.from,
      'payload' in event && event.payload,
    ]),
    [
      ['pressed', to, 'yes'],
      ['wrote', to, false],
    ],
  )
})

test('a page of the shop opens from a button, and a code can be copied', async () => {
  const values = ['Asha', '1001', 'Gamla', '₹495']
  await whatsapp.send({ to, reference: 'a', template: 'order_placed', values, buttons: [{ index: 0, urlEnd: 'o/1' }] })
  assert.equal(standIn.messages()[0]?.link?.url, 'https://shop.example/o/1')
  const buttons = [{ index: 0, urlEnd: '123456' }]
  await whatsapp.send({ to, reference: 'b', template: 'login_code', values: ['123456'], buttons })
  assert.match(standIn.messages()[0]?.text ?? '', /^123456 is your verification code/)
})

test('what Meta refuses for ever is told from what may work later and from an answer that was lost', async () => {
  const refusedWith = (code: number) => (error: unknown) =>
    error instanceof WhatsappRejectedError && error.code === code
  await assert.rejects(ask('m', '+123'), refusedWith(131009))
  await assert.rejects(whatsapp.send({ to, reference: 'm', text: 'Hello' }), refusedWith(131047))
  standIn.judge('confirm_cash', 'PAUSED')
  await assert.rejects(ask(), refusedWith(132015))
  standIn.judge('confirm_cash', 'APPROVED')
  await assert.rejects(connect({ token: 'revoked' }).getNumber(), (error: Error) => {
    return error instanceof WhatsappBusyError && /invalidated\. \(190\)$/.test(error.message)
  })
  standIn.faults.expect(/messages/, { status: 429 })
  await assert.rejects(ask(), WhatsappBusyError)
  standIn.faults.expect(/messages/, 'broken-response')
  await assert.rejects(
    ask(),
    (error) => error instanceof ProviderUnavailableError && !(error instanceof WhatsappBusyError),
  )
})

test('a number without WhatsApp is reported by the webhook, in Meta’s words', async () => {
  await ask('m-2', '+919876540000')
  const [event] = takeWebhooks()
  assert.deepEqual(event?.kind === 'status' && [event.state, event.problem], [
    'failed',
    { code: 131026, words: 'WhatsApp: Message undeliverable (131026)' },
  ])
})

test('the templates are listed with state and category, and Meta tells when it changes them', async () => {
  standIn.judge('order_placed', 'PAUSED')
  standIn.recategorise('order_placed', 'MARKETING')
  const listed = (await whatsapp.listTemplates()).find(({ name }) => name === 'order_placed')
  assert.deepEqual(listed, { name: 'order_placed', language: 'en', state: 'paused', category: 'MARKETING' })
  assert.deepEqual(
    takeWebhooks().map((event) => event.kind === 'template' && event.template),
    [
      { name: 'order_placed', language: 'en', state: 'paused' },
      { name: 'order_placed', language: 'en', category: 'MARKETING', formerCategory: 'UTILITY' },
    ],
  )
})

test('a webhook that Meta did not sign, or about another number, says nothing', async () => {
  await ask()
  const [message] = standIn.webhooks.list()
  assert.ok(message)
  const { body, headers } = standIn.webhooks.signed(message)
  const read = (content: string, signature = headers['x-hub-signature-256'], reader = whatsapp) =>
    reader.readWebhook(Buffer.from(content), new Headers({ 'x-hub-signature-256': signature }))
  assert.equal(read(`${body} `), 'invalid-signature')
  assert.equal(read(body, `sha256=${'0'.repeat(64)}`), 'invalid-signature')
  assert.equal(read(body, ''), 'invalid-signature')
  assert.deepEqual(read(body, undefined, connect({ phoneNumberId: '12' })), [])
  assert.deepEqual(read(body, undefined, connect({ businessId: '23' })), [])
})

test('the verify token is compared whole', () => {
  for (const wrong of ['', 'verif', 'verify ', 'VERIFY']) assert.equal(whatsapp.isVerifyToken(wrong), false)
  assert.equal(whatsapp.isVerifyToken('verify'), true)
  assert.equal(connect({ verifyToken: '' }).isVerifyToken(''), false)
})
