import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { EMAIL_WORDINGS, emailKindOf, previewEmail, sampleMessage } from './email-preview.ts'
import type { Message } from './message.ts'
import { renderEmail } from './render-email.ts'
import { sayIn } from './say.ts'
import type { EmailKind } from './templates.ts'
import { WORDINGS, type WordingKey } from './wordings.ts'

const origin = 'https://gamla.example'
const recipient = { email: 'meera@gamla.example', name: 'Meera' }
const courierPage = 'https://courier.example/track/1234567890'
const shop = {
  ...defaultShopInfo,
  ...{ legalName: 'Gamla Pots Private Limited', legalAddress: '12 Lake Road\nPune 411011', gstin: '27AAPFU0939F1ZV' },
}
const account = { ...recipient, amount: '' }
const messageOf = (key: WordingKey): Message => sampleMessage(key, WORDINGS[key], shop, origin)

const render = (kind: EmailKind, message: Message, info = shop) =>
  renderEmail({ kind, message, shop: info, say: sayIn(info), origin })
const written = (key: WordingKey) => render(emailKindOf(key), messageOf(key))
const said = (kind: EmailKind, status: string) => render(kind, { ...account, status }).html
const hrefsOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
const placed = messageOf('order-placed-paid')

// A changed wording changes these files: `node --test --test-update-snapshots domain/messages/render-email.test.ts`.
const snapshot = (name: string) => new URL(`./snapshots/${name}`, import.meta.url).pathname

test('every email says this, under this subject, with these buttons', (t) => {
  const texts = EMAIL_WORDINGS.map((key) => {
    const { subject, html, text } = render(
      emailKindOf(key),
      { ...messageOf(key), amount: '', items: [], paymentId: undefined },
      defaultShopInfo,
    )
    const buttons = [...html.matchAll(/#ffffff;[^>]*>([^<]+)<\/a>/g)].map(([, label]) => `[${label}]\n\n`)
    return `--- ${key}\nSubject: ${subject}\n\n${text}\n\n${buttons.join('')}`
  })
  t.assert.fileSnapshot(texts.join(''), snapshot('emails.txt'), { serializers: [String] })
})

for (const key of ['order-placed-paid', 'reset-password'] as const) {
  test(`the email ${key} looks as this page does`, (t) => {
    t.assert.fileSnapshot(written(key).html, snapshot(`${key}.html`), { serializers: [String] })
  })
}

test('every email begins with the shop’s name, is small, and loads nothing from elsewhere', () => {
  for (const key of EMAIL_WORDINGS) {
    const { subject, html, text } = written(key)
    assert.match(subject, /^[^\r\n{}]{5,70}$/)
    assert.match(text, /^Gamla\n\nHello Meera,\n/)
    const read = html.replace(/^[\s\S]*?<body/, '<body').replace(/<!--[\s\S]*?-->|<[^>]*>/g, ' ')
    assert.match(read, /^\s*Gamla: /, key)
    assert.ok(Buffer.byteLength(html) <= 12_000, `${key}: ${Buffer.byteLength(html)} bytes`)
    assert.doesNotMatch(html, /<img|<link|<script|src=|url\(|@import|display:\s*(?:flex|grid)/)
    for (const href of hrefsOf(html)) assert.ok(href?.startsWith(`${origin}/`) || href === courierPage)
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
  const { html } = render('dispatched', messageOf('dispatched-packed'))
  assert.deepEqual(hrefsOf(html), [`${origin}/`, courierPage, courierPage, `${origin}/track/1001/…`])
  assert.match(html, /<a href="[^"]+" [^>]+>Track your parcel<\/a>/)
  assert.match(html, /View your order: <a class="link"/)
  assert.match(
    html,
    />Your order 1001 is packed and comes with[^<]+ for the courier\. Tax invoice: GM\/26-27\/00001\.</,
  )
  assert.match(render('confirm-cash', messageOf('confirm-cash')).html, />Confirm your order<\/a>/)
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
  assert.match(render('order-placed', placed).text, /\nTotal: ₹1,485\n/)
  assert.match(render('order-placed', { ...placed, amount: '₹1,000' }).text, /\nAmount: ₹1,000\n/)
})

test('another shop has its own colour, corners and name', () => {
  const lamps = { ...defaultShopInfo, shopName: 'Diya Lamps', accentColour: '#7a2e4d', corner: 'sharp' as const }
  const { html, text } = render('order-placed', placed, lamps)
  assert.match(text, /^Diya Lamps\n/)
  assert.match(html, /bgcolor="#7a2e4d" style="background:#7a2e4d;border-radius:0;/)
  assert.doesNotMatch(html, /Gamla|गमला|#2a6a3b/)
})

test('a wording is previewed as the email that it is sent in, a subject above the text of its email', () => {
  const preview = (key: WordingKey, text: string) => previewEmail(key, text, { shop, say: sayIn(shop), origin })
  const placed = preview('order-placed-paid', 'Hurray {{order}}: {{order-link}}')
  assert.equal(placed?.subject, 'Thank you for your order 1001')
  assert.match(placed?.html ?? '', />Hurray 1001:?<.*Terrace Bowl/s)
  const subject = preview('subject-order-placed', 'Hurray {{order}}')
  assert.match(subject?.html ?? '', /<h1[^>]*>Hurray 1001<\/h1>.*Thank you! Your order 1001 is confirmed/s)
  assert.match(
    preview('morning-digest', WORDINGS['morning-digest'])?.html ?? '',
    /New: New order 1001.*Waiting: 3 orders/,
  )
  assert.equal(preview('with-courier', 'by {{courier-name}}'), undefined)
})
