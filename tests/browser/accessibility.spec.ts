import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expectToast, openCheckout, order, putInCart, scriptsReady, signUpAndLogIn, visit } from './shopper.ts'
import { expect, test } from './test.ts'

/** Every screen, and what a shopper may have open on it. */
const SCREENS: Record<string, (page: Page) => Promise<void>> = {
  home: (page) => visit(page, '/'),
  'a list': (page) => visit(page, '/allproduct?page=2'),
  'an empty list': (page) => visit(page, '/category/nothing'),
  'search results': (page) => visit(page, '/search?q=bonsai'),
  'a product, with a toast': async (page) => {
    await visit(page, '/productinfo/1')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expectToast(page, 'Please select a pot color')
  },
  'a Sold product': async (page) => {
    await visit(page, '/search?q=widee+fountain')
    await page.getByRole('link', { name: 'View Product' }).click()
    await page.getByText('Would you like one like it?').click()
  },
  'an empty cart': (page) => visit(page, '/cart'),
  signup: (page) => visit(page, '/signup'),
  'login, refused': async (page) => {
    await visit(page, '/login')
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
  },
  refunds: (page) => visit(page, '/refund-policy'),
  terms: (page) => visit(page, '/termsAndConditions'),
  privacy: (page) => visit(page, '/privacy'),
  warranty: (page) => visit(page, '/warranty'),
  'questions, one open': async (page) => {
    await visit(page, '/faq')
    await page.locator('summary').first().click()
  },
  'not found': (page) => visit(page, '/no-such-page'),
  'the search dropdown': async (page) => {
    await visit(page, '/faq')
    await page.getByLabel('Search products').fill('cube')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
  },
  'the search dropdown without a match': async (page) => {
    await visit(page, '/faq')
    await page.getByLabel('Search products').fill('zzzz')
    await expect(page.locator('.search-results')).toBeVisible()
  },
}

test.beforeEach(({ trouble }) => trouble.expect(/404.*no-such-page/))

for (const [name, open] of Object.entries(SCREENS)) {
  test(`${name}: no violation, light and dark, narrow and wide`, async ({ page }) => {
    await open(page)
    await expectAccessible(page)
  })
}

test('the menu: no violation, light and dark', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await visit(page, '/faq')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectAccessible(page, [360])
})

test('cart, checkout and dashboard: no violation, light and dark, narrow and wide', async ({ page, stock }) => {
  const product = await stock()
  await signUpAndLogIn(page)
  await expectAccessible(page)
  await putInCart(page, { product })
  await openCheckout(page)
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expectToast(page, 'All fields are required')
  await expectAccessible(page)
  await order(page)
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(page.getByText('Cancellation requested')).toBeVisible()
  await expectAccessible(page)
})

async function expectAccessible(page: Page, widths = [1440, 360]) {
  // Colours that are still fading are nobody's.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await scriptsReady(page)
      const { violations } = await new AxeBuilder({ page }).analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
      expect(found, `${width} px, ${colorScheme}`).toEqual([])
    }
  }
}
