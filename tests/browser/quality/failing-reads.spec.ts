import { readdir, readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { without } from '#tests/browser/support/fault-fixtures.ts'
import { expectToast, goOn, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

const ASSETS = new URL('../../../build/client/assets/', import.meta.url)
const SECRET = 'a stack that shoppers do not see'
const SCREENS = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]

// Cached pages survive a failing database, so these tests open addresses that nobody has opened before.
test.describe.configure({ mode: 'default' })
test.beforeEach(({ trouble }) => trouble.expect(/50[03]/))

test('pots that cannot be read are told as toasts, and the rest of the shop goes on; a header that fails leaves a sentence and a way on', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  const [first, second] = [await stock(), await stock()]
  const list = `/allproduct?page=2&sort=none${Date.now()}`

  await test.step('Sold marks', async () => {
    await without(shop, 'sellable_variants', async () => {
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

  trouble.expect(new RegExp(SECRET), /Minified React error/)
  await test.step('a header that fails, narrow and wide', () => openBroken(page))
})

/** The navigation still works. */
async function expectUsable(page: Page) {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Questions and answers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeVisible()
}

async function openBroken(page: Page): Promise<void> {
  await breakHeader(page)
  await page.goto('/faq')
  const heading = page.getByRole('heading', { name: 'Something went wrong', level: 1 })
  await expect(heading).toBeVisible()
  await expect(page).toHaveTitle('Something went wrong')
  await expect(page.locator('body')).toHaveText(
    'Something went wrongThe problem is on our side. Please load the page again.Home',
  )
  const home = page.getByRole('link', { name: 'Home' })
  for (const viewport of SCREENS) {
    await page.setViewportSize(viewport)
    const [first, last] = [await heading.boundingBox(), await home.boundingBox()]
    if (!first || !last) throw new Error('One of the lines is not drawn')
    // Heading, text and link are one block in the upper half, with space at both sides.
    expect(last.y + last.height - first.y).toBeLessThan(250)
    expect(last.y + last.height).toBeLessThan(viewport.height / 2)
    expect(first.x).toBeGreaterThanOrEqual(16)
  }
  // It is loaded from the shop, with scripts that may be whole again.
  const [request] = await Promise.all([page.waitForRequest((request) => request.isNavigationRequest()), home.click()])
  expect(new URL(request.url()).pathname).toBe('/')
}

/** Makes the header throw in the browser. */
async function breakHeader(page: Page): Promise<void> {
  const names = await readdir(ASSETS)
  const scripts = await Promise.all(
    names
      .filter((name) => name.endsWith('.js'))
      .map(async (name) => [name, await readFile(new URL(name, ASSETS), 'utf8')]),
  )
  const whole = /["'`]site-header-row["'`]/
  for (const [name, text = ''] of scripts.filter(([, text = '']) => whole.test(text)))
    await page.route(`**/assets/${name}`, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: text.replace(whole, `(() => { throw Error('${SECRET}') })()`),
      }),
    )
}
