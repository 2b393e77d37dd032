// The sections of the settings: what is saved, refused and told, and what it changes in the shop. Who may save them is in
// tests/security/permissions.test.ts.
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import sharp from 'sharp'
import { financialYearOf } from '#domain/billing/financial-year.ts'
import { SETTINGS_PAGES, settingsPageOf } from '#domain/settings/pages.ts'
import { calendarDay } from '#domain/time.ts'
import { openSmtpService, SMTP_LOGIN } from '#tests/support/emails/smtp-service.ts'
import { lineFor } from '#tests/support/fixtures/factories.ts'
import { until } from '#tests/support/process.ts'
import { decodeEntities, fillForm, type Storefront, sharedStorefront, textOf } from '#tests/support/storefront.ts'

const PATH = '/adminDashboard/settings'
const GSTIN = '27AAPFU0939F1ZV'

afterEach(async () => {
  await (await sharedStorefront()).sql('delete from settings')
})

test('the settings lead to a page for each section, with its forms and no others', async () => {
  const { shop, cookie } = await enter()
  const list = await shop.ask(PATH, { cookie })
  for (const { name, label, intents } of SETTINGS_PAGES) {
    // Addresses of before, such as /adminDashboard/settings#settings-legal, lead to the entry.
    assert.match(list.html, new RegExp(`id="settings-${name}"[^>]*>.*?href="${PATH}/${name}"[^>]*>${label}<`), name)
    const { status, html } = await shop.ask(`${PATH}/${name}`, { cookie })
    assert.equal(status, 200, name)
    const shown = Array.from(html.matchAll(/name="intent" value="([^"]+)"/g), ([, intent]) => intent)
    // The connections repeat theirs for each service.
    assert.deepEqual([...new Set(shown)], [...intents], name)
  }
  assert.equal((await shop.ask(`${PATH}/nothing`, { cookie })).status, 404)
  const { html } = await shop.ask(`${PATH}/messages`, { cookie })
  for (const label of ['Email through', 'Send from']) assert.ok(html.includes(`>${label}</label>`), label)
  for (const way of ['EmailJS', 'SMTP']) assert.ok(html.includes(`>${way}</option>`), way)
  assert.match(html, /<input(?![^>]* checked)[^>]* name="acknowledgeMessages"[^>]*>Acknowledge messages by email</)
  assert.ok((await shop.ask(`${PATH}/shop`, { cookie })).html.includes('>WhatsApp number for chat</label>'))
})

const SAVED: [section: string, typed: Record<string, string>, before: object, after: object][] = [
  [
    'save-shop',
    { shopName: 'Diya House', productNoun: 'lamp', categories: 'Floor lamps\nShades', x: 'https://x.com/diya' },
    { shopName: 'Gamla', productNoun: 'pot', categories: [], x: '' },
    { shopName: 'Diya House', productNoun: 'lamp', categories: ['Floor lamps', 'Shades'], x: 'https://x.com/diya' },
  ],
  [
    'save-legal',
    { legalName: 'Diya LLP', legalAddress: '4 Fort Road\nPune', legalState: '27', gstin: GSTIN, taxRegime: 'regular' },
    { legalName: '', legalAddress: '', legalState: '', gstin: '', taxRegime: '' },
    { legalName: 'Diya LLP', legalAddress: '4 Fort Road\nPune', legalState: '27', gstin: GSTIN, taxRegime: 'regular' },
  ],
  ['save-delivery', { deliveryDays: '5' }, { deliveryDays: 0 }, { deliveryDays: 5 }],
  [
    'save-payment',
    { cashOnDelivery: '', largestCashOrder: '₹20,000', listPrice: 'none' },
    { cashOnDelivery: true, largestCashOrder: 0, listPrice: 'times-1.1' },
    { cashOnDelivery: false, largestCashOrder: 20_000, listPrice: 'none' },
  ],
  [
    'save-messages',
    { sendFrom: 'Diya House <orders@diya.example>', acknowledgeMessages: 'on' },
    { sendFrom: '', acknowledgeMessages: false },
    { sendFrom: 'Diya House <orders@diya.example>', acknowledgeMessages: true },
  ],
]

for (const [section, typed, before, after] of SAVED) {
  test(`${section} keeps what was typed, says so, and is audited with before and after`, async () => {
    const { shop, cookie } = await enter()
    const form = await openForm(shop, cookie, section)
    const sent = { ...form, ...typed }
    const saved = await shop.ask(PATH, { cookie, form: sent.cashOnDelivery === '' ? unticked(sent) : sent })
    assert.equal(saved.status, 200)
    assert.match(saved.text, /Saved\./)
    // The answer, and the page opened again, hold the stored values.
    const shown = fieldsOf(saved.html, section)
    assert.deepEqual(shown, await openForm(shop, cookie, section))
    const kept = { ...shown, ...typed, version: '', ...(typed.largestCashOrder && { largestCashOrder: '20000' }) }
    assert.deepEqual({ ...shown, version: '' }, kept)
    const [audit] = await shop.sql('select action, before, after from audit order by id desc limit 1')
    assert.deepEqual(audit, { action: 'change settings', before, after })
  })
}

test('save-legal refuses a prefix that numbers the documents of another GSTIN this year', async () => {
  const { shop, cookie } = await enter()
  const form = await openForm(shop, cookie, 'save-legal')
  const seller = { legalName: 'Diya LLP', legalAddress: '4 Fort Road', legalState: '27', taxRegime: 'regular' }
  const [shipment] = await shop.sql<{ id: string }>(
    `insert into shipments (order_id, user_id, key, cash)
     select 1, id, gen_random_uuid(), 0 from "user" limit 1 returning id`,
  )
  const year = financialYearOf(calendarDay(new Date()))
  await shop.sql(
    `insert into bills (series, financial_year, serial, number, kind, date, order_id, shipment_id, place_of_supply,
       supplier_gstin, buyer_gstin, total, document)
     values ('bill', $1, 1, 'GM/' || $1 || '/00001', 'tax-invoice', now(), 1, $2, '29', '29AAGCB7383J1Z4', '', 0, '{}')`,
    [year, shipment?.id],
  )
  const refused = await shop.ask(PATH, { cookie, form: { ...form, ...seller, gstin: GSTIN } })
  assert.equal(refused.status, 400)
  assert.match(refused.text, /GM numbers documents of 29AAGCB7383J1Z4 this year\. Choose another prefix\./)
  assert.deepEqual(await shop.sql('select from settings'), [])
  const saved = await shop.ask(PATH, { cookie, form: { ...form, ...seller, gstin: GSTIN, invoicePrefix: 'DY' } })
  assert.equal(saved.status, 200)
  await shop.sql('delete from bills')
})

// Of each form one mistake: domain/settings/sections.test.ts has the others.
const REFUSED: [section: string, typed: Record<string, string>, field: string, problem: RegExp][] = [
  ['save-shop', { shopName: 'Diya', instagram: 'http://instagram.com/diya' }, 'instagram', /begins with https/],
  ['save-legal', { legalName: 'Diya', legalState: '27', gstin: '27AAPFU0939F1ZW' }, 'gstin', /characters is wrong/],
  ['save-delivery', { freeDeliveryLine: 'Free', deliveryDays: 'soon' }, 'deliveryDays', /whole number of days/],
  ['save-payment', { smallestCashOrder: '900', largestCashOrder: '800' }, 'largestCashOrder', /at least the smallest/],
  ['save-messages', { emailThrough: 'pigeon' }, 'emailThrough', /Choose how emails are sent\./],
  ['save-privacy', { keepEmailsDays: '7' }, 'keepEmailsDays', /Enter at least 30 days\./],
]

for (const [section, typed, field, problem] of REFUSED) {
  test(`${section} marks ${field}, keeps what was typed, and stores nothing: ${problem.source}`, async () => {
    const { shop, cookie } = await enter()
    const form = { ...(await openForm(shop, cookie, section)), ...typed }
    const refused = await shop.ask(PATH, { cookie, form })
    assert.equal(refused.status, 400)
    assert.match(refused.text, problem)
    const control = new RegExp(`<\\w+\\b[^>]* name="${field}"[^>]*>`).exec(formOf(refused.html, section))?.[0] ?? ''
    assert.match(control, /aria-invalid="true"/)
    assert.match(control, /aria-describedby="[^"]*-error/)
    assert.equal((formOf(refused.html, section).match(/aria-invalid/g) ?? []).length, 1)
    assert.deepEqual(fieldsOf(refused.html, section), form)
    assert.deepEqual(await shop.sql('select from settings'), [])
  })
}

const CONNECTION_LABELS = [
  ...['Razorpay key ID', 'Razorpay key secret', 'Razorpay webhook secret'],
  ...['SMTP host', 'SMTP port', 'SMTP user', 'SMTP password'],
  ...['WhatsApp phone number ID', 'WhatsApp business account ID', 'WhatsApp token', 'WhatsApp app secret'],
  ...['WhatsApp verify token', 'Web3Forms access key', 'EmailJS public key', 'Shiprocket API email'],
]

test('without scripts the keys of a mail server are saved, tried and used for emails, and removed', async () => {
  const { shop, cookie } = await enter()
  const messages = `${PATH}/messages`
  const open = async (page = `${PATH}/connections`) => (await shop.ask(page, { cookie })).html
  const partOf = (html: string) => /<section[^>]*="connection-smtp"[\s\S]*?<\/section>/.exec(html)?.[0] ?? ''
  const send = async (html: string, button: string, typed: Record<string, string> = {}) => {
    const { action, fields } = fillForm(html, button, typed)
    return shop.ask(action, { cookie, form: fields })
  }
  const press = async (button: string, typed?: Record<string, string>) =>
    partOf((await send(partOf(await open()), button, typed)).html)
  const choose = async (emailThrough: string) =>
    shop.ask(PATH, { cookie, form: { ...(await openForm(shop, cookie, 'save-messages')), emailThrough } })

  const page = await open()
  for (const label of CONNECTION_LABELS) assert.ok(page.includes(`>${label}</label>`), label)
  assert.match(textOf(partOf(page)), /SMTP Not connected/)
  assert.match((await send(await open(messages), 'Send a test')).text, /Emails are not connected\./)
  assert.match((await choose('smtp')).text, /SMTP is not connected\. Enter its keys on Settings → Connections first/)

  const service = await openSmtpService()
  const keys = { 'SMTP host': '127.0.0.1', 'SMTP port': String(service.port), 'SMTP user': SMTP_LOGIN.user }
  try {
    const refused = await press('Save', { ...keys, 'SMTP host': 'no host!', 'SMTP password': 'secret word' })
    assert.match(textOf(refused), /Enter a host name, such as smtp\.example\.com\./)
    assert.match(refused, /value="no host!"/)
    assert.doesNotMatch(refused, /secret word/)
    const saved = await press('Save', { ...keys, 'SMTP password': 'secret word' })
    assert.match(textOf(saved), /SMTP Connected .* Saved\. Leave it empty to keep it\. .* Saved\./)
    assert.doesNotMatch(await open(), /secret word/)
    assert.match(textOf(await press('Test')), /535 5\.7\.8 Username and password not accepted/)
    await press('Save', { ...keys, 'SMTP password': SMTP_LOGIN.password })
    assert.match(textOf(await press('Test')), /was taken: 250 2\.0\.0 Ok: queued/)
    assert.equal((await choose('smtp')).status, 200)
    assert.match((await send(await open(messages), 'Send a test')).text, /was taken: 250 2\.0\.0 Ok: queued/)
    const { email } = shop.accountOf('admin')
    assert.deepEqual(
      service.emails().map(({ to }) => to),
      [email, email],
    )
  } finally {
    await choose('emailjs')
    assert.match(textOf(await press('Remove keys')), /SMTP Not connected .* Removed\./)
    await service.close()
  }
})

test('the second of two admins on one form is told, sees both versions, and can save over it knowingly', async () => {
  const { shop, cookie } = await enter()
  const [mine, theirs] = [await openForm(shop, cookie, 'save-legal'), await openForm(shop, cookie, 'save-legal')]
  await shop.ask(PATH, { cookie, form: { ...theirs, legalName: 'Their LLP', taxRegime: 'regular' } })

  const form = { ...mine, legalName: 'My LLP', grievanceOfficer: 'Ravi' }
  const told = await shop.ask(PATH, { cookie, form })
  assert.equal(told.status, 409)
  assert.match(told.text, /Someone else has changed these settings while you were editing them/)
  const conflict = textOf(/<section class="[^"]*\bconflict"[\s\S]*?<\/table>/.exec(told.html)?.[0] ?? '')
  for (const part of [
    'Legal name Your version My LLP Saved version Their LLP',
    'Tax regime Your version Choose a regime Saved version Regular',
    'Grievance officer Your version Ravi Saved version none',
  ])
    assert.ok(conflict.includes(part), part)
  const kept = fieldsOf(told.html, 'save-legal')
  assert.deepEqual({ ...kept, version: '' }, { ...form, version: '' })
  assert.deepEqual(await shop.sql(`select value from settings where name = 'legalName'`), [{ value: 'Their LLP' }])

  assert.equal((await shop.ask(PATH, { cookie, form: kept })).status, 200)
  assert.deepEqual(await shop.sql(`select value from settings where name = 'legalName'`), [{ value: 'My LLP' }])
  // A field in which both admins typed the same value is no conflict.
  assert.equal((await shop.ask(PATH, { cookie, form: { ...mine, ...kept, version: mine.version ?? '' } })).status, 200)
})

test('another section that was changed meanwhile is no conflict, and a form without its version is refused', async () => {
  const { shop, cookie } = await enter()
  const form = await openForm(shop, cookie, 'save-delivery')
  await shop.ask(PATH, { cookie, form: { ...(await openForm(shop, cookie, 'save-payment')), listPrice: 'none' } })
  assert.equal((await shop.ask(PATH, { cookie, form: { ...form, deliveryDays: '3' } })).status, 200)
  const { version: _, ...incomplete } = form
  const refused = await shop.ask(PATH, { cookie, form: { ...incomplete, deliveryDays: '4' } })
  assert.equal(refused.status, 400)
  assert.match(refused.text, /The form is incomplete\. Please reload the page/)
})

test('a logo is an image: it is shown and served, an SVG is refused at its field, and it can be removed', async () => {
  const { shop, cookie } = await enter()
  const bytes = await sharp({ create: { width: 400, height: 120, channels: 4, background: '#a648' } })
    .png()
    .toBuffer()
  const form = await openForm(shop, cookie, 'save-shop')
  const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'], 'logo.png', { type: 'image/png' })
  const refused = await send(shop, cookie, { ...form, shopName: 'Diya House' }, svg)
  assert.equal(refused.status, 400)
  assert.match(refused.text, /SVG is not supported\. Use a JPEG, PNG, WebP or AVIF image\./)
  assert.match(refused.html, /<input[^>]*type="file"[^>]*aria-invalid="true"/)
  assert.equal(fieldsOf(refused.html, 'save-shop').shopName, 'Diya House')

  const stale = await send(shop, cookie, { ...form, version: 'stale' }, png(bytes))
  assert.equal(stale.status, 409)
  assert.deepEqual(await shop.sql('select from uploads'), [])

  const saved = await send(shop, cookie, { ...form, shopName: 'Diya House' }, png(bytes))
  assert.equal(saved.status, 200)
  const [stored] = await shop.sql<{ value: string }>(`select value from settings where name = 'logo'`)
  assert.match(stored?.value ?? '', /^\/productImages\/\d+-logo-\w+$/)
  assert.ok(saved.html.includes(`${stored?.value}/960.webp`))
  assert.equal((await shop.get(`${stored?.value}/960.webp`)).status, 200)

  const removed = await send(shop, cookie, { ...fieldsOf(saved.html, 'save-shop'), removeLogo: 'on' })
  assert.equal(removed.status, 200)
  assert.deepEqual(await shop.sql(`select value from settings where name = 'logo'`), [{ value: '' }])
  assert.doesNotMatch(removed.html, /Remove logo/)
})

test('a file that is far too large is said in words', async () => {
  const { shop, cookie } = await enter()
  const form = await openForm(shop, cookie, 'save-shop')
  const huge = new File([new Uint8Array(17 * 1024 * 1024)], 'logo.png', { type: 'image/png' })
  const refused = await send(shop, cookie, form, huge)
  assert.equal(refused.status, 413)
  assert.match(refused.text, /The upload is larger than 16 MB/)
})

test('what is saved is on public pages at once', async () => {
  const { shop, cookie } = await enter()
  for (const { section, page, typed, shown } of [
    {
      section: 'save-delivery',
      page: '/termsAndConditions',
      typed: { freeDeliveryLine: 'Free to your door', deliveryDays: '5' },
      shown: /other fees\. Free to your door\. Delivered within 5 days\./,
    },
    {
      section: 'save-privacy',
      page: '/privacy',
      typed: { keepEmailsDays: '45', dataFiduciary: 'Gamla Pots LLP, Pune' },
      shown: /Gamla Pots LLP, Pune is responsible.*Copies of emails and notifications to you .*? 45 days/,
    },
  ]) {
    assert.doesNotMatch((await shop.ask(page)).text, shown)
    const form = { ...(await openForm(shop, cookie, section)), ...typed }
    assert.equal((await shop.ask(PATH, { cookie, form })).status, 200)
    await until(`${page} follows`, async () => shown.test((await shop.ask(page)).text))
  }
})

test('the look that is chosen is on cached pages, the manifest and in dark mode at once, and a pale colour is refused', async () => {
  const { shop, cookie } = await enter()
  const tagOf = async () => /<html[^>]*>/.exec((await shop.ask('/faq')).html)?.[0] ?? ''
  assert.doesNotMatch(await tagOf(), /style|data-corner|data-type/)
  const form = await openForm(shop, cookie, 'save-look')
  assert.equal(form.accentColour, '#2a6a3b')
  const refused = await shop.ask(PATH, { cookie, form: { ...form, accentColour: '#ffcc00' } })
  assert.equal(refused.status, 400)
  assert.match(refused.text, /contrast of 1\.5 : 1/)
  const look = { accentColour: '#7a2e4d', corner: 'sharp', typePair: 'system' }
  assert.equal((await shop.ask(PATH, { cookie, form: { ...form, ...look } })).status, 200)
  await until('the page follows', async () => (await tagOf()).includes('data-corner="sharp"'))
  assert.match(await tagOf(), /data-type="system"[^>]*style="--moss:#7a2e4d;[^"]*--moss-ink:light-dark\(#7a2e4d, #/)
  const app = await until('the manifest follows', async () => {
    const { html } = await shop.ask('/manifest.webmanifest')
    return html.includes('#7a2e4d') ? JSON.parse(html) : undefined
  })
  assert.equal(app.theme_color, '#7a2e4d')
})

test('a paused shop says so on every page until the time, and takes no order', async () => {
  const { shop, cookie } = await enter()
  const user = await shop.sessionOf('user')
  const id = await shop.makeProduct({ price: 495 })
  const form = await openForm(shop, cookie, 'save-pause')
  const typed = { pausedUntil: '2099-11-30T09:00', pauseSentence: 'We are at a wedding.' }
  assert.equal((await shop.ask(PATH, { cookie, form: { ...form, ...typed } })).status, 200)
  const message = 'We are at a wedding. You can order again from 30 Nov 2099, 9:00 am.'
  await until('the page follows', async () => (await shop.ask('/faq')).text.includes(message))
  const refused = await shop.order(user, [lineFor(id)])
  assert.equal(refused.status, 409)
  assert.ok(refused.text.includes(message))
})

test('both product forms offer the categories of the shop, and take no others', async () => {
  const { shop, cookie } = await enter()
  const id = await shop.makeProduct({ category: 'Bonsai POT' })
  const form = await openForm(shop, cookie, 'save-shop')
  await shop.ask(PATH, { cookie, form: { ...form, categories: 'Floor lamps\nShades' } })
  const offered = async (path: string) => {
    const { html } = await shop.ask(path, { cookie })
    return Array.from(
      /<select[^>]*name="category"[\s\S]*?<\/select>/.exec(html)?.[0].matchAll(/<option[^>]*>([^<]*)/g) ?? [],
      ([, text]) => text,
    )
  }
  await until('the forms follow', async () => (await offered('/addproduct')).join() === 'Floor lamps,Shades')
  assert.deepEqual(await offered(`/updateproduct/${id}`), ['Bonsai POT', 'Floor lamps', 'Shades'])
  const update = (category: string) =>
    shop.get(`/updateproduct/${id}/save`, { cookie, form: { version: '1', category } })
  assert.equal((await update('plant')).status, 400)
  assert.equal((await update('Shades')).status, 200)
})

/** As a browser sends it: a box that is not ticked is left out. */
function unticked({ cashOnDelivery: _, ...form }: Record<string, string>): Record<string, string> {
  return form
}

async function enter() {
  const shop = await sharedStorefront()
  return { shop, cookie: await shop.sessionOf('admin') }
}

async function openForm(shop: Storefront, cookie: string, section: string): Promise<Record<string, string>> {
  return fieldsOf((await shop.ask(`${PATH}/${settingsPageOf(section)}`, { cookie })).html, section)
}

/** The form of a section, as a browser without scripts has it. */
function formOf(html: string, section: string): string {
  const forms = html.match(/<form\b[\s\S]*?<\/form>/g) ?? []
  return forms.find((form) => form.includes(`name="intent" value="${section}"`)) ?? ''
}

function fieldsOf(html: string, section: string): Record<string, string> {
  const form = formOf(html, section)
  assert.ok(form, `no form ${section}`)
  const fields: Record<string, string> = {}
  for (const [control] of form.matchAll(/<input\b[^>]*>|<(textarea|select)\b[\s\S]*?<\/\1>/g)) {
    const name = / name="([^"]*)"/.exec(control)?.[1] ?? ''
    const value = (/^<[^>]* value="([^"]*)"/.exec(control) ?? [])[1] ?? ''
    const type = / type="([^"]*)"/.exec(control)?.[1]
    if (control.startsWith('<textarea')) fields[name] = decodeEntities(/>\n?([\s\S]*)</.exec(control)?.[1] ?? '')
    else if (control.startsWith('<select')) fields[name] = / value="([^"]*)" selected/.exec(control)?.[1] ?? ''
    else if (type === 'checkbox') {
      if (name !== 'removeLogo') fields[name] = / checked/.test(control) ? 'on' : ''
    } else if (type !== 'file') fields[name] = decodeEntities(value)
  }
  return fields
}

function png(bytes: Uint8Array): File {
  return new File([new Uint8Array(bytes)], 'Logo.png', { type: 'image/png' })
}

/** As a browser sends a form with a file field. */
async function send(shop: Storefront, cookie: string, fields: Record<string, string>, logo = new File([], '')) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('logo', logo)
  const response = await fetch(shop.url + PATH, { method: 'POST', headers: { accept: 'text/html', cookie }, body })
  const html = await response.text()
  return { status: response.status, html, text: textOf(html) }
}
