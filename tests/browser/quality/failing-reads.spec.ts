import type { Page } from '@playwright/test'
import { enter, row } from '#tests/browser/support/admin.ts'
import { without } from '#tests/browser/support/fault-fixtures.ts'
import { arriveAsShopper } from '#tests/browser/support/quick-shopper.ts'
import { expectToast, goOn, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

// Cached pages survive a failing database, so these tests open addresses that nobody has opened before.
test.describe.configure({ mode: 'default' })
test.beforeEach(({ trouble }) => trouble.expect(/50[03]/))

test('pots that cannot be read are told as toasts, and the rest of the shop goes on', async ({ page, shop, stock }) => {
  const [first, second] = [await stock(), await stock()]
  const list = `/allproduct?page=2&sort=none${Date.now()}`

  await test.step('Sold marks', async () => {
    await without(shop, 'order_lines', async () => {
      await visit(page, `/productinfo/${first.id}`)
      await expectToast(page, 'Failed to load delivered orders')
      await expect(page.getByRole('heading', { name: first.title })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Add to cart' })).toBeEnabled()
    })
  })

  await test.step('lists, a product and the search', async () => {
    await without(shop, 'products', async () => {
      await visit(page, list)
      await expectToast(page, 'Failed to load products')
      await visit(page, `/productinfo/${second.id}`)
      await expectToast(page, 'Error fetching product')
      await expect(page.getByRole('heading', { name: 'Error fetching product' })).toBeVisible()
      await expectUsable(page)
      await page.getByLabel('Search products').fill(`cascade ${Date.now()}`)
      await expect(page.locator('.search-results')).toBeVisible()
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Questions and answers')
    })
  })

  await goOn(page, list)
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(8)
})

test('orders that cannot be read or written are told, and keep cart and address', async ({ page, shop, stock }) => {
  const person = await arriveAsShopper(page, [await stock()])
  await without(shop, 'orders', async () => {
    await visit(page, '/userDashboard')
    await expectToast(page, 'Failed to load orders')
    await expect(page.getByText(person.email)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No orders yet' })).toHaveCount(0)
  })

  await page.getByRole('link', { name: 'Cart, 1 item' }).click()
  await page.getByRole('button', { name: 'Checkout' }).click()
  await without(shop, 'orders', async () => {
    await page.getByRole('button', { name: 'Cash on Delivery' }).click()
    await expect(
      page.getByText('Connection lost. Please try again. You won’t be charged or ordered twice.'),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  })
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expectToast(page, 'Order placed successfully')
})

test('a table says that it failed, fills itself later, and then keeps its rows and is current by itself', async ({
  page,
  shop,
}) => {
  const rows = page.getByRole('table', { name: 'orders' }).getByRole('row')
  await without(shop, 'orders', async () => {
    await enter(page, shop.accounts.admin, '/adminDashboard/orders')
    await expectToast(page, 'Failed to load orders')
    await expect(page.getByRole('heading', { name: 'Failed to load orders' })).toBeVisible()
  })
  await expect(rows.nth(1)).toBeVisible()

  const before = await rows.count()
  const [newest] = await shop.sql<{ id: string; name: string }>('select id, name from orders order by id desc limit 1')
  const rename = (table: string, name?: string) =>
    shop.sql(`update ${table} set name = $2 where id = $1`, [newest?.id, name])
  let failed = 0
  page.on('response', (answer) => {
    if (answer.status() === 503) failed += 1
  })
  await without(shop, 'orders', async () => {
    await shop.sql('update products set description = description where id = 1')
    await rename('orders_away', 'Kavya Renamed')
    await expect.poll(() => failed).toBeGreaterThan(1)
    await expect(rows).toHaveCount(before)
  })
  // An order of two lines has two rows.
  await expect(row(page, 'Kavya Renamed').first()).toBeVisible()
  await rename('orders', newest?.name)
})

/** The navigation still works. */
async function expectUsable(page: Page) {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Questions and answers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeVisible()
}
