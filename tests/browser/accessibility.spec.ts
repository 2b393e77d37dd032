import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expectToast, openCheckout, order, putInCart, signUpAndLogIn, visit } from './shopper.ts'
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

test.describe.configure({ mode: 'parallel' })
test.beforeEach(async ({ page, trouble }) => {
  trouble.expect(/404.*no-such-page/)
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
  await expectAccessible(page, [360])
})

test('cart, checkout and dashboard: no violation, light and dark, narrow and wide', async ({ page, stock }) => {
  test.slow()
  const product = await stock()
  await signUpAndLogIn(page)
  await expectAccessible(page)
  await putInCart(page, { product })
  await page.setViewportSize({ width: 1440, height: 800 })
  await openCheckout(page)
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expectToast(page, 'All fields are required')
  // A toast stays for as long as the pointer is on it.
  await page.getByText('All fields are required').hover()
  await expectAccessible(page, [1440], 'with toasts')
  await page.mouse.move(0, 0)
  await expectAccessible(page)
  await order(page)
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(page.getByText('Cancellation requested', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

/** What depends on colours and width alone is looked at in all four, the rest once narrow and once wide. */
const LOOKS = [
  { width: 1440, colorScheme: 'light', rules: 'all' },
  { width: 1440, colorScheme: 'dark', rules: 'colours' },
  { width: 360, colorScheme: 'light', rules: 'colours' },
  { width: 360, colorScheme: 'dark', rules: 'all' },
] as const

async function expectAccessible(page: Page, widths = [1440, 360], toasts?: 'with toasts') {
  for (const { width, colorScheme, rules } of LOOKS) {
    if (!widths.includes(width)) continue
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await page.evaluate(everythingHasArrived)
    const axe = new AxeBuilder({ page }).setLegacyMode()
    // One that fades away in the middle of the look has no colours of its own.
    if (!toasts) axe.exclude('[data-rht-toaster]')
    if (rules === 'colours')
      axe.withRules(['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'])
    const { violations } = await axe.analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
    expect(found, `${width} px, ${colorScheme}`).toEqual([])
  }
}

/** Colours that are still fading are nobody's. */
async function everythingHasArrived() {
  const endless = (animation: Animation) => animation.effect?.getComputedTiming().endTime === Infinity
  const finite = document.getAnimations().filter((animation) => !endless(animation))
  await Promise.all(finite.map(({ finished }) => finished.catch(() => {})))
}
