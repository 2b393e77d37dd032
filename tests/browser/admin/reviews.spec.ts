import { enter, row } from '#tests/browser/support/admin.ts'
import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { listEmailsTo } from '#tests/browser/support/inbox.ts'
import { expectToast } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('a buyer reviews what has arrived, staff publish it, and the page of the product counts it', async ({
  page,
  buy,
  openBrowser,
  shop,
  stock,
  trouble,
}) => {
  // What is missing is said.
  trouble.expect(/400/)
  const pot = await stock({ rating: 4.6, reviewCount: 38 })
  const { page: buyer, email, orderId } = await buy(pot)
  await shop.sql(`update orders set status = 'delivered', delivered_at = now() where id = $1`, [orderId])
  await enter(page, shop.accounts.admin, '/adminDashboard/reviews?state=waiting')

  await test.step('by keyboard, and what is missing is said', async () => {
    await buyer.goto(`/orders/${orderId}`)
    await buyer.getByText('Write a review').focus()
    await buyer.keyboard.press('Enter')
    await buyer.getByLabel('Your review').fill('Light, and it drains well.')
    await buyer.getByRole('button', { name: 'Send' }).press('Enter')
    await expect(buyer.getByText('Choose from one to five stars.')).toBeVisible()
    await buyer.getByRole('radio', { name: '5 stars' }).focus()
    await buyer.keyboard.press('ArrowDown')
    await expectAccessible(buyer, NARROW)
    await buyer.getByRole('button', { name: 'Send' }).press('Enter')
    await expect(buyer.getByText('Waiting')).toBeVisible()
    await expect(buyer.locator('summary').filter({ hasText: 'Edit' })).toBeFocused()
  })

  await test.step('it appears at the desk, and on the page of the product once it is published', async () => {
    await expect(row(page, pot.title)).toContainText('Light, and it drains well.')
    await expectAccessible(page, NARROW)
    const product = await openBrowser()
    await product.goto(`/productinfo/${pot.id}`)
    await expect(product.getByText('4.6 (38 Reviews)')).toBeVisible()
    expect(await product.content()).not.toContain('aggregateRating')
    await row(page, pot.title).getByRole('button', { name: 'Publish' }).click()
    await expectToast(page, 'Review published')
    await expect(product.getByRole('heading', { name: 'What buyers say' })).toBeVisible()
    await expect(product.getByText('4 (1 Reviews)').first()).toBeVisible()
    await expect(buyer.getByText('Published')).toBeVisible()
    await product.reload()
    expect(await product.content()).toContain(
      '"aggregateRating":{"@type":"AggregateRating","ratingValue":4,"reviewCount":1}',
    )
    await product.getByRole('link', { name: /^4 stars/ }).click()
    await expect(product.getByRole('heading', { level: 1 })).toContainText(pot.title)
    await expect(product.getByText('Light, and it drains well.')).toBeVisible()
    await expectAccessible(product, NARROW)
  })

  await test.step('a refusal is told to its author, and counted', async () => {
    await page.goto('/adminDashboard/reviews')
    await row(page, pot.title).locator('summary').filter({ hasText: 'Decline' }).click()
    await row(page, pot.title).getByLabel('Reason').selectOption('Link')
    await row(page, pot.title).getByRole('button', { name: 'Decline' }).click()
    await expectToast(page, 'Review declined')
    await expect(buyer.getByText('Not published')).toBeVisible()
    // Not always the newest: an email of the order may wait for its turn.
    await expect
      .poll(async () => (await listEmailsTo(page, email)).join(), { timeout: 40_000 })
      .toContain('because it contains a link')
    const product = await openBrowser({ javaScriptEnabled: false })
    await product.goto(`/productinfo/${pot.id}`)
    await expect(product.getByText('1 review was not published')).toBeVisible()
  })
})
