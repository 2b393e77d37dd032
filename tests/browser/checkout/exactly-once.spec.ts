import type { Page } from '@playwright/test'
import { arriveAsShopper, putAddress, putPots } from '#tests/browser/support/quick-shopper.ts'
import { expectToast, fillAddress, goOnToCheckout, openCheckout } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'
import type { TestShop } from '#tests/support/shop.ts'

test('answers that got lost and second presses are one order, whatever happens in between', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/cart\.data/)
  const [pressed, removed] = [await stock(), await stock()]
  const pay = page.getByRole('button', { name: 'Cash on Delivery' })
  await arriveAsShopper(page, [pressed])

  await openCheckout(page)

  await test.step('twice, and a reload', async () => {
    for (let n = 0; n < 2; n += 1) {
      await loseTheAnswer(page)
      expect(await countOrders(shop, pressed)).toBe(1)
    }
    await openCheckout(page)
    await expect(page.getByLabel('City')).toHaveValue('Mysuru')
    await pay.click()
    await expectPlaced(page)
    expect(await countOrders(shop, pressed)).toBe(1)
  })

  await test.step('the same pots ordered once more, and another address: the shopper is told of the order that is there, and chooses', async () => {
    await putPots(page, [pressed])
    await goOnToCheckout(page)
    // The address of the first order is still filled in.
    await loseTheAnswer(page)
    expect(await countOrders(shop, pressed)).toBe(2)
    await fillAddress(page, { City: 'Hubli' })
    await pay.click()
    const told = page.getByRole('alert').filter({ hasText: 'You’ve already placed this order' })
    await expect(told).toContainText('No new order was placed.')
    await expect(told).toContainText('Mysuru')
    await expect(told).toBeFocused()
    expect(await countOrders(shop, pressed)).toBe(2)
    await told.getByRole('button', { name: 'Place a new order' }).click()
    await expectPlaced(page)
    await expect(page.getByRole('article').filter({ hasText: pressed.title })).toHaveCount(3)
    expect(await countOrders(shop, pressed)).toBe(3)
  })

  await test.step('a deletion by the shop: nothing is made again unasked', async () => {
    await putPots(page, [removed])
    await putAddress(page)
    await goOnToCheckout(page)
    await loseTheAnswer(page)
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
async function loseTheAnswer(page: Page) {
  let isLost = false
  await page.route('**/cart.data*', async (route) => {
    // The page may reload what the shop says about cash meanwhile.
    if (isLost || route.request().method() !== 'POST') return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
  const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await failed
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
