import type { Page } from '@playwright/test'
import { cartLink, expectToast, putInCart, readStored, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('adding again raises the line, another size or colour is another line; the badge counts lines', async ({
  page,
  stock,
}) => {
  const product = await stock({ code: 'C02', price: 900 })
  await visit(page, '/faq')
  await expect(cartLink(page, 0)).toHaveText('')
  await putInCart(page, { product, colour: 'Sandstone' })
  await expect(cartLink(page, 1)).toHaveText('1')
  await putInCart(page, { product, colour: 'Sandstone' })
  await expect(cartLink(page, 1)).toHaveText('1')
  await putInCart(page, { product, colour: 'Grey Stone' })
  await putInCart(page, { product, size: 'C01', colour: 'Grey Stone' })
  await expect(cartLink(page, 3)).toHaveText('3')

  await cartLink(page, 3).click()
  await expect(line(page)).toHaveCount(3)
  await expect(line(page).nth(0)).toContainText('₹1,800')
  await expect(line(page).nth(2)).toContainText('CUBEE C01')
  // 2 × 900 + 900 + 495.
  await expect(total(page)).toHaveText('₹3,195')
  await expect(page.getByText('Free', { exact: true })).toBeVisible()
})

test('quantities go up and down, but never below one, and Remove takes a line away', async ({ page, stock }) => {
  const product = await stock({ price: 900 })
  await putInCart(page, { product })
  await cartLink(page, 1).click()
  const more = line(page).getByRole('button', { name: 'Increase quantity' })
  const less = line(page).getByRole('button', { name: 'Decrease quantity' })
  await more.click()
  await more.click()
  await expect(total(page)).toHaveText('₹2,700')
  await less.click()
  await less.click()
  await expect(total(page)).toHaveText('₹900')
  await expect(less).toBeDisabled()
  await less.click({ force: true })
  await expect(total(page)).toHaveText('₹900')
  expect(await readStored(page, 'cart')).toMatchObject([{ quantity: 1 }])

  await line(page).getByRole('button', { name: 'Remove' }).click()
  await expectToast(page, 'Item removed from cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expect(cartLink(page, 0)).toBeVisible()
  expect(await readStored(page, 'cart')).toEqual([])
})

test('two tabs show the same cart', async ({ page, stock }) => {
  const product = await stock()
  await visit(page, '/faq')
  const other = await page.context().newPage()
  await putInCart(other, { product })
  await expect(cartLink(page, 1)).toBeVisible()
  await visit(page, '/cart')
  await visit(other, '/cart')
  await line(other).getByRole('button', { name: 'Increase quantity' }).click()
  await expect(line(page).getByRole('status').first()).toHaveText('2')
  await line(page).getByRole('button', { name: 'Remove' }).click()
  await expect(cartLink(other, 0)).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
})

function line(page: Page) {
  return page.getByRole('list', { name: 'Cart lines' }).locator('> li')
}

function total(page: Page) {
  return page.locator('.totals-sum dd')
}
