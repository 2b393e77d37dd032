import type { Page } from '@playwright/test'
import { enter, row } from '#tests/browser/support/admin.ts'
import { without } from '#tests/browser/support/fault-fixtures.ts'
import { expectToast, scriptsReady, signUpAndLogIn, visit } from '#tests/browser/support/shopper.ts'
import { test as base, expect } from '#tests/browser/support/test.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

/** A shop of their own with an empty page cache, because cached pages survive a failing database. */
const test = base.extend<{ baseURL: string }, { broken: TestShop }>({
  broken: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
    async ({}, use) => {
      const shop = await openTestShop()
      await use(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ broken }, use) => use(broken.url),
})

test.describe.configure({ mode: 'default' })
test.beforeEach(({ trouble }) => trouble.expect(/50[03]/))

test('Sold marks: Failed to load delivered orders', async ({ page, broken }) => {
  await without(broken, 'order_lines', async () => {
    for (const [path, title] of [
      ['/allproduct', 'Cubee Pocket Cube'],
      ['/productinfo/2', 'Cubee Window Ledge Planter in Marble White'],
    ] as const) {
      await visit(page, path)
      await expectToast(page, 'Failed to load delivered orders')
      await expect(page.getByRole('main').getByRole('heading', { name: title }).first()).toBeVisible()
    }
    await expect(page.getByRole('button', { name: 'Add to cart' })).toBeEnabled()
    await expectUsable(page)
  })
})

test('featured products: nothing is said, and the rest of the home page is there', async ({ page, broken }) => {
  await without(broken, 'products', async () => {
    await visit(page, '/')
    await expect(page.getByRole('region', { name: 'Featured Products' })).toContainText('No featured products yet.')
    await expect(page.getByRole('region', { name: 'Featured Products' }).locator('[aria-busy=true]')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Testimonials' })).toBeVisible()
    await expect(page.getByRole('status')).toHaveCount(0)
    await expectUsable(page)
  })
  expect(broken.said()).toContain('A read failed')
})

test('a list of products: Failed to load products', async ({ page, broken }) => {
  await without(broken, 'products', async () => {
    for (const path of ['/allproduct?page=2', '/category/bonsai']) {
      await visit(page, path)
      await expectToast(page, 'Failed to load products')
    }
    await expectUsable(page)
  })
  await visit(page, '/allproduct?page=2')
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(8)
})

test('a product: Error fetching product', async ({ page, broken }) => {
  await without(broken, 'products', async () => {
    expect((await page.request.get('/productinfo/5')).status()).toBe(503)
    await visit(page, '/productinfo/5')
    await expectToast(page, 'Error fetching product')
    await expect(page.getByRole('heading', { name: 'Error fetching product' })).toBeVisible()
    await expectUsable(page)
  })
  await visit(page, '/productinfo/5')
  await expect(page.getByRole('heading', { name: 'Tubo Tall Taper' })).toBeVisible()
})

test('a shopper’s orders: Failed to load orders', async ({ page, broken }) => {
  const person = await signUpAndLogIn(page)
  await without(broken, 'orders', async () => {
    await page.reload({ waitUntil: 'domcontentloaded' })
    await scriptsReady(page)
    await expectToast(page, 'Failed to load orders')
    await expect(page.getByText(person.email)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No orders yet' })).toHaveCount(0)
    await expectUsable(page)
  })
})

test('a table of the back office says that it failed, not that it is empty, and fills itself later', async ({
  page,
  broken,
}) => {
  await broken.sql(`insert into contact_messages (name, email, phone, message)
    values ('Meera', 'meera@gamla.example', '9845000012', 'Do you sell large pots?')`)
  for (const { table, path, failed } of [
    { table: 'products', path: '/adminDashboard', failed: 'Failed to load products' },
    { table: 'orders', path: '/adminDashboard/orders', failed: 'Failed to load orders' },
    { table: 'product_raise', path: '/adminDashboard/requests', failed: 'Failed to fetch requests' },
    { table: 'contact_messages', path: '/adminDashboard/messages', failed: 'Failed to load messages' },
  ]) {
    await without(broken, table, async () => {
      await enter(page, broken.accounts.admin, path)
      await expectToast(page, failed)
      await expect(page.getByRole('heading', { name: failed })).toBeVisible()
      await expect(page.getByRole('heading', { name: / yet$|^No requests$/ })).toHaveCount(0)
    })
    await expect(page.locator('.live-table').getByRole('row').nth(1)).toBeVisible()
  }
})

test('a table that cannot be read again keeps its rows, and is current again by itself', async ({ page, broken }) => {
  await enter(page, broken.accounts.admin, '/adminDashboard/orders')
  const rows = page.getByRole('table', { name: 'orders' }).getByRole('row')
  const before = await rows.count()
  let failed = 0
  page.on('response', (answer) => {
    if (answer.status() === 503) failed += 1
  })
  await without(broken, 'orders', async () => {
    await broken.sql('update products set description = description where id = 1')
    await broken.sql("update orders_away set name = 'Kavya Renamed'")
    await expect.poll(() => failed).toBeGreaterThan(1)
    await expect(rows).toHaveCount(before)
  })
  await expect(row(page, 'Kavya Renamed').first()).toBeVisible()
})

test('an order that cannot be written now keeps cart and address, and goes through later', async ({ page, broken }) => {
  await signUpAndLogIn(page)
  await visit(page, '/productinfo/1')
  await page.getByRole('radio', { name: 'Sandstone' }).check()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByRole('link', { name: 'Cart, 1 item' }).click()
  await page.getByRole('button', { name: 'Checkout' }).click()
  for (const label of ['Full name', 'Address', 'City', 'Pincode', 'Mobile number']) {
    await page.getByLabel(label, { exact: true }).fill('98450 12345')
  }
  await without(broken, 'orders', async () => {
    await page.getByRole('button', { name: 'Cash on Delivery' }).click()
    await expect(
      page.getByText('Connection lost. Please try again. You won’t be charged or ordered twice.'),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  })
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expectToast(page, 'Order placed successfully')
})

test('a search that fails finds nothing, and takes nothing away', async ({ page, broken }) => {
  await visit(page, '/faq')
  await without(broken, 'products', async () => {
    await page.getByLabel('Search products').fill('cascade')
    await expect(page.locator('.search-results')).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Questions and answers')
  })
})

/** The navigation still works. */
async function expectUsable(page: Page) {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Questions and answers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeVisible()
}
