import type { Page } from '@playwright/test'
import { enter } from '#tests/browser/support/admin.ts'
import { arriveAsShopper } from '#tests/browser/support/quick-shopper.ts'
import {
  cartLink,
  expectToast,
  fillAddress,
  openCheckout,
  putInCart,
  readStored,
} from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'
import type { TestShop } from '#tests/support/shop.ts'

test('a shopper pays online: a widget that does not load, is closed or fails keeps cart and address, and a double click pays once', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/checkout\.js/)
  const product = await stock({ price: 900 })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const person = await arriveAsShopper(page, [product])
  await openCheckout(page)
  await expect(page.getByText('Test mode')).toBeVisible()

  await test.step('nothing of the payment is loaded before it is asked for', async () => {
    expect(asked.filter((url) => /sandbox|pay-online/.test(url))).toEqual([])
  })

  await test.step('a widget that does not load says so, and loads at the next press', async () => {
    await page.route('**/checkout.js', (route) => route.abort('connectionreset'), { times: 1 })
    await page.getByRole('button', { name: 'Pay Online' }).click()
    await expect(page.getByText('We couldn’t open the payment window.')).toBeVisible()
    await expectWidget(page, () => pressTwice(page, 'Pay Online'))
    expect(new Set(asked.filter((url) => /checkout\.js|pay-online/.test(url))).size).toBe(2)
  })

  await test.step('a widget that is closed changes nothing', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
    await expectUnpaid(page, 'Payment cancelled.')
    await openWidget(page)
    await page.keyboard.press('Escape')
    await expectUnpaid(page, 'Payment cancelled.')
  })

  await test.step('a payment that fails costs nothing', async () => {
    const widget = await openWidget(page)
    await widget.getByRole('button', { name: 'Fail' }).click()
    await expectUnpaid(page, 'Payment failed. You haven’t been charged.')
    await expect(page.getByLabel('City')).toHaveValue('Mysuru')
    expect(await ordersOf(shop, product)).toEqual([])
  })

  await test.step('the next one goes through, as one order of one checkout', async () => {
    const widget = await openWidget(page)
    for (const text of ['₹900.00', person.name, person.email, 'Test mode']) await expect(widget).toContainText(text)
    await pressTwice(page, 'Pay')
    await expectToast(page, 'Payment Successful')
    await expectToast(page, 'Order placed successfully')
    await expect(page).toHaveURL('/userDashboard')
    await expect(cartLink(page, 0)).toBeVisible()
    expect(await readStored(page, 'cart')).toEqual([])
    await expect(page.getByRole('article', { name: /^Order/ })).toContainText(/pay_\w+/)
    expect(await ordersOf(shop, product)).toMatchObject([{ status: 'confirmed', total: 900, online: true }])
    expect(await countCheckouts(shop, product)).toBe(1)
  })
})

test('during a payment another tab’s pot stays in the cart and a lost answer is asked for again; with a broken widget cash on delivery still works', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/cart\/paid/)
  const [product, another] = [await stock(), await stock()]
  await arriveAsShopper(page, [product])
  await openCheckout(page)

  await test.step('what another tab puts into the cart stays in it, and the lost answer is asked for again', async () => {
    const widget = await openWidget(page)
    const tab = await page.context().newPage()
    await putInCart(tab, { product: another })
    await tab.close()
    await page.route(
      '**/cart/paid',
      async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await widget.getByRole('button', { name: 'Pay', exact: true }).click()
    await expectToast(page, 'Payment Successful')
    await expect(page).toHaveURL('/userDashboard')
    expect(await readStored(page, 'cart')).toMatchObject([{ id: another.id, quantity: 1 }])
    expect(await ordersOf(shop, product)).toHaveLength(1)
  })

  await test.step('a widget that breaks says so, and cash on delivery still works', async () => {
    const body = 'window.Razorpay = class { on() {} open() { throw new Error("broken") } }'
    await page.route('**/checkout.js', (route) => route.fulfill({ contentType: 'text/javascript', body }))
    await openCheckout(page)
    await page.getByRole('button', { name: 'Pay Online' }).click()
    await expect(page.getByText('We couldn’t open the payment window.')).toBeVisible()
    await page.getByRole('button', { name: 'Cash on Delivery' }).click()
    await expectToast(page, 'Order placed successfully')
    expect(await ordersOf(shop, another)).toMatchObject([{ online: false }])
  })
})

test('a tab that is closed right after paying has its order all the same; its cancellation is refunded, and both sides see how far', async ({
  page,
  shop,
  stock,
  openBrowser,
}) => {
  const product = await stock()
  const person = await arriveAsShopper(page, [product])
  await openCheckout(page)
  const widget = await openWidget(page)
  await widget.getByRole('button', { name: 'Pay and close the tab' }).click()
  await expect.poll(() => page.isClosed() || page.url() === 'about:blank').toBe(true)
  await expect.poll(() => ordersOf(shop, product)).toMatchObject([{ status: 'confirmed', online: true }])

  const another = await page.context().newPage()
  await test.step('who comes back to the cart gets the order, not a second bill', async () => {
    await openCheckout(another)
    await fillAddress(another)
    await another.getByRole('button', { name: 'Pay Online' }).click()
    await expectToast(another, 'Payment Successful')
    await expectToast(another, 'Order placed successfully')
    await expect(another.getByRole('dialog')).toHaveCount(0)
    expect(await ordersOf(shop, product)).toHaveLength(1)
  })

  await test.step('the refund', async () => {
    const mine = another.getByRole('article', { name: /^Order/ })
    await expect(mine).toContainText(product.title)
    await mine.getByRole('button', { name: 'Cancel Order' }).click()
    await expectToast(another, 'Order cancellation requested successfully!')
    const office = await openBrowser()
    await enter(office, shop.accounts.admin, `/adminDashboard/orders?q=${encodeURIComponent(person.email)}`)
    const row = office.getByRole('row').filter({ hasText: product.title })
    await expect(row).toContainText(/pay_\w{14}/)
    await row.getByRole('button', { name: 'Approve cancellation' }).click()
    for (const side of [row, mine]) {
      await expect(side.getByText(/^(Refund on its way|Refund at the bank|Refunded)$/)).toBeVisible()
      await expect(side.getByText('Refunded', { exact: true })).toBeVisible()
    }
    await expect(mine).toContainText('Cancelled')
  })
})

test('two tabs that pay for the same cart are one order, paid for once', async ({ page, shop, stock }) => {
  const product = await stock()
  await arriveAsShopper(page, [product])
  await openCheckout(page)
  const second = await page.context().newPage()
  await openCheckout(second)
  await fillAddress(second)
  await openWidget(second)
  await page.bringToFront()
  await openWidget(page)
  await Promise.all([page, second].map((tab) => press(tab, 'Pay')))
  for (const tab of [page, second]) await expect(cartLink(tab, 0)).toBeVisible()
  expect(await ordersOf(shop, product)).toHaveLength(1)
  expect(await countCheckouts(shop, product)).toBe(1)
})

function openWidget(page: Page) {
  return expectWidget(page, () => page.getByRole('button', { name: 'Pay Online' }).click())
}

async function expectWidget(page: Page, open: () => Promise<void>) {
  await open()
  const widget = page.getByRole('dialog', { name: 'Pay Gamla' })
  await expect(widget).toBeVisible()
  return widget
}

/** The message, the focus and the cart after a payment that came to nothing. */
async function expectUnpaid(page: Page, message: string) {
  await expect(page.getByText(message)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Pay Online' })).toBeFocused()
  await expect(cartLink(page, 1)).toBeVisible()
}

function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).evaluate((button: HTMLElement) => button.click())
}

function pressTwice(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
}

type OrderRow = { status: string; total: number; online: boolean }

async function ordersOf(shop: TestShop, { id }: { id: number }): Promise<OrderRow[]> {
  return shop.sql<OrderRow>(
    `select distinct orders.id, status, total_amount::integer as total, payment_id is not null as online
     from orders join order_lines on order_id = orders.id where product_id = $1`,
    [id],
  )
}

async function countCheckouts(shop: TestShop, { id }: { id: number }): Promise<number> {
  const rows = await shop.sql(
    "select from checkouts where lines @> jsonb_build_array(jsonb_build_object('id', $1::integer))",
    [id],
  )
  return rows.length
}
