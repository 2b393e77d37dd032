import type { Page } from '@playwright/test'
import { cartLink, expectToast, order, putInCart, signUpAndLogIn, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('a pot that becomes featured appears on an open home page by itself', async ({ page, stock }) => {
  await visit(page, '/')
  const featured = page.getByRole('region', { name: 'Featured Products' })
  for (let n = 0; n < 3; n += 1) {
    const { title } = await stock({ featured: true })
    await expect(featured.getByRole('article', { name: title })).toBeVisible()
  }
})

test('what changed between a page and its live line is not missed', async ({ page, stock }) => {
  let connect = () => {}
  const held = new Promise<void>((resolve) => (connect = resolve))
  await page.route('**/live', async (route) => {
    await held
    await route.continue()
  })
  await visit(page, '/')
  const { title } = await stock({ featured: true })
  connect()
  await expect(page.getByRole('article', { name: title })).toBeVisible()
})

test('a tab that was away is up to date when it comes back, and held no connection meanwhile', async ({
  page,
  stock,
  shop,
}) => {
  const { id } = await stock({ price: 777 })
  await visit(page, `/productinfo/${id}`)
  // Browsers open six connections to one server, so with eight streams the last tabs would wait.
  await setHidden(page, true)
  for (let tab = 0; tab < 7; tab += 1) {
    const behind = await page.context().newPage()
    await visit(behind, `/productinfo/${id}`)
    await setHidden(behind, true)
  }
  await shop.sql('update products set price = 888 where id = $1', [id])
  await setHidden(page, false)
  await expect(page.locator('.product-price')).toContainText('₹888')
})

test('a delivery reaches the open dashboard and the open product page', async ({ page, stock, shop }) => {
  const product = await stock()
  await signUpAndLogIn(page)
  await putInCart(page, { product })
  await order(page)
  await expect(page.getByRole('article').getByText('confirmed', { exact: true })).toBeVisible()
  const productPage = await page.context().newPage()
  await visit(productPage, `/productinfo/${product.id}`)
  await expect(productPage.getByRole('button', { name: 'Add to cart' })).toBeVisible()

  const [placed] = await shop.sql<{ id: string }>('select order_id as id from order_lines where product_id = $1', [
    product.id,
  ])
  await shop.deliver(Number(placed?.id))
  await expect(page.getByRole('article').getByText('delivered', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
  await expect(productPage.getByRole('button', { name: 'Sold' })).toBeDisabled()
})

test('an open page stays as it is while the shop cannot answer, and comes up to date by itself', async ({
  page,
  stock,
  shop,
  trouble,
}) => {
  trouble.expect(/503/)
  const { id, title } = await stock({ price: 777 })
  await visit(page, `/productinfo/${id}`)
  await page.evaluate(() => document.documentElement.setAttribute('data-opened', 'once'))
  let refused = 0
  await page.route('**/*.data*', (route) => {
    refused += 1
    return route.fulfill({ status: 503, body: 'not now' })
  })
  await shop.sql('update products set price = 888 where id = $1', [id])
  await expect.poll(() => refused).toBeGreaterThan(1)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.locator('.product-price')).toContainText('₹777')
  await page.unroute('**/*.data*')
  await expect(page.locator('.product-price')).toContainText('₹888')
  await expect(page.locator('html')).toHaveAttribute('data-opened', 'once')
})

test('a live line that was refused is asked for again', async ({ page, stock, shop, trouble }) => {
  trouble.expect(/503/)
  const { id } = await stock({ price: 777 })
  let refused = 0
  await page.route('**/live', (route) => {
    refused += 1
    return refused === 1 ? route.fulfill({ status: 503, body: 'not now' }) : route.continue()
  })
  await visit(page, `/productinfo/${id}`)
  await expect.poll(() => refused).toBeGreaterThan(0)
  await shop.sql('update products set price = 888 where id = $1', [id])
  await expect(page.locator('.product-price')).toContainText('₹888')
})

test('another shopper’s order is not told to me', async ({ page, openBrowser, stock }) => {
  const product = await stock()
  // The page is notified of its own account, which was just created.
  const ownNews = page.waitForResponse(/userDashboard\.data/)
  await signUpAndLogIn(page)
  await ownNews
  const heard: string[] = []
  page.on('request', (request) => request.url().includes('userDashboard.data') && heard.push(request.url()))
  const other = await openBrowser()
  await signUpAndLogIn(other)
  await putInCart(other, { product })
  await expect(cartLink(other, 1)).toBeVisible()
  await order(other)
  await expectToast(other, 'Order placed successfully')
  expect(heard).toEqual([])
})

async function setHidden(page: Page, hidden: boolean) {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}
