// The thirteen dark patterns of the Guidelines for Prevention and Regulation of Dark Patterns, 2023 (CCPA), each as far as a
// machine can tell. The second, basket sneaking, is in domain/orders/cart.test.ts and order.test.ts; the seventh, bait and
// switch, in order.test.ts.
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { toShown } from '#domain/catalog/variant.ts'
import { permissions } from '#domain/permissions.ts'
import { sharedStorefront } from '#tests/support/storefront.ts'

const PUBLIC = ['/', '/allproduct', '/productinfo/1', '/search?q=tubo', '/cart', '/contactUs', '/faq', '/privacy']
const FORMS = ['/signup', '/login', '/login/code', '/forgot-password', '/contactUs']
const OWN = ['/account', '/userDashboard', '/account/privacy', '/account/privacy/delete']

let read: Promise<Map<string, string>> | undefined

/** The pages as a guest and as a shopper gets them, without their scripts. */
function pages(): Promise<Map<string, string>> {
  read ??= readPages()
  return read
}

async function readPages(): Promise<Map<string, string>> {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('user')
  const found = new Map<string, string>()
  for (const path of new Set([...PUBLIC, ...FORMS])) found.set(path, (await shop.ask(path)).html)
  for (const path of OWN) {
    const { status, html } = await shop.ask(path, { cookie })
    if (status === 200) found.set(path, html)
  }
  return new Map([...found].map(([path, html]) => [path, html.replace(/<script[\s\S]*?<\/script>/g, '')]))
}

/** The sources of shoppers' screens. */
async function sources(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const folder of ['checkout', 'storefront', 'account', 'orders', 'ui', 'shell', 'client', 'pages'])
    for await (const file of glob(`web/${folder}/**/*.{ts,tsx}`))
      if (!file.includes('.test.')) found.set(file, await readFile(file, 'utf8'))
  return found
}

function tagsOf(html: string, name: string): string[] {
  return html.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? []
}

test('1 false urgency: no countdown and no hurry, and “Only … left” is the number in stock', async () => {
  for (const [path, html] of await pages()) {
    assert.doesNotMatch(
      html,
      /hurry|countdown|last chance|only today|selling fast|ends in \d|people are (viewing|looking)/i,
      path,
    )
    assert.deepEqual(
      tagsOf(html, 'time').filter((tag) => tag.includes('timer')),
      [],
      path,
    )
  }
  const variant = { id: 1, sizeCode: 'C01', finish: 'Grey Stone', family: 'CUBEE', price: 1, isAvailable: true }
  const shown = (available: number | null) => toShown({ ...variant, image: null, barcode: null, available }, 3).left
  assert.deepEqual([shown(2), shown(3), shown(4), shown(null)], [2, 3, undefined, undefined])
})

test('3 confirm shaming: no button or link makes a refusal shameful', async () => {
  for (const [path, html] of await pages())
    for (const [, , inside = ''] of html.matchAll(/<(a|button)\b[^>]*>([\s\S]*?)<\/\1>/g))
      assert.doesNotMatch(inside.replace(/<[^>]*>/g, ''), /no,? thanks|I don.t|I.ll pay|I prefer|miss out/i, path)
  for (const [file, text] of await sources()) assert.doesNotMatch(text, />\s*No,? thanks/i, file)
})

test('4 forced action: what a guest may read needs no account, and no form asks for consent to messages', async () => {
  const shop = await sharedStorefront()
  for (const path of PUBLIC) assert.equal((await shop.ask(path)).status, 200, path)
  for (const [path, html] of await pages())
    for (const tag of tagsOf(html, 'input').filter((tag) => tag.includes('type="checkbox"')))
      assert.doesNotMatch(tag, /\brequired\b/, path)
})

test('5 subscription trap: messages are left as they were joined, and an account is deleted by its owner', () => {
  for (const row of ['GET /wishlist/stop', 'POST /wishlist/stop', 'POST /account/privacy/delete'])
    assert.ok(
      Object.keys(permissions).some((name) => name.startsWith(row)),
      row,
    )
})

test('6 interface interference: both ways to pay look alike, and no choice is made for the shopper', async () => {
  const cards = await readFile('web/checkout/how-to-pay.tsx', 'utf8')
  assert.equal(cards.match(/className="choice"/g)?.length, 1)
  for (const [path, html] of await pages())
    assert.deepEqual(
      tagsOf(html, 'input').filter((tag) => tag.includes('type="checkbox"') && /\bchecked\b/.test(tag)),
      [],
      path,
    )
  // A box that stays as the shopper left it is none; one that is ticked from the start is.
  for (const [file, text] of await sources())
    if (file !== 'web/orders/review-of-line.tsx')
      assert.doesNotMatch(text, /type="checkbox"[^>]*default[Cc]hecked(?!=)|isChecked(?=[ />])(?!=)/, file)
})

test('8 drip pricing: every price of a page is the one of its structured data, and the cart asks for no login to tell the total', async () => {
  const shop = await sharedStorefront()
  const html = (await shop.ask('/productinfo/1')).html
  const [, shown] = /product:price:amount" content="(\d+)"/.exec(html) ?? []
  assert.equal(shown, /class="price">₹([^<]*)</.exec(html)?.[1]?.replaceAll(',', ''))
  assert.equal(permissions['POST /cart/quote'].length, permissions['GET /cart'].length)
})

test('9 disguised advertisement: no page has content of others', async () => {
  for (const [path, html] of await pages()) {
    assert.doesNotMatch(html, /sponsored|advertorial|adsbygoogle|doubleclick/i, path)
    for (const tag of tagsOf(html, 'iframe')) assert.match(tag, /openstreetmap|google\.com\/maps|src="\//, path)
  }
})

test('10 nagging: nothing opens by itself, and permission for messages is asked after a press only', async () => {
  for (const [path, html] of await pages())
    assert.deepEqual(
      tagsOf(html, 'dialog').filter((tag) => /\bopen\b/.test(tag)),
      [],
      path,
    )
  for (const [file, text] of await sources())
    for (const effect of text.match(/useEffect\(\(\) => \{[\s\S]*?\n {2}\}, \[/g) ?? [])
      assert.doesNotMatch(effect, /requestPermission|showModal\(\)[\s\S]*newsletter/, file)
})

test('11 trick question: no box is ticked to refuse', async () => {
  for (const [path, html] of await pages())
    for (const label of html.match(/<label class="check"[\s\S]*?<\/label>/g) ?? [])
      assert.doesNotMatch(label.replace(/<[^>]*>/g, ''), /\b(not|don.t|do not|un\w*subscribe|opt out|untick)\b/i, path)
})

test('12 SaaS billing: a payment is asked for once, and nothing is kept to charge again', async () => {
  const adapter = await readFile('server/providers/razorpay.ts', 'utf8')
  assert.doesNotMatch(adapter, /recurring|subscription|customer_id|save_card|mandate/)
  for (const [file, text] of await sources()) assert.doesNotMatch(text, /recurring|remember_customer|save_card/, file)
})

test('13 rogue malware: pages load scripts of the shop only', async () => {
  const shop = await sharedStorefront()
  for (const path of PUBLIC) {
    const { html, headers } = await shop.ask(path)
    for (const tag of tagsOf(html, 'script')) assert.match(tag, /src="\/|^(?!.*src=)/, path)
    assert.match(headers.get('content-security-policy') ?? '', /script-src 'self'/, path)
    assert.doesNotMatch(html, /\.exe"|\.apk"|application\/x-msdownload/, path)
  }
})
