// An owner makes the demo into the shop of a lamp maker. Nothing that people read may name Gamla or pots any more: pages,
// error pages, emails, files, the words of commands. The line of the start is in new-shop.test.ts. The page of an
// overloaded shop has been shown before (overload.ts).
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import pg from 'pg'
import { calendarDay } from '#domain/time.ts'
import { findRunning } from '#server/postgres/embedded.ts'
import { runHere } from '#tests/support/command.ts'
import { cookiesOf } from '#tests/support/cookies.ts'
import { MAKE_JOBS_DUE } from '#tests/support/jobs.ts'
import { until } from '#tests/support/process.ts'
import type { TestShop } from '#tests/support/shop.ts'
import { decodeEntities, textOf } from '#tests/support/storefront.ts'
import { sharedShop } from './shared-shop.ts'

/** Addresses and names in the code, which nobody reads: built-in pictures, files of the build, classes of the style sheet. */
const NOT_READ = [
  /\/pots\/[\w/.-]*/g,
  /\/assets\/[\w/.-]*/g,
  /\bclass="[^"]*"/g,
  /\bview-transition-name:[\w-]+/g,
  // The kind of a product with sizes, as forms send it.
  'value="Pot"',
  // The module names in the list of routes that scripts read.
  /"storefront\/[\w-]+"/g,
]

const LAMPS = {
  shopName: 'Diya Lamps',
  productNoun: 'lamp',
  productNounPlural: 'lamps',
  finishLabel: 'Shade',
  categories: ['LAMP'],
  instagram: 'https://instagram.com/diya',
  whatsappNumber: '919876543210',
  legalName: 'Diya Lamps Private Limited',
  legalAddress: '12 Light Street\nPune 411011',
  gstin: '27AAPFU0939F1ZV',
  taxRegime: 'regular',
  customerCareEmail: 'care@diya.example',
  customerCarePhone: '+91 98765 43210',
  grievanceOfficer: 'Kavya Rao',
}
const SELLER = ['Diya Lamps Private Limited', '12 Light Street', '27AAPFU0939F1ZV', 'care@diya.example', 'Kavya Rao']

/** The shop serves 48 at once and lets 96 wait. */
const FLOOD = 160

let shop: TestShop
const emails = { user: '', seller: '', admin: '' }

before(async () => {
  shop = await sharedShop()
})

type Ask = { cookie?: string; form?: Record<string, string>; accept?: string }
type Answer = { status: number; headers: Headers; body: string }

async function ask(path: string, { cookie, form, accept = 'text/html' }: Ask = {}): Promise<Answer> {
  const response = await fetch(shop.url + path, {
    headers: { accept, ...(cookie && { cookie }) },
    redirect: 'manual',
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

async function logIn(role: 'user' | 'seller' | 'admin'): Promise<string> {
  const { password } = shop.accounts[role]
  const { headers } = await ask('/login', { form: { email: emails[role], password } })
  return cookiesOf(headers)
}

async function set(changes: Record<string, unknown>): Promise<void> {
  for (const [name, value] of Object.entries(changes))
    await shop.sql(
      'insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
      [name, JSON.stringify(value)],
    )
}

/** @throws with the words around each that another shop must not say */
function assertForeign(body: string, where: string): void {
  let said = decodeEntities(body)
  for (const unread of NOT_READ) said = said.replaceAll(unread, '')
  const found = Array.from(said.matchAll(/gamla|\bpots?\b|गमला/gi), ({ index }) => said.slice(index - 60, index + 60))
  assert.deepEqual(found, [], where)
}

async function assertPage(path: string, request: Ask & { status?: number } = {}): Promise<string> {
  const { status, body, headers } = await ask(path, request)
  assert.equal(status, request.status ?? 200, path)
  assertForeign(`${body} ${headers.get('content-disposition') ?? ''}`, path)
  return body
}

/** Fills the shop with requests that wait for the database, and returns the page that the next request gets. */
async function findOverloadPage(): Promise<string> {
  const client = new pg.Client({ connectionString: await findRunning(shop.dataDir) })
  await client.connect()
  await client.query('begin; lock table products in access exclusive mode')
  // Without a page to draw.
  const flood = Array.from({ length: FLOOD }, (_, n) => ask(`/productinfo/${1000 + n}.data`))
  await Promise.any(flood.map(async (asked) => assert.equal((await asked).status, 503)))
  const { status, body } = await ask('/productinfo/999')
  assert.equal(status, 503)
  await client.end()
  await Promise.all(flood)
  return body
}

async function replaceDemo(): Promise<void> {
  await shop.sql(
    'truncate products, orders, order_lines, checkouts, product_raise, sent_messages restart identity cascade',
  )
  await shop.sql(`update "user" set email = replace(replace(email, 'gamla', 'diya'), 'diya.example', 'lamps.example')`)
  for (const { email, role } of await shop.sql<{ email: string; role: 'user' }>(
    `select email, role from "user" where email like 'diya%'`,
  ))
    emails[role] = email
  const lamp = `(title, price, product_image_url, category, description, size_code, size_label, username, email, approved)`
  const values = (title: string) =>
    `('${title}', 495, array['/pots/cubee-grey-stone-front'], 'LAMP', 'Warm light.', 'C01', 'CUBEE C01', 'Ravi', 'r@x.example', true)`
  await shop.sql(`insert into products ${lamp} values ${values('Brass table lamp')}, ${values('Sold lamp')}`)
}

test('a change of the name is on every page at once, and on the page of an overloaded shop', async () => {
  assert.match((await ask('/contactUs')).body, /<title>Contact us · Gamla<\/title>/)

  await replaceDemo()
  await set(LAMPS)
  await until('the new name', async () => (await ask('/contactUs')).body.includes('<title>Contact us · Diya Lamps<'))
  assertForeign(await findOverloadPage(), 'overloaded')
})

test('no public page, error or file names the specified shop or its goods', async () => {
  const pages = [
    ...['/', '/allproduct', '/allproduct?page=9', '/category/LAMP', '/productinfo/1', '/contactUs'],
    ...[
      '/search?q=lamp',
      '/search?q=none',
      '/search',
      '/cart',
      '/wishlist',
      '/signup',
      '/login',
      '/login/code',
      '/forgot-password',
    ],
    ...['/reset-password?token=none', '/privacy', '/refund-policy', '/termsAndConditions', '/warranty', '/faq'],
    ...['/account/deleted', '/robots.txt', '/sitemap.xml', '/sitemap/pages.xml', '/sitemap/products-0.xml'],
    ...[
      '/feed/google.xml',
      '/feed/catalogue.csv',
      '/manifest.webmanifest',
      '/offline',
      '/.well-known/security.txt',
      '/sandbox/inbox',
      '/healthz',
      '/session',
    ],
  ]
  // A page that was cached before the change may be sent once more while it is drawn again.
  for (const path of pages) await until(`${path} is new`, async () => !(await ask(path)).body.includes('Gamla'))
  for (const path of pages) await assertPage(path)
  for (const path of ['/nowhere', '/category/none', '/productinfo/999', '/adminDashboard/nowhere'])
    await assertPage(path, { status: 404 })
  const lines = (line: object) => ({ form: { lines: JSON.stringify([line]) } })
  const line = { id: 999, sizeCode: 'C01', selectedColor: 'Grey Stone', quantity: 1, seenPrice: 495 }
  await assertPage('/cart/quote', lines(line))
  const tooMany = await assertPage('/cart/quote', { ...lines({ ...line, quantity: 99 }), status: 200 })
  assert.match(tooMany, /gone/)
  const request = { name: 'Meera', email: 'meera@x.example', note: '' }
  assert.match(await assertPage('/productinfo/1/request', { form: request, status: 409 }), /This lamp is available/)
})

test('nor does a page that fails before its data is read', async () => {
  const cookie = await logIn('user')
  const body = await assertPage('/account', { cookie, form: { intent: 'unknown' }, status: 400 })
  assert.match(body, /<title>Something went wrong · Diya Lamps<\/title>/)
  assert.match(body, /<html[^>]* data-shop="/)
})

test('nor do the pages of members, sellers and admins, and what they download', async () => {
  const [user, seller, admin] = [await logIn('user'), await logIn('seller'), await logIn('admin')]
  for (const path of ['/userDashboard', '/account', '/account/privacy', '/account/privacy/delete', '/account/security'])
    await assertPage(path, { cookie: user })
  for (const path of ['', '/orders', '/addproduct']) await assertPage(`/sellerDashboard${path}`, { cookie: seller })
  await assertPage('/account/privacy/delete', { cookie: seller })
  const tabs = [
    '',
    '/orders',
    '/users',
    '/requests',
    '/messages',
    '/emails',
    '/audit',
    '/sessions',
    '/import',
    '/settings',
  ]
  for (const tab of tabs) await assertPage(`/adminDashboard${tab}`, { cookie: admin })
  for (const path of ['/sizes', '/searches', '/ready', '/settings/texts/terms', '/settings/texts/faq'])
    await assertPage(`/adminDashboard${path}`, { cookie: admin })
  for (const path of ['/addproduct', '/updateproduct/1']) await assertPage(path, { cookie: admin })
  await assertPage('/updateproduct/999', { cookie: admin, status: 404 })

  for (const table of ['products', 'orders', 'users']) {
    const { headers, body } = await ask(`/adminDashboard/export/${table}`, { cookie: admin })
    assert.match(headers.get('content-disposition') ?? '', new RegExp(`filename="diya-lamps-${table}-[\\d-]+\\.csv"`))
    assertForeign(body, table)
    // The account that added the lamps was deleted, so they belong to the shop.
    if (table === 'products') assert.match(body, /,Diya Lamps,/)
  }
  const made = await ask('/account/privacy', { cookie: user, form: { intent: 'download' } })
  const path = /\/account\/privacy\/download\/[\w-]+/.exec(made.body)?.[0] ?? ''
  const file = await fetch(shop.url + path, { headers: { cookie: user } })
  assert.match(file.headers.get('content-disposition') ?? '', /filename="diya-lamps-data-[\d-]+\.zip"/)
  for (const [name, bytes] of Object.entries(unzipSync(new Uint8Array(await file.arrayBuffer()))))
    assertForeign(`${name} ${strFromU8(bytes)}`, name)
  const setup = await ask('/account/security', { cookie: user, form: { intent: 'start-app' } })
  assertForeign(setup.body, 'set-up of an authenticator app')
  const options = await ask('/account/security/passkey', { cookie: user, form: { intent: 'options' } })
  assert.match(options.body, /"rp":\{"name":"Diya Lamps"/)
})

test('emails of orders and accounts speak of lamps and end with who sells', async () => {
  const cookie = await logIn('user')
  const address = {
    name: 'Meera',
    address: '12 Lake Road',
    city: 'Pune',
    pincode: '411011',
    mobileNumber: '9845000012',
  }
  const lines = [{ id: 1, sizeCode: 'C01', selectedColor: 'Grey Stone', quantity: 1, seenPrice: 495 }]
  const key = crypto.randomUUID()
  await assertPage('/cart', { cookie, form: { ...address, key, lines: JSON.stringify(lines) } })
  const [{ id } = { id: 0 }] = await shop.sql<{ id: number }>('select id from orders')
  await assertPage('/userDashboard', { cookie })
  const admin = await logIn('admin')
  await assertPage('/adminDashboard/orders', { cookie: admin, form: { intent: 'deliver', id: String(id) } })
  // The delivery email waits for the time in which Deliver can be undone.
  await shop.sql('update open_deliveries set undo_until = now()')
  await ask('/login/code', { form: { email: emails.user } })
  await ask('/forgot-password', { form: { email: emails.seller } })
  const inbox = await until('they are written', async () => {
    await shop.sql(MAKE_JOBS_DUE)
    const { body } = await ask('/sandbox/inbox')
    return ['Thank you!', 'Enjoy', 'Your code', 'set a new password'].every((text) => body.includes(text)) ? body : ''
  })
  assertForeign(inbox, 'inbox')
  assert.match(inbox, /Enjoy your new lamps!/)
  assert.match(inbox, /Your code to log in to Diya Lamps is/)
  for (const text of inbox.split('<article>').slice(1)) for (const fact of SELLER) assert.ok(text.includes(fact), text)
  await assertPage('/productinfo/1')
  await assertPage('/adminDashboard/emails', { cookie: admin })
})

test('a chat on WhatsApp begins with the product that it is about', async () => {
  const link =
    /<a href="https:\/\/wa\.me\/919876543210\?text=([^"]*)" target="_blank" rel="noopener noreferrer">Chat on WhatsApp<\/a>/
  const { body } = await ask('/productinfo/1')
  const [, text = ''] = link.exec(body) ?? []
  const [, title = ''] = /<h1>([^<]*)<\/h1>/.exec(body) ?? []
  assert.equal(decodeURIComponent(text), `I have a question about ${title}: `)
  assert.match((await ask('/contactUs')).body, link)
})

test('who sells stands in the footer, on the contact page, in the terms and for search engines', async () => {
  for (const path of ['/contactUs', '/termsAndConditions', '/allproduct', '/nowhere']) {
    const { body } = await ask(path)
    for (const fact of SELLER) assert.ok(textOf(body).includes(fact), `${path}: ${fact}`)
  }
  const { body } = await ask('/contactUs')
  assert.doesNotMatch(body, /Kumbharwada|Open in OpenStreetMap|visit us/)
  assert.match(body, /<a [^>]*href="https:\/\/instagram\.com\/diya" rel="noopener" aria-label="Instagram">/)
  assert.match(body, /<a [^>]*role="link" aria-disabled="true" aria-label="Facebook">/)
  assert.match((await ask('/termsAndConditions')).body, /<h2>Who you are buying from<\/h2>/)
  assert.match(body, /<meta property="og:image" content="[^"]*\/share\/shop\.jpg\?v=/)
  const [, data = ''] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(body) ?? []
  const organization = JSON.parse(data)
  assert.deepEqual(
    [organization['@type'], organization.name, organization.legalName, organization.taxID, organization.sameAs],
    ['Organization', 'Diya Lamps', 'Diya Lamps Private Limited', '27AAPFU0939F1ZV', ['https://instagram.com/diya']],
  )

  assert.match(body, /© 2025 Diya Lamps\./)
  assert.match(body, /<a role="link" aria-disabled="true">Careers<\/a>/)

  await set({ hideEmptyLinks: true, copyrightYear: '2024–{year}', careers: '' })
  const tidy = await until('links without an address are hidden', async () => {
    const answer = await ask('/contactUs')
    return answer.body.includes(`© 2024–${calendarDay(new Date()).slice(0, 4)} Diya Lamps.`) ? answer.body : undefined
  })
  assert.doesNotMatch(tidy, /aria-disabled="true"|Careers/)
  assert.match(tidy, /aria-label="Instagram"/)

  await set({ taxRegime: 'unregistered', latitude: 12.97, longitude: 77.59, logo: '/productImages/1-diya' })
  const now = await until('no GSTIN', async () => {
    const answer = await ask('/contactUs')
    return answer.body.includes('GSTIN') ? undefined : answer.body
  })
  assert.doesNotMatch(now, /27AAPFU0939F1ZV|taxID/)
  assert.match(now, /mlat=12\.97&amp;mlon=77\.59/)
  assert.match(now, /<img class="logo-image" src="\/productImages\/1-diya\/320\.webp" alt="Diya Lamps"/)
  assert.match(now, /<link rel="icon" href="\/productImages\/1-diya\/320\.webp"/)
})

test('the commands name the shop and its goods', async () => {
  const place = { DATA_DIR: shop.dataDir }
  const { code, out } = await runHere(place, ['create-admin', 'owner@lamps.example'])
  assert.equal(code, 0)
  assertForeign(out, 'create-admin')
  const [{ id } = { id: '' }] = await shop.sql<{ id: string }>(`select id from "user" where role = 'seller'`)
  const erased = await runHere(place, ['erase', id])
  assert.match(erased.out, /\d+ lamps stay/)
})
