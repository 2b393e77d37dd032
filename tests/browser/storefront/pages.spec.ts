import { visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('on the way: a spinner, one question open at a time, and an error that keeps the style sheet', async ({
  page,
  trouble,
}) => {
  trouble.expect(/404/)
  const bar = page.getByRole('banner')
  const spinner = bar.getByRole('status').filter({ hasText: 'Loading' })
  await visit(page, '/no-such-page')
  await expect(spinner).toHaveCount(0)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/allproduct.data*', (route) => promise.then(() => route.continue()))
  await page.getByRole('main').getByRole('link', { name: 'See all pots' }).click()
  await expect(spinner).toBeVisible()
  resolve()
  await expect(page).toHaveURL('/allproduct')
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(8)
  await expect(spinner).toHaveCount(0)
  await page.unroute('**/allproduct.data*')

  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: 'Questions and answers' }).click()
  const items = page.locator('main details')
  const open = page.locator('main details[open]')
  await expect(items).toHaveCount(3)
  await expect(open).toHaveCount(0)
  for (const index of [0, 2, 1]) {
    await items.nth(index).locator('summary').click()
    await expect(open).toHaveCount(1)
    await expect(items.nth(index)).toHaveAttribute('open')
  }
  await items.nth(1).locator('summary').press('Enter')
  await expect(open).toHaveCount(0)

  await footer.getByText('Careers').click({ force: true })
  await expect(page).toHaveURL('/faq')
  await page.route('**/allproduct.data*', (route) => route.fulfill({ status: 404, body: 'gone' }))
  const sheet = await page.evaluateHandle(() => document.querySelector('link[rel="stylesheet"]'))
  await footer.getByRole('link', { name: 'All pots' }).click()
  await expect(page.getByRole('heading', { name: 'We couldn’t find that page' })).toBeVisible()
  expect(await sheet.evaluate((link) => link?.isConnected)).toBe(true)
})
