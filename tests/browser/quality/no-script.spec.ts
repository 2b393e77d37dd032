import { expect, test } from '#tests/browser/support/test.ts'

test.use({ javaScriptEnabled: false })

// Other forms, and the answers to them, are tested over HTTP, in tests/integration/storefront/.
test('without scripts: images, the search form, a product, and answers', async ({ page, trouble }) => {
  // The browser logs the scripts that it does not run.
  trouble.expect(/\.js csp$/)
  const main = page.getByRole('main')
  const pot = page.waitForResponse(/-front\/\d+\.avif/)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Featured Products' }).getByRole('article')).toHaveCount(8)
  await page.getByRole('article').first().scrollIntoViewIfNeeded()
  await pot
  await expect(page.getByRole('heading', { name: 'Stone you can lift with one hand' })).toBeVisible()

  await page.getByLabel('Search products').fill('BONSAI')
  await page.getByLabel('Search products').press('Enter')
  await expect(page).toHaveURL('/search?q=BONSAI')
  await expect(page.getByRole('article', { name: 'Bonsai Starter Tray' })).toBeVisible()

  await page.goto('/productinfo/1')
  await expect(main.getByRole('heading', { name: 'How big is it?' })).toBeVisible()
  await expect(main.getByRole('group', { name: 'All images' })).toHaveCSS('scrollbar-width', 'auto')
  await expect(main.getByRole('button', { name: /^Show |3D/ })).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'write to us' })).toBeVisible()

  await page.goto('/faq')
  await page.locator('summary').first().click()
  await expect(page.getByText('No, and that is the point.')).toBeVisible()
})
