import type { Page } from '@playwright/test'
import { arriveAsShopper, putAddress, putPots } from '#tests/browser/support/quick-shopper.ts'
import { expectToast, fillAddress, openCheckout } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'
import type { TestShop } from '#tests/support/shop.ts'

test('twenty presses at once are one order; the same pots ordered once more are a second one', async ({
  page,
  shop,
  stock,
}) => {
  const product = await stock()
  await arriveAsShopper(page, [product])
  await openCheckout(page)
  await page.getByRole('button', { name: 'Cash on Delivery' }).evaluate((button: HTMLElement) => {
    for (let press = 0; press < 20; press += 1) button.click()
  })
  await expectToast(page, 'Order placed successfully')
  await expect(page).toHaveURL('/userDashboard')
  expect(await countOrders(shop, product)).toBe(1)

  await putPots(page, [product])
  await openCheckout(page)
  // The address of the first order is still filled in.
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expect(page.getByRole('article', { name: /^Order/ })).toHaveCount(2)
  expect(await countOrders(shop, product)).toBe(2)
})

test('the same checkout in three tabs, pressed at the same moment, is one order', async ({ page, shop, stock }) => {
  const product = await stock()
  await arriveAsShopper(page, [product])
  await openCheckout(page)
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

test('an answer that got lost and a second press are one order, whatever happens in between', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/cart\.data/)
  const [pressed, reloaded, moved, removed] = [await stock(), await stock(), await stock(), await stock()]
  const pay = page.getByRole('button', { name: 'Cash on Delivery' })
  await arriveAsShopper(page, [pressed])

  await test.step('nothing', async () => {
    await orderAndLoseTheAnswer(page)
    expect(await countOrders(shop, pressed)).toBe(1)
    await pay.click()
    await expectPlaced(page)
    expect(await countOrders(shop, pressed)).toBe(1)
  })

  await test.step('a reload', async () => {
    await putPots(page, [reloaded])
    await orderAndLoseTheAnswer(page)
    await openCheckout(page)
    await expect(page.getByLabel('City')).toHaveValue('Mysuru')
    await pay.click()
    await expectPlaced(page)
    expect(await countOrders(shop, reloaded)).toBe(1)
  })

  await test.step('another address: the shopper is told of the order that is there, and chooses', async () => {
    await putPots(page, [moved])
    await orderAndLoseTheAnswer(page)
    await fillAddress(page, { City: 'Hubli' })
    await pay.click()
    const told = page.getByRole('alert').filter({ hasText: 'You’ve already placed this order' })
    await expect(told).toContainText('No new order was placed.')
    await expect(told).toContainText('Mysuru')
    await expect(told).toBeFocused()
    expect(await countOrders(shop, moved)).toBe(1)
    await told.getByRole('button', { name: 'Place a new order' }).click()
    await expectPlaced(page)
    await expect(page.getByRole('article').filter({ hasText: moved.title })).toHaveCount(2)
    expect(await countOrders(shop, moved)).toBe(2)
  })

  await test.step('a deletion by the shop: nothing is made again unasked', async () => {
    await putPots(page, [removed])
    await putAddress(page)
    await orderAndLoseTheAnswer(page)
    const [lost] = await shop.sql<{ id: number }>(
      'select order_id::integer as id from order_lines where product_id = $1',
      [removed.id],
    )
    await shop.deleteOrder(lost?.id ?? 0)
    await pay.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Your order was removed' })).toBeVisible()
    expect(await countOrders(shop, removed)).toBe(0)
    await page.getByRole('button', { name: 'Place a new order' }).click()
    await expectPlaced(page)
    expect(await countOrders(shop, removed)).toBe(1)
  })
})

/** The shop receives the order and responds, but the response is lost. */
async function orderAndLoseTheAnswer(page: Page) {
  await openCheckout(page)
  let isLost = false
  await page.route('**/cart.data*', async (route) => {
    // The page may reload what the shop says about cash meanwhile.
    if (isLost || route.request().method() !== 'POST') return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expect(
    page.getByText('Connection lost. Please try again. You won’t be charged or ordered twice.'),
  ).toBeVisible()
}

async function expectPlaced(page: Page) {
  await expectToast(page, 'Order placed successfully')
  await expect(page).toHaveURL('/userDashboard')
}

async function countOrders(shop: TestShop, { id }: { id: number }): Promise<number> {
  const [row] = await shop.sql<{ count: string }>(
    'select count(distinct order_id) from order_lines where product_id = $1',
    [id],
  )
  return Number(row?.count)
}
