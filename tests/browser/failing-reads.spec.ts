import type { Page } from '@playwright/test'
import { openTestShop, type TestShop } from '#tests/shop.ts'
import { expectToast, scriptsReady, signUpAndLogIn, visit } from './shopper.ts'
import { test as base, expect } from './test.ts'

/** A shop of their own: what it has once shown, it goes on showing, and these are about what it has not. */
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
    await expect(page.getByRole('region', { name: 'Featured Products' })).toContainText(
      'New favourites are on their way.',
    )
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
    await expect(page.getByText('We could not hear from the shop')).toBeVisible()
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

async function without(shop: TestShop, table: string, during: () => Promise<void>) {
  await shop.sql(`alter table ${table} rename to ${table}_away`)
  try {
    await during()
  } finally {
    await shop.sql(`alter table ${table}_away rename to ${table}`)
  }
}

/** The navigation still works. */
async function expectUsable(page: Page) {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Questions and answers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeVisible()
}
