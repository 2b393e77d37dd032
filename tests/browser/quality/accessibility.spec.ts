import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { openBusyPage } from '#tests/browser/support/fault-fixtures.ts'
import { expectNotWider } from '#tests/browser/support/keyboard.ts'
import { arriveAsShopper } from '#tests/browser/support/quick-shopper.ts'
import {
  ADDRESS,
  cancelOrder,
  expectToast,
  fillAddress,
  goOn,
  placeOrder,
  THANK_YOU,
  visit,
} from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

type Screens = Record<string, (page: Page) => Promise<unknown>>

const HOME: Screens = {
  home: async (page) => {
    await visit(page, '/')
    await expectAccessible(page, { frame: true })
  },
}

/** Every screen of a guest, with menus, dialogs and toasts open. */
const STOREFRONT: Screens = {
  'a list, with its filters open': async (page) => {
    await goOn(page, '/allproduct?page=2&finish=Sandstone&stock=in')
    await page.getByText('Filters (2)').click()
    await expectAccessible(page, NARROW)
  },
  'a product, with a toast': async (page) => {
    await goOn(page, '/productinfo/1')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expectToast(page, 'Please select a pot color')
    await expectAccessible(page, NARROW)
  },
  'a list on a phone, with the sheet of its filters open': async (page) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await goOn(page, '/allproduct?use=Balcony&width=24&width=40')
    await page.getByText('Filters (2)').click()
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
    await expectAccessible(page, NARROW)
  },
  'search results, then a Sold product': async (page) => {
    await goOnTo(page, '/search?q=fountain')
    const sold = page.getByRole('article', { name: 'Widee Fountain Bowl' })
    await sold.getByRole('link', { name: 'View Product' }).click()
    await page.getByText('Want this pot?').click()
    await expectAccessible(page, NARROW)
  },
  'questions, one open, and the search dropdown with and without a match': async (page) => {
    await goOn(page, '/faq')
    await page.locator('summary').first().click()
    await expectAccessible(page, NARROW)
    await page.getByLabel('Search products').fill('cube')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expectAccessible(page, { ...NARROW, within: '.site-header' })
    await page.getByLabel('Search products').fill('zzzz')
    await expect(page.locator('.search-results').getByRole('img')).toBeVisible()
    await expectAccessible(page, { ...NARROW, within: '.site-header' })
  },
  'an empty list': (page) => goOnTo(page, '/category/nothing'),
  'a product that is not there, then a list that failed': async (page) => {
    await goOn(page, '/productinfo/999999')
    await expectToast(page, 'Product not found')
    await expect(page.getByRole('heading', { name: 'Product not found' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Gamla, home' })).toBeVisible()
    await expectAccessible(page, NARROW)
    await page.route('**/allproduct.data*', (route) => route.fulfill({ status: 500, body: 'out of order' }), {
      times: 1,
    })
    await page.getByRole('main').getByRole('link', { name: 'See all pots' }).click()
    await expectToast(page, 'Failed to load products')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expectAccessible(page, NARROW)
  },
}

const FORMS_AND_TEXTS: Screens = {
  'contact, refused': async (page) => {
    await goOn(page, '/contactUs')
    await page.getByRole('main').getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expectAccessible(page, NARROW)
  },
  'an empty cart': (page) => goOnTo(page, '/cart'),
  signup: (page) => goOnTo(page, '/signup'),
  'login, refused': async (page) => {
    await goOn(page, '/login')
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page, NARROW)
  },
  refunds: (page) => goOnTo(page, '/refund-policy'),
  terms: (page) => goOnTo(page, '/termsAndConditions'),
  privacy: (page) => goOnTo(page, '/privacy'),
  warranty: (page) => goOnTo(page, '/warranty'),
  'the menu': async (page) => {
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expectAccessible(page, { ...NARROW, frame: true })
    await page.keyboard.press('Escape')
  },
  'not found': (page) => goOnTo(page, '/no-such-page'),
}

const GETTING_IN: Screens = {
  'a code, asked for and refused': async (page) => {
    await goOn(page, '/login/code')
    await page.getByLabel('Email').fill('accessible@gamla.example')
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await page.getByLabel('Code').press('Enter')
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page, NARROW)
  },
  'a forgotten password': async (page) => {
    await goOn(page, '/forgot-password')
    await page.getByLabel('Email').fill('accessible@gamla.example')
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page, NARROW)
    await expectAccessible(page, NARROW)
  },
  'a link that no longer works': (page) => goOnTo(page, '/reset-password?token=x'),
}

async function goOnTo(page: Page, path: string): Promise<void> {
  await goOn(page, path)
  await expectAccessible(page, NARROW)
}

test.describe.configure({ mode: 'parallel' })
test.beforeEach(({ trouble }) => {
  trouble.expect(
    /404.*no-such-page/,
    /404.*category\/nothing/,
    /404.*productinfo/,
    /400.*contactUs/,
    /400.*login/,
    /500.*allproduct/,
    /Something|decode/,
  )
})

test('all that guests see: no violation and nothing wider than the screen', async ({ page, shop, trouble }) => {
  const screens = { ...HOME, ...STOREFRONT, ...FORMS_AND_TEXTS, ...GETTING_IN }
  for (const [name, check] of Object.entries(screens)) await test.step(name, () => check(page))

  await test.step('the shop is busy', async () => {
    trouble.expect(/503/)
    await openBusyPage(page, shop)
    await expect(page.getByRole('heading', { name: 'We’re very busy right now' })).toBeVisible()
    await expectAccessible(page, { ...NARROW, frame: true })
  })
})

test('from the list to the dashboard, with long texts: no violation, nothing wider, light and dark', async ({
  page,
  stock,
}) => {
  const product = await stock({ title: 'Bougainvilleatopf'.repeat(12).slice(0, 200), price: 1_234_567, discount: 100 })
  const main = page.getByRole('main')
  await arriveAsShopper(page, [product])
  await page.evaluate(() => sessionStorage.clear())
  await page.setViewportSize({ width: 360, height: 800 })
  await visit(page, '/userDashboard')
  await expectAccessible(page, { ...NARROW, frame: true })
  await goOn(page, '/allproduct?page=1')
  await expect(page.getByRole('article').first()).toContainText('₹12,34,567')
  await expectNotWider(page)
  await goOn(page, `/productinfo/${product.id}`)
  await expect(page.getByRole('heading', { name: product.title })).toBeVisible()
  await expectNotWider(page)
  await page.setViewportSize({ width: 1440, height: 800 })
  await goOn(page, '/cart')
  await page.getByRole('button', { name: 'Checkout' }).click()
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expectToast(page, 'All fields are required')
  await expect(main).toContainText('₹12,34,567')
  await expectAccessible(page, { frame: true })
  await fillAddress(page, {
    ...ADDRESS,
    Address: `Flat 12B, Tower 4, Prestige Lakeside Habitat\n${'Varthur'.repeat(10)}\nGunjur Village`,
  })
  await page.getByRole('button', { name: 'Pay Online' }).click()
  await expect(page.getByRole('dialog', { name: 'Pay Gamla' })).toBeVisible()
  await expectAccessible(page, { ...NARROW, within: 'dialog[open]' })
  await page.keyboard.press('Escape')
  await placeOrder(page, 'Cash on Delivery')
  await expect(page).toHaveURL(THANK_YOU)
  await expect(page.getByRole('heading', { name: 'Thank you, Kavya Rao' })).toBeVisible()
  await expectAccessible(page)
  await goOn(page, '/userDashboard')
  await expect(page.getByRole('article')).toContainText('Gunjur Village')
  await cancelOrder(page)
  await expect(page.getByText('Cancellation requested', { exact: true })).toBeVisible()
  await expectAccessible(page)
})
