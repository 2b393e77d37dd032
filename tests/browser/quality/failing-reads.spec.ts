import type { Page } from '@playwright/test'
import { without } from '#tests/browser/support/fault-fixtures.ts'
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

/** The navigation still works. */
async function expectUsable(page: Page) {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Questions and answers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeVisible()
}
