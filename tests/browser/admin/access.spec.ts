import { enter, row } from '#tests/browser/support/admin.ts'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { signUpAndLogIn, visit } from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

// Several windows and image processing are slow on a busy machine.
test.describe.configure({ timeout: 90_000 })

const ADMIN = [
  '/adminDashboard',
  '/adminDashboard/orders',
  '/adminDashboard/users',
  '/adminDashboard/requests',
  '/adminDashboard/messages',
  '/adminDashboard/emails',
  '/adminDashboard/audit',
  '/adminDashboard/import',
  '/addproduct',
  '/updateproduct/1',
]
const SELLER = ['/sellerDashboard', '/sellerDashboard/orders', '/sellerDashboard/addproduct']

test('guests and other roles are led to /login', async ({ page, openBrowser, shop }) => {
  await expectLedAway(page, [...ADMIN, ...SELLER])
  await signUpAndLogIn(page)
  await expectLedAway(page, [...ADMIN, ...SELLER])
  const seller = await openBrowser()
  await enter(seller, shop.accounts.seller, '/sellerDashboard')
  await expectLedAway(seller, ADMIN)

  await page.goto('/adminDashboard')
  await expect(page).toHaveURL(/\/login/)
})

async function expectLedAway(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const answer = await page.request.get(path, { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location], path).toEqual([302, expect.stringMatching(/^\/login/)])
  }
}

test('a seller sees nothing of another’s: no product, no phone, no address', async ({ page, shop, stock, trouble }) => {
  trouble.expect(/404/)
  const { id, title } = await stock()
  await enter(page, shop.accounts.seller, '/sellerDashboard')
  await expect(page.getByText(title)).toHaveCount(0)
  await page.getByRole('tab', { name: 'Orders' }).click()
  await expect(page.getByRole('table')).toContainText('Meera Nair')
  for (const secret of ['9845000012', 'Lake View Road', '560038', 'gamlauser']) {
    expect(await page.content()).not.toContain(secret)
  }
  for (const path of [`/sellerDashboard/updateproduct/${id}`, '/sellerDashboard/updateproduct/999999']) {
    await visit(page, path)
    await expect(page.getByRole('heading', { name: 'Failed to load product' })).toBeVisible()
  }
})

test('no shopper loads a file of the back office', async ({ page }) => {
  const loaded: string[] = []
  page.on('response', async (answer) => {
    if (/\.(js|css)$/.test(new URL(answer.url()).pathname)) loaded.push(await answer.text())
  })
  for (const path of ['/', '/allproduct', '/cart', '/login']) await visit(page, path)
  await page.waitForLoadState('networkidle')
  expect(loaded.length).toBeGreaterThan(3)
  for (const text of loaded) expect(text).not.toMatch(/Restock|table-frame|dropzone|Approve cancellation/)
})

// In two tests, because each screen is checked four times.
for (const screens of [ADMIN.slice(0, 5), ADMIN.slice(5)]) {
  test(`an admin’s screens from ${screens[0]} on can be used by everyone, and fit`, async ({ page, shop }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enter(page, shop.accounts.admin, '/adminDashboard')
    for (const path of screens) await expectFine(page, path)
  })
}

test('the question before a deletion can be used by everyone', async ({ page, shop }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enter(page, shop.accounts.admin, '/adminDashboard')
  await row(page, /^/).first().getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
})

test('every screen of a seller can be used by everyone, and fits', async ({ page, shop }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enter(page, shop.accounts.seller, '/sellerDashboard')
  for (const path of SELLER) await expectFine(page, path)

  await page.getByRole('button', { name: 'Add product' }).click()
  await expect(page.getByText('Enter a description.')).toBeVisible()
  await expectAccessible(page)
})

async function expectFine(page: Page, path: string): Promise<void> {
  await visit(page, path)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path} fits`).toBe(true)
}

test('the tables work before scripts have loaded', async ({ openBrowser, shop, stock, trouble }) => {
  trouble.expect(/400/, / csp$/)
  const { title } = await stock({ approved: false, title: `No Script Cube ${Date.now()}` })
  const page = await openBrowser({ javaScriptEnabled: false })
  const { email, password } = shop.accounts.admin
  await page.request.post('/login', { form: { email, password }, headers: { accept: 'text/html' } })
  await page.goto(`/adminDashboard?q=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('alert')).toContainText('Product approved successfully')

  await row(page, title).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert')).toContainText(`Delete “${title}”?`)
  await expect(row(page, title)).toBeVisible()
  await page.locator('.ask-here').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert')).toContainText('Product deleted successfully')
  await expect(row(page, title)).toHaveCount(0)

  await page.goto('/addproduct')
  await page.getByLabel('Title').fill('Half a product')
  await page.getByRole('button', { name: 'Add product' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Half a product')
  await expect(page.getByText('Enter a description.')).toBeVisible()
})
