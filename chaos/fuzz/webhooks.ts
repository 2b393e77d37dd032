// Genuinely signed webhooks of the payment provider and of WhatsApp, with any content: a provider repeats for days what is
// answered with an error.
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { WHATSAPP_LANGUAGE, WHATSAPP_TEMPLATE_NAMES } from '#domain/messages/whatsapp-templates.ts'
import { type GeneratedRequest, words } from './requests.ts'

/** The sandbox's numbers of the shop at Meta. */
const [PHONE, BUSINESS] = ['100000000000001', '100000000000002']
const DISPUTES = ['created', 'action_required', 'under_review', 'won', 'lost', 'closed']
const FIELDS = [
  'messages',
  'message_template_status_update',
  'message_template_quality_update',
  'template_category_update',
]

/** @param secret of the shop, from which its sandbox derives its keys */
export function signedWebhooks(known: readonly string[], secret: string): fc.Arbitrary<GeneratedRequest> {
  const key = (name: string) => createHmac('sha256', secret).update(`sandbox ${name}`).digest('hex')
  const sign = (name: string, body: string) => createHmac('sha256', key(name)).update(body).digest('hex')
  const word = words(known)
  const any = fc.oneof(
    { weight: 6, arbitrary: word },
    { weight: 1, arbitrary: fc.constantFrom('\0', 'a\u0000b', '\ud83d', `${'x'.repeat(299)}🪴`) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  )
  const usually = <T>(value: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 12, arbitrary: value }, { weight: 1, arbitrary: any as fc.Arbitrary<unknown> })
  const id = (prefix: string) => usually(fc.integer({ min: 1, max: 20 }).map((number) => `${prefix}${number}`))
  const seconds = usually(fc.oneof(fc.constantFrom(0, 253_402_300_799, 1e11), fc.nat({ max: 2_000_000_000 })))
  const amount = usually(fc.oneof(fc.nat(), fc.constant(Number.MAX_SAFE_INTEGER)))

  const dispute = fc.record({
    ...{ id: id('disp_'), payment_id: id('pay_'), amount, amount_deducted: amount },
    currency: usually(fc.constantFrom('INR', 'USD')),
    ...{ reason_code: any, reason_description: any, phase: any, respond_by: seconds, created_at: seconds },
  })
  const payment = fc
    .record({ event: fc.constantFrom(...DISPUTES), created_at: seconds, dispute, paymentId: id('pay_') })
    .map(({ event, created_at, dispute: entity, paymentId }) => ({
      ...{ event: `payment.dispute.${event}`, created_at },
      payload: { dispute: { entity }, payment: { entity: { id: paymentId } } },
    }))

  const status = fc.record({
    ...{ id: id('wamid.'), status: usually(fc.constantFrom('sent', 'delivered', 'read', 'failed')) },
    biz_opaque_callback_data: id('message '),
    errors: fc.array(fc.record({ code: usually(fc.nat()), title: word, message: any, error_data: any }), {
      maxLength: 2,
    }),
  })
  const from = usually(fc.constantFrom('919845000012', '919876543210'))
  const text = usually(fc.constantFrom('STOP', 'confirm-cash 1001 yes', 'confirm-cash 999999999999 cancel'))
  const message = fc
    .record({ id: id('wamid.'), from, text, isButton: fc.boolean() })
    .map(({ isButton, text: said, ...rest }) => ({
      ...rest,
      ...(isButton ? { button: { payload: said } } : { text: { body: said } }),
    }))
  const template = fc.record({
    message_template_name: usually(fc.constantFrom(...WHATSAPP_TEMPLATE_NAMES)),
    message_template_language: usually(fc.constant(WHATSAPP_LANGUAGE)),
    ...{ event: word, reason: word, previous_category: word, new_category: word, new_quality_score: word },
  })
  const messages = fc.record({
    metadata: usually(fc.constant({ phone_number_id: PHONE })),
    statuses: fc.array(status, { maxLength: 3 }),
    messages: fc.array(message, { maxLength: 3 }),
  })
  const change = fc
    .tuple(fc.constantFrom(...FIELDS), messages, template)
    .map(([field, said, about]) => ({ field, value: field === 'messages' ? said : about }))
  const whatsapp = fc.record({
    object: usually(fc.constant('whatsapp_business_account')),
    entry: fc.array(
      fc.record({
        ...{ id: usually(fc.constant(BUSINESS)), time: seconds },
        changes: fc.array(change, { minLength: 1, maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })

  const post = (path: string, body: string, headers: Record<string, string>): GeneratedRequest => ({
    ...{ who: 'guest', method: 'POST', path, query: [], headers, fields: [['', body]], body: 'raw' },
  })
  const challenge = fc.tuple(word, fc.boolean()).map(
    ([asked, isGenuine]): GeneratedRequest => ({
      ...{ who: 'guest', method: 'GET', path: '/webhooks/whatsapp', headers: {}, fields: undefined, body: 'form' },
      query: [
        ['hub.mode', 'subscribe'],
        ['hub.verify_token', isGenuine ? key('whatsapp verify').slice(0, 21) : asked],
        ['hub.challenge', asked],
      ],
    }),
  )
  return fc.oneof(
    { weight: 1, arbitrary: challenge },
    {
      weight: 3,
      arbitrary: payment.map(toAscii).map((body) => {
        return post('/webhooks/razorpay', body, { 'x-razorpay-signature': sign('webhooks', body) })
      }),
    },
    {
      weight: 4,
      arbitrary: whatsapp.map(toAscii).map((body) => {
        return post('/webhooks/whatsapp', body, { 'x-hub-signature-256': `sha256=${sign('whatsapp webhooks', body)}` })
      }),
    },
  )
}

/** The bytes that are sent are those that were signed, in any encoding. */
function toAscii(content: unknown): string {
  return JSON.stringify(content).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
