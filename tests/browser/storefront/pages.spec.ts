import { visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

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
  '/refund-policy',
  '/termsAndConditions',
  '/privacy',
  '/warranty',
  '/faq',
]

test('every page has its own title, description and canonical link', async ({ request, shop }) => {
  const titles = new Set<string>()
  const descriptions = new Set<string>()
  const canonicals = new Set<string>()
  for (const path of PAGES) {
    const html = await (await request.get(path)).text()
    const title = /<title>([^<]+)<\/title>/.exec(html)?.[1]
    const description = /<meta name="description" content="([^"]+)"/.exec(html)?.[1]
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]
    expect(html.match(/<title>/g), path).toHaveLength(1)
    expect(canonical, path).toBe(shop.url + (path.startsWith('/search') ? '/search' : path))
    titles.add(title ?? '')
    descriptions.add(path.includes('page=2') ? path : (description ?? ''))
    canonicals.add(canonical ?? '')
  }
  for (const found of [titles, descriptions, canonicals]) {
    expect(found.size).toBe(PAGES.length)
    expect(found).not.toContain('')
  }
})

test('every page names a picture for where it is shared; a product its own, to search engines too', async ({
  request,
  shop,
}) => {
  const pictures = new Map<string, string>()
  for (const path of PAGES) {
    const html = await (await request.get(path)).text()
    const [, picture = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? []
    const [, address] = /<meta property="og:url" content="([^"]+)"/.exec(html) ?? []
    expect(html).toContain(`<link rel="canonical" href="${address}"`)
    pictures.set(path, picture)
    if (!path.startsWith('/productinfo')) continue
    const [, data = '{}'] = /<script[^>]* type="application\/ld\+json"[^>]*>([^<]+)</.exec(html) ?? []
    const { image } = JSON.parse(data) as { image: string[] }
    expect(image[0]).toBe(picture)
    for (const one of image) pictures.set(one, one)
  }
  expect(pictures.get('/')).toBe(`${shop.url}/pictures/share.jpg`)
  expect(pictures.get('/productinfo/1')).toMatch(/\/960\.webp$/)
  for (const picture of new Set(pictures.values())) {
    const answer = await request.get(picture)
    expect(answer.status(), picture).toBe(200)
    expect(answer.headers()['content-type'], picture).toMatch(/^image\//)
  }
})

test('browsers find the icons that they ask for by themselves', async ({ request }) => {
  for (const icon of ['/favicon.ico', '/apple-touch-icon.png']) {
    const answer = await request.get(icon)
    expect(answer.status(), icon).toBe(200)
    expect(answer.headers()['content-type'], icon).toMatch(/^image\//)
  }
})

test('a link with campaign tags or a first page has the same canonical', async ({ request, shop }) => {
  for (const [path, canonical] of [
    ['/allproduct?page=1', '/allproduct'],
    ['/allproduct?sort=lowToHigh&utm_source=x', '/allproduct'],
    ['/?utm_source=x', '/'],
  ] as const) {
    expect(await (await request.get(path)).text()).toContain(`<link rel="canonical" href="${shop.url}${canonical}"`)
  }
})

test('refunds: 48 hours for a voucher, 24 months of warranty, 28 days for consumables', async ({ page }) => {
  await page.goto('/refund-policy')
  await expect(page.getByRole('main')).toContainText(/within 48 hours of delivery.*voucher/s)
  await expect(page.getByRole('main')).toContainText('24 months')
  await expect(page.getByRole('main')).toContainText(/Consumables.*28 days/s)
})

test('warranty: 6 months plus 1 for breakage, 3 for parts, a reply in 48 to 72 hours', async ({ page }) => {
  await page.goto('/warranty')
  for (const [what, time] of [
    ['The pot', '6 months'],
    ['Breakage', '1 month more'],
    ['Parts', '3 months'],
  ] as const) {
    const cover = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: what, exact: true }) })
    await expect(cover).toContainText(time)
  }
  await expect(page.getByRole('main')).toContainText('We reply within 48 to 72 hours')
})

test('terms and privacy are there, in any case of letters', async ({ page }) => {
  for (const path of ['/termsAndConditions', '/termsandconditions', '/privacy', '/Privacy']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(/terms|privacy/i)
    expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(800)
  }
})

test('three questions, one open at a time', async ({ page }) => {
  await visit(page, '/faq')
  const items = page.locator('main details')
  await expect(items).toHaveCount(3)
  await expect(page.locator('main details[open]')).toHaveCount(0)
  for (const index of [0, 2, 1]) {
    await items.nth(index).locator('summary').click()
    await expect(page.locator('main details[open]')).toHaveCount(1)
    await expect(items.nth(index)).toHaveAttribute('open')
  }
  await items.nth(1).locator('summary').press('Enter')
  await expect(page.locator('main details[open]')).toHaveCount(0)
})

test('a page that is not there helps on, with the navigation around it', async ({ page, trouble }) => {
  trouble.expect(/404/)
  // A truncated escape sequence is not a valid URL.
  expect((await page.request.get('/%E0%A4%A')).status()).toBe(400)
  for (const path of ['/no-such-page', '/productinfo', '/category', '/a/b/c?d=e', '/wp-login.php']) {
    const answer = await page.goto(path, { waitUntil: 'domcontentloaded' })
    expect(answer?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { name: 'We couldn’t find that page' })).toBeVisible()
  }
  await visit(page, '/no-such-page')
  await expect(page).toHaveTitle('Page not found · Gamla')
  await expect(page.getByRole('banner').getByRole('combobox', { name: 'Search products' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'See all pots' }).click()
  await expect(page).toHaveURL('/allproduct')
})

test('an error that comes by script keeps the style sheet that is there', async ({ page, trouble }) => {
  trouble.expect(/500/)
  await visit(page, '/faq')
  await page.route('**/allproduct.data*', (route) => route.fulfill({ status: 500, body: 'out of order' }))
  const sheet = await page.evaluateHandle(() => document.querySelector('link[rel="stylesheet"]'))
  await page.getByRole('contentinfo').getByRole('link', { name: 'All pots' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  expect(await sheet.evaluate((link) => link?.isConnected)).toBe(true)
})

test('the navigation bar: logo, search, cart, Login and Signup, and a spinner while a page is on its way', async ({
  page,
}) => {
  await visit(page, '/faq')
  const bar = page.getByRole('banner')
  for (const name of ['Gamla, home', 'Cart, 0 items', 'Login', 'Signup']) {
    await expect(bar.getByRole('link', { name, exact: true })).toBeVisible()
  }
  await expect(bar.getByRole('combobox', { name: 'Search products' })).toBeVisible()

  const spinner = bar.getByRole('status').filter({ hasText: 'Loading' })
  await expect(spinner).toHaveCount(0)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\.data/, (route) => promise.then(() => route.continue()))
  await bar.getByRole('link', { name: 'Gamla, home' }).click()
  await expect(spinner).toBeVisible()
  resolve()
  await expect(page.getByRole('region', { name: 'Featured Products' })).toBeVisible()
  await expect(spinner).toHaveCount(0)
})

test('every link in the navigation and the footer leads somewhere', async ({ page, request }) => {
  await page.goto('/faq')
  const links = page.locator('header a[href], footer a[href], main a[href]')
  const targets = new Set(await links.evaluateAll((list) => list.map((link) => link.getAttribute('href') ?? '')))
  for (const target of targets) {
    if (target.startsWith('#')) continue
    expect((await request.get(target)).status(), target).toBe(200)
  }
})
