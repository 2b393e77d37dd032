import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { type EmailKind, SUBJECTS } from './email-subjects.ts'
import type { Message } from './message.ts'
import { renderEmail } from './render-email.ts'

const origin = 'https://gamla.example'
const page = `${origin}/track/1042/hM3wq0nTtq4J8oYQm1hX2A`
const items = [
  { title: 'Terrace Bowl', detail: 'C04, Grey Stone', quantity: 2, price: 2980 },
  { title: 'Cubee', detail: 'C01, Sandstone', quantity: 1, price: 495 },
]
const recipient = { email: 'meera@gamla.example', name: 'Meera' }
const order = { ...recipient, amount: '₹6,455', items, orderId: 1042, paymentId: 'pay_N5kq' }
const account = { ...recipient, amount: '' }
const shop = {
  ...defaultShopInfo,
  ...{ legalName: 'Gamla Pots Private Limited', legalAddress: '12 Lake Road\nPune 411011', gstin: '27AAPFU0939F1ZV' },
}
const courierPage = 'https://courier.example/track?awb=123456&lang=en'
const resetPage = `${origin}/reset-password?token=J8oYQm1hX2AhM3wq0nTtq4J8oYQm1hX2A`
const placed: Message = {
  ...order,
  status: `Thank you! Your order 1042 is confirmed. We received your payment of ₹6,455. See your order: ${page}`,
}

const render = (kind: EmailKind, message: Message, info = shop) => renderEmail({ kind, message, shop: info, origin })
const said = (kind: EmailKind, status: string) => render(kind, { ...account, status }).html
const hrefsOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

const SAMPLES: Partial<Record<EmailKind, Message>> = {
  'order-placed': placed,
  'confirm-cash': {
    ...{ ...order, paymentId: undefined },
    status: `Please confirm your order 1042 of ₹6,455, which you pay in cash on delivery: ${origin}/orders/1042/confirm/hM3w\nIf you don’t confirm within 24 hours, we cancel it.\nYou can also pay now instead: ${origin}/orders/1042`,
  },
  dispatched: {
    ...order,
    status: `Your order 1042 is packed and comes with Delhivery (AWB 123456). Track your parcel: ${courierPage} View your order: ${page} Tax invoice: GM/26-27/00001.`,
  },
  'reset-link': {
    ...account,
    status: `To set a new password, open this link within 60 minutes: ${resetPage} It works once. If you did not ask for it, ignore this email: your password stays as it is.`,
  },
  'login-code': {
    ...account,
    status: 'Your code to log in to Gamla is 012345. It expires in 10 minutes and can be used once.',
  },
  'password-changed': {
    ...account,
    status: `Your password was changed on 22 Nov 2026, 12:00 pm (India). If it was not you, set a new one at ${origin}/forgot-password and tell us.`,
  },
  'message-reply': {
    ...account,
    status: 'Yes, it is.\nShall we keep one for you?\n\nThis answers your message of 24 Nov 2026.',
  },
}

const snapshot = (name: string) => new URL(`./snapshots/${name}`, import.meta.url).pathname

test('emails read as text as these do', (t) => {
  const texts = Object.entries(SAMPLES).map(([kind, message]) => {
    const { subject, text } = render(kind as EmailKind, message)
    return `--- ${kind}\nSubject: ${subject}\n\n${text}\n`
  })
  t.assert.fileSnapshot(texts.join('\n'), snapshot('emails.txt'), { serializers: [String] })
})

for (const kind of ['order-placed', 'reset-link'] as const) {
  test(`the email ${kind} looks as this page does`, (t) => {
    const message = SAMPLES[kind]
    assert.ok(message)
    t.assert.fileSnapshot(render(kind, message).html, snapshot(`${kind}.html`), { serializers: [String] })
  })
}

test('every email begins with the shop’s name, is small, and loads nothing from elsewhere', () => {
  for (const kind of Object.keys(SUBJECTS) as EmailKind[]) {
    const { subject, html, text } = render(kind, SAMPLES[kind] ?? placed)
    assert.match(subject, /^[^\r\n{}]{5,70}$/)
    assert.match(text, /^Gamla\n\nHello Meera,\n/)
    const read = html.replace(/^[\s\S]*?<body/, '<body').replace(/<!--[\s\S]*?-->|<[^>]*>/g, ' ')
    assert.match(read, /^\s*Gamla: /, kind)
    assert.ok(Buffer.byteLength(html) <= 12_000, `${kind}: ${Buffer.byteLength(html)} bytes`)
    assert.doesNotMatch(html, /<img|<link|<script|src=|url\(|@import|display:\s*(?:flex|grid)/)
    for (const href of hrefsOf(html))
      assert.ok(href?.startsWith(`${origin}/`) || href === 'https://courier.example/track?awb=123456&amp;lang=en')
  }
})

test('a hundred lines of an order fit into 30 KB, and the text has them all', () => {
  const line = { title: 'ग'.repeat(80), detail: 'C04, Grey Stone', quantity: 12, price: 1_25_000 }
  const { html, text } = render('order-placed', { ...placed, items: Array.from({ length: 100 }, () => line) })
  assert.ok(Buffer.byteLength(html) <= 30 * 1024, `${Buffer.byteLength(html)} bytes`)
  assert.match(html, /and 81 more items/)
  assert.match(text, /\n100\. /)
})

test('the action of an email is a button, with its address below it; other links are lines', () => {
  const { html } = render('dispatched', SAMPLES.dispatched ?? placed)
  const courier = courierPage.replace('&', '&amp;')
  assert.deepEqual(hrefsOf(html), [`${origin}/`, courier, courier, page])
  assert.match(html, /<a href="[^"]+" style="[^"]+">Track your parcel<\/a>/)
  assert.match(html, /View your order: <a class="link"/)
  assert.match(
    html,
    /Your order 1042 is packed and comes with Delhivery \(AWB 123456\)\. Tax invoice: GM\/26-27\/00001\.</,
  )
  assert.match(render('confirm-cash', SAMPLES['confirm-cash'] ?? placed).html, />Confirm your order<\/a>/)
  // A link inside a sentence stays there.
  assert.match(
    said('password-changed', `Set a new one at ${origin}/forgot-password.`),
    /at <a class="link"[^>]+>[^<]+<\/a>\.</,
  )
})

test('only the shop’s pages are links, and a courier’s about a parcel', () => {
  const elsewhere = [
    'https://evil.example/win',
    `https://gamla.example:x@evil.example/`,
    'https://gamla.example.evil.example/',
    'http://gamla.example/',
    'https://x"onclick="alert(1)',
  ]
  for (const url of elsewhere) assert.deepEqual(hrefsOf(said('message-reply', `See it: ${url}`)), [`${origin}/`], url)
  for (const url of ['javascript:alert(1)', 'http://courier.example/', 'https://user@courier.example/'])
    assert.deepEqual(hrefsOf(said('dispatched', `Track your parcel: ${url}`)), [`${origin}/`], url)
})

test('what somebody typed is text, in its own order, and changes no subject', () => {
  const nasty = '<script>alert(1)</script><img src=x onerror="alert(2)">&amp;\u202emoc\r\nBcc: x@evil.example'
  const nastyShop = { ...shop, shopName: nasty, legalName: nasty }
  const item = { title: nasty, detail: nasty, quantity: 1, price: 495 }
  const message = { email: nasty, name: nasty, amount: nasty, status: nasty, items: [item], paymentId: nasty }
  for (const sent of [message, { ...message, items: undefined, lines: nasty }]) {
    const { subject, html, text } = render('order-placed', sent, nastyShop)
    assert.doesNotMatch(html, /<script|<img/)
    assert.match(html, /&lt;img src=x onerror=&quot;alert\(2\)&quot;&gt;&amp;amp;/)
    assert.doesNotMatch(html + text + subject, /[\u202e\r]/)
    assert.equal(subject, 'Thank you for your order')
  }
})

test('the amount is a total only where the lines add up to it', () => {
  assert.match(render('order-placed', placed).text, /\nTotal: ₹6,455\n/)
  assert.match(render('order-placed', { ...placed, amount: '₹6,000' }).text, /\nAmount: ₹6,000\n/)
})

test('another shop has its own colour, corners and name', () => {
  const lamps = { ...defaultShopInfo, shopName: 'Diya Lamps', accentColour: '#7a2e4d', corner: 'sharp' as const }
  const { html, text } = render('order-placed', placed, lamps)
  assert.match(text, /^Diya Lamps\n/)
  assert.match(html, /bgcolor="#7a2e4d" style="background:#7a2e4d;border-radius:0;/)
  assert.doesNotMatch(html, /Gamla|गमला|#2a6a3b/)
})
