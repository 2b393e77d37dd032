import type { Page } from '@playwright/test'
import { logIn, orderQuietly } from '#tests/browser/support/quick-shopper.ts'
import { goOn, signUp, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('an open page comes up to date by itself: between the page and its live stream, after a refused line, failed answers, and a time behind others', async ({
  page,
  stock,
  shop,
  trouble,
}) => {
  trouble.expect(/503/)
  const product = await stock({ price: 777 })
  const { id, title } = product
  const price = page.locator('.product-price')
  const costs = (rupees: number) => shop.sql('update products set price = $2 where id = $1', [id, rupees])
  const { promise: held, resolve: connect } = Promise.withResolvers<void>()
  await page.route(
    '**/live',
    async (route) => {
      await held
      await route.continue()
    },
    { times: 1 },
  )

  await test.step('a pot that becomes featured appears, even between the page and its live stream', async () => {
    await visit(page, '/')
    await page.evaluate(() => document.documentElement.setAttribute('data-opened', 'once'))
    const featured = page.getByRole('region', { name: 'Featured Products' })
    const early = await stock({ featured: true })
    connect()
    await expect(featured.getByRole('article', { name: early.title })).toBeVisible()
    const later = await stock({ featured: true })
    await expect(featured.getByRole('article', { name: later.title })).toBeVisible()
  })

  await goOn(page, `/productinfo/${id}`)

  // Browsers open six connections to one server, so seven hidden tabs with streams would leave none.
  await test.step('a hidden tab holds no connection, and is up to date when it comes back', async () => {
    await expect.poll(() => countStreams(page)).toBe(1)
    await setHidden(page, true)
    await expect.poll(() => countStreams(page)).toBe(0)
    await costs(1111)
  })

  await test.step('a live stream that was refused is asked for again', async () => {
    let refusedLines = 0
    await page.route(
      '**/live',
      (route) => {
        refusedLines += 1
        return route.fulfill({ status: 503, body: 'not now' })
      },
      { times: 1 },
    )
    await setHidden(page, false)
    await expect(price).toContainText('₹1,111')
    await expect.poll(() => refusedLines).toBe(1)
    await costs(888)
    await expect(price).toContainText('₹888')
  })

  await test.step('the page stays as it is while the shop cannot answer', async () => {
    let refused = 0
    await page.route('**/*.data*', (route) => {
      refused += 1
      return route.fulfill({ status: 503, body: 'not now' })
    })
    await costs(999)
    await expect.poll(() => refused).toBeGreaterThan(1)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(price).toContainText('₹888')
    await page.unroute('**/*.data*')
    await expect(price).toContainText('₹999')
  })

  await test.step('a pot that was delivered is Sold', async () => {
    await logIn(page, await signUp(page))
    await orderQuietly(page, { ...product, price: 999 })
    const [placed] = await shop.sql<{ id: string }>('select order_id as id from order_lines where product_id = $1', [
      id,
    ])
    await expect(page.getByRole('button', { name: 'Add to cart' })).toBeVisible()
    await shop.deliver(Number(placed?.id))
    await expect(page.getByRole('button', { name: 'Sold' })).toBeDisabled()
  })
  await expect(page.locator('html')).toHaveAttribute('data-opened', 'once')
})

/** The live streams that the shop holds open. */
async function countStreams(page: Page): Promise<number> {
  const metrics = await (await page.request.get('/metrics')).text()
  const counts = Array.from(metrics.matchAll(/^gamla_sse_connections(?:\{.*\})? (\S+)$/gm), ([, count]) =>
    Number(count),
  )
  expect(counts.length).toBeGreaterThan(0)
  return counts.reduce((sum, count) => sum + count, 0)
}

async function setHidden(page: Page, hidden: boolean) {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}
