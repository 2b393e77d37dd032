import { visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('at most eight featured products, newest first', async ({ page, stock }) => {
  const stocked = []
  for (let n = 0; n < 9; n += 1) stocked.push(await stock({ featured: true }))
  await stock({ featured: true, approved: false })
  await visit(page, '/')
  const links = page.getByRole('region', { name: 'Featured Products' }).getByRole('link', { name: 'View Product' })
  const newest = stocked.toReversed().slice(0, 8)
  await expect
    .poll(() => links.evaluateAll((list) => list.map((link) => link.getAttribute('href'))))
    .toEqual(newest.map(({ id }) => `/productinfo/${id}`))
})

test('a card says what the pot is and costs', async ({ page, stock }) => {
  const title = 'A Planter With A Name That No Card Can Hold'
  const { id } = await stock({ title, featured: true, price: 1005, discount: 12, rating: 4.5, reviewCount: 118 })
  await visit(page, '/')
  const card = page
    .getByRole('region', { name: 'Featured Products' })
    .getByRole('article', { name: title, exact: true })

  await expect(card.getByText('12% OFF', { exact: true })).toBeVisible()
  await expect(card.getByText('Gamla', { exact: true })).toBeVisible()
  await expect(card.getByText('4.5 (118 Reviews)', { exact: true })).toBeVisible()
  await expect(card.getByText('₹1,005', { exact: true })).toBeVisible()
  // 1005 × 1.1 is 1105.5.
  await expect(card.locator('s')).toContainText('₹1,106')
  await expect(card.locator('s')).toHaveCSS('text-decoration-line', 'line-through')

  const heading = card.getByRole('heading', { name: title })
  await expect(heading.locator('[aria-hidden]')).toHaveText('A Planter With A Name Tha')
  await expect(card.getByRole('img', { name: title })).toBeVisible()

  const view = card.getByRole('link', { name: 'View Product' })
  await expect(view).toHaveAttribute('href', `/productinfo/${id}`)
  expect(await greenness(view.evaluate((link) => getComputedStyle(link).backgroundColor))).toBeGreaterThan(10)
  await card.getByRole('link').first().click()
  await expect(page).toHaveURL(`/productinfo/${id}`)
  await page.goBack()
  await view.click()
  await expect(page).toHaveURL(`/productinfo/${id}`)
})

test('a card shows no badge, stars or cut where there is nothing to show', async ({ page, stock }) => {
  const { title } = await stock({ title: 'Exactly twenty-five chars', featured: true, discount: 0 })
  await visit(page, '/')
  const card = page.getByRole('article', { name: title, exact: true }).first()
  await expect(card.getByRole('heading')).toHaveText(title)
  await expect(card.getByText('OFF')).toHaveCount(0)
  await expect(card.getByText('Reviews')).toHaveCount(0)
})

/** The excess of green over the other two colours. */
async function greenness(colour: Promise<string>): Promise<number> {
  const rgb = await paint(await colour)
  return rgb[1] - Math.max(rgb[0], rgb[2])
}

async function paint(colour: string): Promise<[number, number, number]> {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number)
  return [red, green, blue]
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 412, height: 1800 } })

  test('the pots leave a slow line to the first slide, and then come', async ({ page }) => {
    const slide = Promise.withResolvers<void>()
    const pots: string[] = []
    // The page waits at most two seconds, but checking takes longer on a busy machine.
    await page.addInitScript(() => {
      const later = window.setTimeout
      window.setTimeout = ((run: () => void, ms?: number) => (ms === 2000 ? 0 : later(run, ms))) as typeof setTimeout
    })
    page.on('request', (request) => /\/pots\/|productImages/.test(request.url()) && pots.push(request.url()))
    await page.route(/\/pictures\/banner-/, async (route) => {
      await slide.promise
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    const card = page.getByRole('region', { name: 'Featured Products' }).getByRole('article').first()
    const before = await card.boundingBox()
    await expect(card).toBeInViewport()
    // After two frames, visible pictures would have been requested.
    await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))))
    expect(pots).toEqual([])
    slide.resolve()
    await expect.poll(() => pots.length).toBeGreaterThan(0)
    // A product of the previous test may disappear from the page at this moment.
    await expect.poll(() => card.boundingBox()).toEqual(before)
  })
})
