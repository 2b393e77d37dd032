import { confirm, enter, row } from '#tests/browser/support/admin.ts'
import { expectToast, order, putInCart, signUpAndLogIn, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

// Several windows and image processing are slow on a busy machine.
test.describe.configure({ timeout: 90_000 })

test('a delivery turns the shopper’s open page green and the pot Sold', async ({ page, openBrowser, shop, stock }) => {
  const product = await stock()
  const shopper = await openBrowser()
  await signUpAndLogIn(shopper)
  const admin = page
  await enter(admin, shop.accounts.admin, '/adminDashboard/orders')

  await putInCart(shopper, { product })
  await order(shopper)
  // The admin's page was not reloaded either.
  await expect(row(admin, product.title)).toHaveCount(1)

  const card = shopper.getByRole('article').filter({ hasText: product.title })
  await expect(card).toContainText('confirmed')
  await row(admin, product.title).getByRole('button', { name: 'Deliver' }).click()
  await expectToast(admin, 'Order delivered successfully')
  await expect(card).toContainText('delivered')
  await expect(card.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
  await visit(shopper, `/productinfo/${product.id}`)
  await expect(shopper.getByRole('button', { name: 'Sold' })).toBeDisabled()

  await visit(admin, `/adminDashboard?q=${encodeURIComponent(product.title)}`)
  await row(admin, product.title).getByRole('button', { name: 'Restock' }).click()
  await expectToast(admin, 'Product restocked successfully')
  await expect(shopper.getByRole('button', { name: 'Add to cart' })).toBeEnabled()
  // The product is deleted after the test, which an open page would report.
  await shopper.close()
})

test('a cancellation is asked for in one window and approved in another', async ({
  page,
  openBrowser,
  shop,
  stock,
}) => {
  const product = await stock()
  const shopper = await openBrowser()
  await signUpAndLogIn(shopper)
  await putInCart(shopper, { product })
  await order(shopper)
  await enter(page, shop.accounts.admin, '/adminDashboard/orders')

  await shopper.getByRole('button', { name: 'Cancel Order' }).click()
  await expectToast(shopper, 'Order cancellation requested successfully!')
  await row(page, product.title).getByRole('button', { name: 'Approve cancellation' }).click()
  await expectToast(page, 'Cancellation approved successfully')
  await expect(row(page, product.title)).toContainText('Cancelled')
  await expect(row(page, product.title).getByRole('button', { name: 'Deliver' })).toHaveCount(0)
  await expect(shopper.getByRole('heading', { name: 'Cancelled Orders' })).toBeVisible()
})

test('a deleted order leaves every screen, and the audit keeps it', async ({ page, openBrowser, shop, stock }) => {
  const product = await stock()
  const shopper = await openBrowser()
  const { name } = await signUpAndLogIn(shopper)
  await putInCart(shopper, { product })
  await order(shopper)
  await enter(page, shop.accounts.admin, '/adminDashboard/orders')
  await row(page, product.title).getByRole('button', { name: 'Delete' }).click()
  await confirm(page, 'Delete')
  await expectToast(page, 'Order Deleted successfully')
  await expect(row(page, product.title)).toHaveCount(0)
  await expect(shopper.getByRole('heading', { name: 'No orders yet' })).toBeVisible()

  await page.getByRole('tab', { name: 'Audit' }).click()
  const entry = row(page, 'Delete order').first()
  await entry.getByText('Values before deletion').click()
  await expect(entry).toContainText(name)
  await expect(entry).toContainText(product.title)
})

test('a new order never moves the row under the pointer', async ({ page, openBrowser, shop, stock }) => {
  const product = await stock()
  const shopper = await openBrowser()
  await signUpAndLogIn(shopper)
  await enter(page, shop.accounts.admin, '/adminDashboard/orders')
  const first = page.getByRole('rowgroup').last().getByRole('row').first()
  const before = await first.textContent()
  await first.hover()

  await putInCart(shopper, { product })
  await order(shopper)
  const button = page.getByRole('button', { name: '1 new order' })
  await expect(button).toBeVisible()
  expect(await first.textContent()).toBe(before)

  await button.click()
  await expect(first).toContainText(product.title)
})

test('tabs have addresses, filters and pages of their own', async ({ page, shop }) => {
  await enter(page, shop.accounts.admin, '/adminDashboard')
  await page.getByRole('tab', { name: 'Orders' }).click()
  await expect(page).toHaveURL('/adminDashboard/orders')
  await page.getByLabel('Status', { exact: true }).selectOption('delivered')
  await expect(page).toHaveURL(/status=delivered/)
  await expect(row(page, 'Confirmed')).toHaveCount(0)

  await page.getByRole('tab', { name: 'Products' }).click()
  await expect(page).toHaveURL('/adminDashboard')
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(row(page, /^/).first()).toContainText('21')
  await page.getByRole('link', { name: 'Price' }).click()
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'descending')
  await page.keyboard.press('Tab')

  await page.getByRole('tab', { name: 'Products' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Audit' })).toBeFocused()
})

test('an admin makes somebody a seller and takes it back', async ({ page, openBrowser, shop }) => {
  const person = await openBrowser()
  const { email } = await signUpAndLogIn(person)
  await enter(page, shop.accounts.admin, `/adminDashboard/users?q=${encodeURIComponent(email)}`)
  await row(page, email).getByRole('button', { name: 'Make seller' }).click()
  await expectToast(page, 'Role changed successfully')
  await expect(row(page, email)).toContainText('seller')
  await visit(person, '/sellerDashboard')
  await expect(person.getByRole('heading', { name: 'Your shop' })).toBeVisible()

  await row(page, email).getByRole('button', { name: 'Make user' }).click()
  await expect(row(page, email).getByRole('button', { name: 'Make seller' })).toBeVisible()
  await person.goto('/sellerDashboard')
  await expect(person).toHaveURL(/\/login/)
})

test('somebody has to stay who can run the shop', async ({ page, shop, trouble }) => {
  trouble.expect(/409/)
  await enter(page, shop.accounts.admin, '/adminDashboard/users?role=admin')
  await row(page, shop.accounts.admin.email).getByRole('button', { name: 'Make user' }).click()
  await confirm(page, 'Make user')
  await expectToast(page, 'The shop needs at least one admin')
})
