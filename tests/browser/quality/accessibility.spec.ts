import { expectAccessible } from '#tests/browser/support/axe.ts'
import { openBusyPage } from '#tests/browser/support/fault-fixtures.ts'
import {
  expectToast,
  fillAddress,
  openCheckout,
  order,
  putInCart,
  signUpAndLogIn,
  toast,
  visit,
} from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

/** Every screen, with menus, dialogs and toasts open. */
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
    await page.getByText('Want this pot?').click()
  },
  contact: (page) => visit(page, '/contactUs'),
  'contact, refused': async (page) => {
    await visit(page, '/contactUs')
    await page.getByRole('main').getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
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

test.describe.configure({ mode: 'parallel' })
test.beforeEach(async ({ page, trouble }) => {
  trouble.expect(/404.*no-such-page/, /400.*contactUs/)
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

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
  await expectAccessible(page, { widths: [360] })
})

test('every component of the style guide, and toasts of every kind: no violation, light and dark', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await visit(page, '/styleguide')
  for (const kind of ['Success', 'Error', 'Plain', 'Long']) {
    await page.getByRole('button', { name: kind, exact: true }).evaluate((button: HTMLElement) => button.click())
  }
  // Toasts stay while the pointer is over them.
  await toast(page, 'Please select a pot color').hover()
  await expect(page.locator('.toasts').getByRole('status')).toHaveCount(4)
  // On wide screens the components are checked on their own pages.
  await expectAccessible(page, { widths: [360], toasts: true })
  await expect(toast(page, 'Added to cart')).toBeVisible()
})

test('what could not be shown: no violation, light and dark', async ({ page, trouble }) => {
  trouble.expect(/404.*productinfo/, /500.*allproduct/, /Something|decode/)
  await visit(page, '/productinfo/999999')
  await expect(page.getByRole('heading', { name: 'Product not found' })).toBeVisible()
  await expectAccessible(page, { widths: [360] })
  await page.route('**/allproduct.data*', (route) => route.fulfill({ status: 500, body: 'out of order' }))
  await page.getByRole('main').getByRole('link', { name: 'See all pots' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expectAccessible(page, { widths: [360] })
})

test('the shop is busy: no violation, light and dark, narrow and wide', async ({ page, shop, trouble }) => {
  trouble.expect(/503/)
  await openBusyPage(page, shop)
  await expect(page.getByRole('heading', { name: 'We’re very busy right now' })).toBeVisible()
  await expectAccessible(page)
})

test('cart, checkout and dashboard: no violation, light and dark, narrow and wide', async ({ page, stock }) => {
  const product = await stock()
  await signUpAndLogIn(page)
  await expectAccessible(page)
  await putInCart(page, { product })
  await page.setViewportSize({ width: 1440, height: 800 })
  await openCheckout(page)
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expectToast(page, 'All fields are required')
  // Toasts stay while the pointer is over them.
  await page.getByText('All fields are required').hover()
  await expectAccessible(page, { widths: [1440], toasts: true })
  await page.mouse.move(0, 0)
  await expectAccessible(page)
  await fillAddress(page)
  await page.getByRole('button', { name: 'Pay Online' }).click()
  await expect(page.getByRole('dialog', { name: 'Pay Gamla' })).toBeVisible()
  await expectAccessible(page, { widths: [360], within: 'dialog[open]' })
  await page.keyboard.press('Escape')
  await order(page)
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(page.getByText('Cancellation requested', { exact: true })).toBeVisible()
  await expectAccessible(page)
})
