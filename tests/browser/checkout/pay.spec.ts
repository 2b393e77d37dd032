import type { Page } from '@playwright/test'
import {
  cartLink,
  expectToast,
  fillAddress,
  openCheckout,
  putInCart,
  readStored,
  signUpAndLogIn,
} from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'
import type { TestShop } from '#tests/support/shop.ts'

test('a shopper pays online', async ({ page, shop, stock }) => {
  const product = await stock({ price: 900 })
  const person = await readyToPay(page, product)
  await expect(page.getByText('Test mode')).toBeVisible()
  const widget = await openWidget(page)
  await expect(widget).toContainText('₹900.00')
  await expect(widget).toContainText(person.name)
  await expect(widget).toContainText(person.email)
  await expect(widget).toContainText('Test mode')
  await widget.getByRole('button', { name: 'Pay', exact: true }).click()
  await expectToast(page, 'Payment Successful')
  await expectToast(page, 'Order placed successfully')
  await expect(page).toHaveURL('/userDashboard')
  await expect(cartLink(page, 0)).toBeVisible()
  expect(await readStored(page, 'cart')).toEqual([])
  await expect(page.getByRole('article', { name: /^Order/ })).toContainText(/pay_\w+/)
  expect(await ordersOf(shop, product)).toMatchObject([{ status: 'confirmed', total: 900, online: true }])
})

test('a payment that fails keeps cart and address, and the next one goes through', async ({ page, shop, stock }) => {
  const product = await stock()
  await readyToPay(page, product)
  let widget = await openWidget(page)
  await widget.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByText('Payment failed. You haven’t been charged.')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Pay Online' })).toBeFocused()
  await expect(widget).toHaveCount(0)
  await expect(cartLink(page, 1)).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Mysuru')
  expect(await ordersOf(shop, product)).toEqual([])

  widget = await openWidget(page)
  await widget.getByRole('button', { name: 'Pay', exact: true }).click()
  await expectToast(page, 'Order placed successfully')
  expect(await ordersOf(shop, product)).toHaveLength(1)
  expect(await countCheckouts(shop, product)).toBe(1)
})

test('a widget that is closed changes nothing; cash on delivery still works', async ({ page, shop, stock }) => {
  const product = await stock()
  await readyToPay(page, product)
  for (const close of [
    async () => page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click(),
    async () => page.keyboard.press('Escape'),
  ]) {
    await openWidget(page)
    await close()
    await expect(page.getByText('Payment cancelled.')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Pay Online' })).toBeFocused()
    await expect(cartLink(page, 1)).toBeVisible()
  }
  expect(await countCheckouts(shop, product)).toBe(1)
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expectToast(page, 'Order placed successfully')
  expect(await ordersOf(shop, product)).toMatchObject([{ online: false }])
})

test('a tab that is closed right after paying has its order all the same', async ({
  page,
  shop,
  stock,
  openBrowser,
}) => {
  const product = await stock()
  const person = await readyToPay(page, product)
  const widget = await openWidget(page)
  await widget.getByRole('button', { name: 'Pay and close the tab' }).click()
  await expect.poll(() => page.isClosed() || page.url() === 'about:blank').toBe(true)
  await expect.poll(() => ordersOf(shop, product)).toMatchObject([{ status: 'confirmed', online: true }])

  const later = await openBrowser()
  const { email, password } = person
  await later.request.post('/login', { form: { email, password }, headers: { accept: 'text/html' } })
  await later.goto('/userDashboard')
  await expect(later.getByRole('article', { name: /^Order/ })).toContainText(product.title)
})

test('who comes back to the cart after that gets the order, not a second bill', async ({ page, shop, stock }) => {
  const product = await stock()
  await readyToPay(page, product)
  const widget = await openWidget(page)
  const another = await page.context().newPage()
  await widget.getByRole('button', { name: 'Pay and close the tab' }).click()
  await expect.poll(() => ordersOf(shop, product)).toHaveLength(1)
  await openCheckout(another)
  await fillAddress(another)
  await another.getByRole('button', { name: 'Pay Online' }).click()
  await expectToast(another, 'Payment Successful')
  await expectToast(another, 'Order placed successfully')
  await expect(another.getByRole('dialog')).toHaveCount(0)
  expect(await ordersOf(shop, product)).toHaveLength(1)
})

test('a double click opens one widget for one checkout', async ({ page, shop, stock }) => {
  const product = await stock()
  await readyToPay(page, product)
  await page.getByRole('button', { name: 'Pay Online' }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  const widget = page.getByRole('dialog', { name: 'Pay Gamla' })
  await expect(widget).toHaveCount(1)
  await widget.getByRole('button', { name: 'Pay', exact: true }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expectToast(page, 'Order placed successfully')
  expect(await countCheckouts(shop, product)).toBe(1)
  expect(await ordersOf(shop, product)).toHaveLength(1)
})

test('two tabs that pay for the same cart are one order, paid for once', async ({ page, shop, stock }) => {
  const product = await stock()
  await readyToPay(page, product)
  const second = await page.context().newPage()
  await openCheckout(second)
  await fillAddress(second)
  const widgets = [await openWidget(page), await openWidget(second)]
  await Promise.all(
    widgets.map((widget) =>
      widget.getByRole('button', { name: 'Pay', exact: true }).evaluate((button: HTMLElement) => button.click()),
    ),
  )
  for (const tab of [page, second]) await expect(cartLink(tab, 0)).toBeVisible()
  expect(await ordersOf(shop, product)).toHaveLength(1)
  expect(await countCheckouts(shop, product)).toBe(1)
})

test('what another tab puts into the cart during a payment stays in it', async ({ page, shop, stock }) => {
  const [product, another] = [await stock(), await stock()]
  await readyToPay(page, product)
  const widget = await openWidget(page)
  await putInCart(await page.context().newPage(), { product: another })
  await widget.getByRole('button', { name: 'Pay', exact: true }).click()
  await expectToast(page, 'Order placed successfully')
  expect(await readStored(page, 'cart')).toMatchObject([{ id: another.id, quantity: 1 }])
  expect(await ordersOf(shop, product)).toHaveLength(1)
})

test('nothing of the payment is loaded before it is asked for', async ({ page, stock }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await readyToPay(page, await stock())
  expect(asked.filter((url) => /sandbox|pay-online/.test(url))).toEqual([])
  await openWidget(page)
  expect(asked.filter((url) => /checkout\.js|pay-online/.test(url))).toHaveLength(2)
})

test('a widget that does not load says so, and loads at the next press', async ({ page, shop, stock, trouble }) => {
  trouble.expect(/checkout\.js/)
  const product = await stock()
  await readyToPay(page, product)
  await page.route('**/checkout.js', (route) => route.abort('connectionreset'), { times: 1 })
  await page.getByRole('button', { name: 'Pay Online' }).click()
  await expect(page.getByText('We couldn’t open the payment window.')).toBeVisible()
  const widget = await openWidget(page)
  await widget.getByRole('button', { name: 'Pay', exact: true }).click()
  await expectToast(page, 'Payment Successful')
  expect(await ordersOf(shop, product)).toHaveLength(1)
  expect(await countCheckouts(shop, product)).toBe(1)
})

test('a widget that breaks says so, and cash on delivery still works', async ({ page, shop, stock }) => {
  const product = await stock()
  await readyToPay(page, product)
  const body = 'window.Razorpay = class { on() {} open() { throw new Error("broken") } }'
  await page.route('**/checkout.js', (route) => route.fulfill({ contentType: 'text/javascript', body }))
  await page.getByRole('button', { name: 'Pay Online' }).click()
  await expect(page.getByText('We couldn’t open the payment window.')).toBeVisible()
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expectToast(page, 'Order placed successfully')
  expect(await ordersOf(shop, product)).toHaveLength(1)
})

test('an answer about the payment that gets lost is asked for again', async ({ page, shop, stock, trouble }) => {
  trouble.expect(/cart\/paid/)
  const product = await stock()
  await readyToPay(page, product)
  const widget = await openWidget(page)
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
  expect(await ordersOf(shop, product)).toHaveLength(1)
})

async function readyToPay(page: Page, product: { id: number }) {
  const person = await signUpAndLogIn(page)
  await putInCart(page, { product })
  await openCheckout(page)
  await fillAddress(page)
  return person
}

async function openWidget(page: Page) {
  await page.getByRole('button', { name: 'Pay Online' }).click()
  const widget = page.getByRole('dialog', { name: 'Pay Gamla' })
  await expect(widget).toBeVisible()
  return widget
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

test('a paid order that is cancelled is refunded, and both sides see how far', async ({
  page,
  shop,
  stock,
  openBrowser,
}) => {
  const product = await stock()
  const person = await readyToPay(page, product)
  const widget = await openWidget(page)
  await widget.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL('/userDashboard')
  const mine = page.getByRole('article', { name: /^Order/ })
  await mine.getByRole('button', { name: 'Cancel Order' }).click()
  await expectToast(page, 'Order cancellation requested successfully!')

  const office = await openBrowser()
  const { email, password } = shop.accounts.admin
  await office.request.post('/login', { form: { email, password }, headers: { accept: 'text/html' } })
  await office.goto(`/adminDashboard/orders?q=${encodeURIComponent(person.email)}`)
  const row = office.getByRole('row').filter({ hasText: product.title })
  await expect(row).toContainText(/pay_\w{14}/)
  await row.getByRole('button', { name: 'Approve cancellation' }).click()
  for (const side of [row, mine]) {
    await expect(side.getByText(/^(Refund on its way|Refund at the bank|Refunded)$/)).toBeVisible()
    await expect(side.getByText('Refunded', { exact: true })).toBeVisible()
  }
  await expect(mine).toContainText('Cancelled')
})
