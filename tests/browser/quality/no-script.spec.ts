import { expect, test } from '#tests/browser/support/test.ts'

test.use({ javaScriptEnabled: false })

// The answers to forms are tested over HTTP, in tests/integration/storefront/.
test('without scripts: images, the search form, the order of a list, answers, and a message', async ({
  page,
  shop,
  trouble,
}) => {
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

  await page.goto('/allproduct')
  await page.getByLabel('Sort by').selectOption('lowToHigh')
  await page.getByRole('button', { name: 'Sort' }).click()
  await expect(page).toHaveURL('/allproduct?sort=lowToHigh')
  await expect(page.getByRole('link', { name: 'Next page' })).toHaveAttribute('href', /page=2.*sort=lowToHigh/)

  await page.goto('/productinfo/1')
  await expect(main.getByRole('heading', { name: 'How big is it?' })).toBeVisible()
  await expect(main.getByRole('group', { name: 'All images' })).toHaveCSS('scrollbar-width', 'auto')
  await expect(main.getByRole('button', { name: /^Show |3D/ })).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'write to us' })).toBeVisible()

  await page.goto('/faq')
  await page.locator('summary').first().click()
  await expect(page.getByText('No, and that is the point.')).toBeVisible()

  const words = `Without scripts ${Date.now()}`
  await page.goto('/contactUs')
  const message = { Name: 'Meera Nair', Email: 'meera24@gmail.com', Phone: '9845000012', Message: words }
  for (const [label, text] of Object.entries(message)) await main.getByLabel(label).fill(text)
  await main.getByRole('button', { name: 'Send message' }).click()
  await expect(main.getByRole('alert')).toHaveText('Message sent successfully!')
  expect(await shop.sql('select 1 from contact_messages where message = $1', [words])).toHaveLength(1)
})
