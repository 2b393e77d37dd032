import type { Page } from '@playwright/test'
import { expectToast, fillAddress, openCheckout, putInCart, signUpAndLogIn } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'
import type { TestShop } from '#tests/support/shop.ts'

test('twenty presses at once are one order', async ({ page, shop, stock }) => {
  const product = await stock()
  await readyToOrder(page, product)
  await page.getByRole('button', { name: 'Cash on Delivery' }).evaluate((button: HTMLElement) => {
    for (let press = 0; press < 20; press += 1) button.click()
  })
  await expectToast(page, 'Order placed successfully')
  await expect(page).toHaveURL('/userDashboard')
  expect(await countOrders(shop, product)).toBe(1)
})

test('the same checkout in three tabs, pressed at the same moment, is one order', async ({ page, shop, stock }) => {
  const product = await stock()
  await readyToOrder(page, product)
  const tabs = [page]
  for (let n = 0; n < 2; n += 1) {
    const tab = await page.context().newPage()
    await openCheckout(tab)
    await fillAddress(tab)
    tabs.push(tab)
  }
  // A few milliseconds apart, so that a tab learns of another's order at the worst moment.
  const start = Date.now() + 500
  await Promise.all(
    tabs.map((tab, index) =>
      tab.evaluate(
        (at) =>
          new Promise<void>((resolve) => {
            const button = [...document.querySelectorAll('button')].find(
              (one) => one.textContent === 'Cash on Delivery',
            )
            setTimeout(() => resolve(button?.click()), at - Date.now())
          }),
        start + index * 25,
      ),
    ),
  )
  for (const tab of tabs) await expect(tab.getByRole('link', { name: 'Cart, 0 items' })).toBeVisible()
  await expect.poll(() => tabs.some((tab) => tab.url().endsWith('/userDashboard'))).toBe(true)
  expect(await countOrders(shop, product)).toBe(1)
})

test('an answer that got lost and a second press are one order', async ({ page, shop, stock, trouble }) => {
  trouble.expect(/cart\.data/)
  const product = await stock()
  await readyToOrder(page, product)
  await loseNextAnswer(page)
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expect(
    page.getByText('Connection lost. Please try again. You won’t be charged or ordered twice.'),
  ).toBeVisible()
  expect(await countOrders(shop, product)).toBe(1)

  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expectToast(page, 'Order placed successfully')
  expect(await countOrders(shop, product)).toBe(1)
})

test('an answer that got lost, a reload and a second press are one order', async ({ page, shop, stock, trouble }) => {
  trouble.expect(/cart\.data/)
  const product = await stock()
  await readyToOrder(page, product)
  await loseNextAnswer(page)
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expect(
    page.getByText('Connection lost. Please try again. You won’t be charged or ordered twice.'),
  ).toBeVisible()

  await openCheckout(page)
  await expect(page.getByLabel('City')).toHaveValue('Mysuru')
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expectToast(page, 'Order placed successfully')
  expect(await countOrders(shop, product)).toBe(1)
})

test('an answer that got lost and another address: the shopper is told of the order that is there, and chooses', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/cart\.data/)
  const product = await stock()
  await readyToOrder(page, product)
  await loseNextAnswer(page)
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expect(
    page.getByText('Connection lost. Please try again. You won’t be charged or ordered twice.'),
  ).toBeVisible()

  await fillAddress(page, { City: 'Hubli' })
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  const told = page.getByRole('alert').filter({ hasText: 'You’ve already placed this order' })
  await expect(told).toContainText('No new order was placed.')
  await expect(told).toContainText('Mysuru')
  await expect(told).toBeFocused()
  expect(await countOrders(shop, product)).toBe(1)

  await told.getByRole('button', { name: 'Place a new order' }).click()
  await expectToast(page, 'Order placed successfully')
  await expect(page.getByRole('article', { name: /^Order/ })).toHaveCount(2)
  expect(await countOrders(shop, product)).toBe(2)
})

test('an order that the shop has removed meanwhile is not made again unasked', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/cart\.data/)
  const product = await stock()
  await readyToOrder(page, product)
  await loseNextAnswer(page)
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expect(
    page.getByText('Connection lost. Please try again. You won’t be charged or ordered twice.'),
  ).toBeVisible()
  const [lost] = await shop.sql<{ id: number }>(
    'select order_id::integer as id from order_lines where product_id = $1',
    [product.id],
  )
  await shop.deleteOrder(lost?.id ?? 0)

  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Your order was removed' })).toBeVisible()
  expect(await countOrders(shop, product)).toBe(0)
  await page.getByRole('button', { name: 'Place a new order' }).click()
  await expectToast(page, 'Order placed successfully')
  expect(await countOrders(shop, product)).toBe(1)
})

test('the same pots ordered once more are a second order', async ({ page, shop, stock }) => {
  const product = await stock()
  await readyToOrder(page, product)
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expect(page).toHaveURL('/userDashboard')
  await putInCart(page, { product })
  await openCheckout(page)
  // The address of the first order is still filled in.
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expect(page.getByRole('article', { name: /^Order/ })).toHaveCount(2)
  expect(await countOrders(shop, product)).toBe(2)
})

async function readyToOrder(page: Page, product: { id: number }) {
  await signUpAndLogIn(page)
  await putInCart(page, { product })
  await openCheckout(page)
  await fillAddress(page)
}

/** The shop receives the order and responds, but the response is lost. */
async function loseNextAnswer(page: Page) {
  await page.route(
    '**/cart.data*',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
}

async function countOrders(shop: TestShop, { id }: { id: number }): Promise<number> {
  const [row] = await shop.sql<{ count: string }>(
    'select count(distinct order_id) from order_lines where product_id = $1',
    [id],
  )
  return Number(row?.count)
}
