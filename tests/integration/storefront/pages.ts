import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownPicture } from '#domain/catalog/own-pictures.ts'
import { mainOf, sharedStorefront, textOf } from '#tests/support/storefront.ts'

const PAGES = [
  '/',
  '/allproduct',
  '/allproduct?page=2',
  '/category/bonsai',
  '/productinfo/1',
  '/productinfo/2',
  '/search?q=tubo',
  '/cart',
  '/contactUs',
  '/signup',
  '/login',
  '/login/code',
  '/forgot-password',
  '/refund-policy',
  '/termsAndConditions',
  '/privacy',
  '/warranty',
  '/faq',
]

test('every page has its own title, description, canonical link, and JPEG for where it is shared', async () => {
  const shop = await sharedStorefront()
  const titles = new Set<string>()
  const descriptions = new Set<string>()
  const canonicals = new Set<string>()
  const images = new Map<string, string>()
  for (const path of PAGES) {
    const { html } = await shop.ask(path)
    const [, image = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? []
    images.set(path, image)
    assertShared(path, html, images)
    const title = /<title>([^<]+)<\/title>/.exec(html)?.[1]
    const description = /<meta name="description" content="([^"]+)"/.exec(html)?.[1]
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]
    assert.equal(html.match(/<title>/g)?.length, 1, path)
    assert.equal(canonical, shop.url + (path.startsWith('/search') ? '/search' : path), path)
    titles.add(title ?? '')
    descriptions.add(path.includes('page=2') ? path : (description ?? ''))
    canonicals.add(canonical ?? '')
  }
  for (const found of [titles, descriptions, canonicals]) {
    assert.equal(found.size, PAGES.length)
    assert.ok(!found.has(''))
  }
  assert.equal(images.get('/'), shop.url + ownPicture('share.jpg'))
  const [, version = ''] = /\/share\/1\.jpg\?v=(.+)$/.exec(images.get('/productinfo/1') ?? '') ?? []
  const { headers } = await shop.get(`/share/1.jpg?v=${version}`)
  assert.deepEqual([headers.get('etag'), headers.get('content-type')], [`"${version}"`, 'image/jpeg'])
  for (const image of new Set(images.values())) await expectImage(image.replace(shop.url, ''))
})

/** A product has a card with its price. @param images gets those that search engines read of it */
function assertShared(path: string, html: string, images: Map<string, string>): void {
  const [, address] = /<meta property="og:url" content="([^"]+)"/.exec(html) ?? []
  assert.ok(html.includes(`<link rel="canonical" href="${address}"`), path)
  assert.match(html, /og:image:width" content="1200".*og:image:height" content="630".*og:image:alt" content="[^"]/)
  assert.ok(html.includes('name="twitter:card" content="summary_large_image"'), path)
  const isProduct = path.startsWith('/productinfo')
  assert.ok(html.includes(`property="og:type" content="${isProduct ? 'product' : 'website'}"`), path)
  if (!isProduct) return
  const [, price] = /product:price:amount" content="(\d+)".*product:price:currency" content="INR"/.exec(html) ?? []
  assert.equal(price, /class="price">₹([^<]*)</.exec(html)?.[1]?.replaceAll(',', ''))
  assert.match(html, /og:image:alt" content="[^"]+, ₹[\d,]+"/)
  const [, data = '{}'] = /<script[^>]* type="application\/ld\+json"[^>]*>([^<]+)</.exec(html) ?? []
  const described = JSON.parse(data) as { image: string[] }
  for (const one of described.image) images.set(one, one)
}

test('pictures that come with the shop may be kept for a year, wherever they are named', async () => {
  const named = new Set<string>()
  const shop = await sharedStorefront()
  const pages = [
    '/',
    '/allproduct',
    '/productinfo/1',
    '/cart',
    '/search?q=xyzzyx',
    '/feed/google.xml',
    '/feed/catalogue.csv',
    '/sitemap.xml',
  ]
  for (const page of pages) {
    const text = await (await shop.get(page)).text()
    const pictures = text.match(/\/(?:feed\/pictures\/)?(?:pots|pictures)\/[\w/.-]+\.\w+/g) ?? []
    // Products that other tests make have a picture that is not there.
    for (const picture of pictures) if (!/\/cubee-grey-stone[/.]/.test(picture)) named.add(picture)
  }
  const kept = 'public, max-age=31536000, immutable'
  for (const kind of [
    /^\/pictures\/.*banner/,
    /^\/pots\//,
    /cutouts/,
    /^\/feed\/pictures\//,
    /share\.jpg/,
    /empty-cart/,
    /scale-person/,
  ]) {
    const picture = [...named].find((one) => kind.test(one)) ?? ''
    const { status, headers } = await shop.get(picture)
    assert.deepEqual([status, headers.get('cache-control')], [200, kept], `${kind} ${picture}`)
  }
  // Of another version, and as links elsewhere have it.
  for (const path of ['/pictures/0123456789/share.jpg', '/pictures/share.jpg', '/pots/cubee-room/320.avif']) {
    const { status, headers } = await shop.get(path)
    assert.deepEqual([status, headers.get('cache-control')], [200, 'public, max-age=3600'], path)
  }
})

test('browsers find the icons that they ask for by themselves', async () => {
  for (const icon of ['/favicon.ico', '/apple-touch-icon.png']) await expectImage(icon)
})

async function expectImage(path: string) {
  const shop = await sharedStorefront()
  const { status, headers, body } = await shop.get(path)
  await body?.cancel()
  assert.equal(status, 200, path)
  assert.match(headers.get('content-type') ?? '', /^image\//, path)
}

test('refunds: 48 hours for a voucher, 24 months of warranty, 28 days for consumables', async () => {
  const text = await mainTextOf('/refund-policy')
  assert.match(text, /within 48 hours of delivery.*voucher/)
  assert.match(text, /24 months/)
  assert.match(text, /Consumables.*28 days/)
})

test('warranty: 6 months plus 1 for breakage, 3 for parts, a reply in 48 to 72 hours', async () => {
  const shop = await sharedStorefront()
  const { html, text } = await shop.ask('/warranty')
  const items = html.match(/<li[^>]*><strong>.*?<\/li>/g) ?? []
  for (const [what, time] of [
    ['The pot', '6 months'],
    ['Breakage', '1 month more'],
    ['Parts', '3 months'],
  ] as const) {
    const item = items.find((one) => one.includes(`<h3>${what}</h3>`))
    assert.ok(item && textOf(item).includes(time), what)
  }
  assert.match(text, /We reply within 48 to 72 hours/)
})

test('terms and privacy are there, in any case of letters', async () => {
  const shop = await sharedStorefront()
  for (const path of ['/termsAndConditions', '/termsandconditions', '/privacy', '/Privacy']) {
    const { status, html } = await shop.ask(path)
    assert.equal(status, 200, path)
    assert.match(html, /<h1>(terms|privacy)/i, path)
    assert.ok(textOf(mainOf(html)).length > 800, path)
  }
})

test('three questions, and the browser lets one be open at a time: they share a name', async () => {
  const shop = await sharedStorefront()
  const { html, text } = await shop.ask('/faq')
  const items = html.match(/<details\b[^>]*>/g) ?? []
  assert.equal(items.length, 3)
  assert.equal(new Set(items).size, 1)
  assert.match(items[0] ?? '', /^<details name="[^"]+">$/)
  assert.match(text, /No, and that is the point\./)
})

test('the home page: seven slides, then featured, tips, reasons and four customers, in this order', async () => {
  const shop = await sharedStorefront()
  const main = mainOf((await shop.ask('/')).html)
  const headings = Array.from(
    main.matchAll(/class="[^"]*\bsection-heading"><div><h2[^>]*>([^<]+)</g),
    ([, text]) => text,
  )
  assert.deepEqual(headings, ['Featured Products', 'Tips and guides', 'Why choose Gamla', 'What our customers say'])
  assert.equal(main.match(/aria-label="\d of 7"/g)?.length, 7)
  assert.equal(main.match(/aria-label="\d of 4"/g)?.length, 4)
  for (const list of ['tips', 'reasons']) {
    const [items = ''] = new RegExp(`<ul class="[^"]*\\b${list}">[\\s\\S]*?</ul>`).exec(main) ?? []
    assert.equal(items.match(/<li\b/g)?.length, 4, list)
  }
})

test('the navigation bar: logo, search, cart, Login and Signup', async () => {
  const shop = await sharedStorefront()
  const [bar = ''] = /<header\b[\s\S]*<\/header>/.exec((await shop.ask('/faq')).html) ?? []
  assert.match(bar, /<a[^>]* aria-label="Gamla, home" href="\/"/)
  assert.match(bar, /<a[^>]* aria-label="Cart, 0 items" href="\/cart"/)
  assert.match(bar, /<a href="\/login"[^>]*>Login</)
  assert.match(bar, /<a href="\/signup"[^>]*>Signup</)
  assert.match(bar, /<input[^>]* aria-label="Search products"[^>]* role="combobox"/)
})

test('the footer: copyright, three social links and Careers that lead nowhere', async () => {
  const shop = await sharedStorefront()
  const [footer = ''] = /<footer\b[\s\S]*<\/footer>/.exec((await shop.ask('/')).html) ?? []
  assert.match(textOf(footer), /2025/)
  for (const name of ['Instagram', 'Facebook', 'X']) {
    assert.match(footer, new RegExp(`<a [^>]*role="link" aria-disabled="true" aria-label="${name}">`))
  }
  assert.ok(footer.includes('<a role="link" aria-disabled="true">Careers</a>'))
})

test('every link of a page, its navigation and its footer leads somewhere', async () => {
  const shop = await sharedStorefront()
  const { html } = await shop.ask('/faq')
  const targets = new Set(Array.from(html.matchAll(/<a\b[^>]* href="([^"#][^"]*)"/g), ([, target = '']) => target))
  assert.ok(targets.size > 10)
  for (const target of targets) assert.equal((await shop.ask(target)).status, 200, target)
})

test('a page that is not there helps on, with the navigation around it', async () => {
  const shop = await sharedStorefront()
  for (const path of ['/no-such-page', '/productinfo', '/category', '/a/b/c?d=e', '/wp-login.php']) {
    const { status, html, text } = await shop.ask(path)
    assert.equal(status, 404, path)
    assert.match(text, /We couldn’t find that page/, path)
    assert.match(html, /<title>Page not found · Gamla<\/title>/, path)
    assert.match(html, /aria-label="Search products"/, path)
    assert.match(html, /<footer\b/, path)
    assert.match(mainOf(html), /<a[^>]* href="\/allproduct"[^>]*>See all pots</, path)
  }
  // A truncated escape sequence is not a valid URL.
  assert.equal((await shop.ask('/%E0%A4%A')).status, 400)
})

test('all addresses without a page share one rendered copy, and no address of a page does', async () => {
  const shop = await sharedStorefront()
  const paths = ['/none', '/none/a?b=c', '/cart/none', '/adminDashboard/none', '/NONE/', '/%6eone']
  const etagOf = async (path: string) => (await shop.ask(path)).headers.get('etag')
  const renders = async () => {
    const metrics = await shop.shop.metrics.read()
    return metrics.find(({ name }) => name === 'gamla_page_cache_renders_total')?.values[0]?.value ?? 0
  }
  const etag = await etagOf('/no-such-page')
  assert.ok(etag)
  const before = await renders()
  assert.ok(before > 0)
  for (const path of paths) assert.equal(await etagOf(path), etag, path)
  assert.equal(await renders(), before)
  for (const path of ['/faq/', '/%66aq', '/FAQ', '/contactus']) assert.equal((await shop.ask(path)).status, 200, path)
  assert.equal((await shop.ask('/orders/1')).status, 302)

  const data = await Promise.all(['/none.data', '/cart/none.data'].map((path) => shop.ask(path)))
  assert.deepEqual(
    data.map(({ status, html }) => [status, html === data[0]?.html]),
    [
      [404, true],
      [404, true],
    ],
  )
  const posted = await shop.ask('/none', { form: { a: 'b' } })
  assert.equal(posted.status, 405)
})

test('public pages are the same, byte for byte, with nobody’s cookies and anybody’s', async () => {
  const shop = await sharedStorefront()
  const cookies = await Promise.all((['user', 'seller', 'admin'] as const).map((role) => shop.sessionOf(role)))
  for (const path of [...PAGES, '/_root.data', '/productinfo/1.data']) {
    const plain = await shop.get(path)
    const bytes = Buffer.from(await plain.arrayBuffer())
    assert.equal(plain.headers.get('set-cookie'), null, path)
    for (const cookie of cookies) {
      const own = await shop.get(path, { cookie })
      assert.equal(Buffer.compare(Buffer.from(await own.arrayBuffer()), bytes), 0, path)
      assert.equal(own.headers.get('set-cookie'), null, path)
    }
  }
})

async function mainTextOf(path: string): Promise<string> {
  const shop = await sharedStorefront()
  return textOf(mainOf((await shop.ask(path)).html))
}
