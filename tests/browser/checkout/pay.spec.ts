import type { Page } from '@playwright/test'
import { arriveAsShopper, logInElsewhere, putPots } from '#tests/browser/support/quick-shopper.ts'
import {
  cancelOrder,
  cartLink,
  expectPlaced,
  expectToast,
  fillAddress,
  goOn,
  goOnToCheckout,
  openCheckout,
  placeOrder,
  readStored,
  THANK_YOU,
} from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'
import type { TestShop } from '#tests/support/shop.ts'

test('a shopper pays online: a widget that does not load, is closed, fails or breaks keeps cart and address; a double click and a lost answer pay once; a closed tab has its order, whose cancellation is refunded', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/checkout\.js/, /cart\/paid/)
  const [product, another, closed] = [await stock({ price: 900 }), await stock(), await stock()]
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

  await test.step('the next one goes through, as one order of one checkout, whose lost answer is asked for again', async () => {
    const widget = await openWidget(page)
    for (const text of ['₹900.00', person.name, person.email, 'Test mode', 'UPI by app or QR code'])
      await expect(widget).toContainText(text)
    await putPots(page, [product, another])
    await page.route(
      '**/cart/paid',
      async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await pressTwice(page, 'Pay')
    await expectToast(page, 'Payment Successful')
    await expectToast(page, 'Order placed successfully')
    await expect(page).toHaveURL(THANK_YOU)
    await expect(page.getByRole('region', { name: /^Thank you/ })).toContainText('Paid online')
    expect(await ordersOf(shop, product)).toMatchObject([{ status: 'confirmed', total: 900, online: true }])
    expect(await countCheckouts(shop, product)).toBe(1)
  })

  await test.step('what another tab put into the cart meanwhile stays in it', async () => {
    await expect(cartLink(page, 1)).toBeVisible()
    expect(await readStored(page, 'cart')).toMatchObject([{ id: another.id, quantity: 1 }])
  })

  await test.step('a widget that breaks says so, and cash on delivery still works', async () => {
    await page.evaluate(() => {
      const Broken = class {
        on() {}
        open() {
          throw new Error('broken')
        }
      }
      Object.assign(window, { Razorpay: Broken })
    })
    await goOnToCheckout(page)
    await page.getByRole('button', { name: 'Pay Online' }).click()
    await expect(page.getByText('We couldn’t open the payment window.')).toBeVisible()
    await placeOrder(page, 'Cash on Delivery')
    await expect(page).toHaveURL(THANK_YOU)
    expect(await ordersOf(shop, another)).toMatchObject([{ online: false }])
  })

  await putPots(page, [closed])
  await test.step('a tab that is closed right after paying has its order all the same', async () => {
    await page.evaluate(() => Reflect.deleteProperty(window, 'Razorpay'))
    await goOnToCheckout(page)
    const widget = await openWidget(page)
    await widget.getByRole('button', { name: 'Pay and close the tab' }).click()
    await expect.poll(() => page.isClosed() || page.url() === 'about:blank').toBe(true)
    await expect.poll(() => ordersOf(shop, closed)).toMatchObject([{ status: 'confirmed', online: true }])
  })

  const later = await page.context().newPage()
  await test.step('who comes back to the cart gets the order, not a second invoice', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await later.route('**/account/addresses', async (route) => {
      await held
      await route.continue()
    })
    await openCheckout(later)
    const name = later.getByLabel('Full name', { exact: true })
    await name.focus()
    letGo()
    await expect(name).not.toHaveValue('')
    await later.keyboard.type('Somebody who was about to type')
    await expect(name).toHaveValue('Somebody who was about to type')
    await fillAddress(later)
    await later.getByRole('button', { name: 'Pay Online' }).click()
    await expectToast(later, 'Payment Successful')
    await expectPlaced(later)
    await expect(later.getByRole('dialog')).toHaveCount(0)
    await goOn(later, '/userDashboard')
    expect(await ordersOf(shop, closed)).toHaveLength(1)
  })

  await test.step('the refund', async () => {
    const mine = later.getByRole('article', { name: /^Order/ }).filter({ hasText: closed.title })
    await cancelOrder(mine)
    await expectToast(later, 'Order cancellation requested successfully!')
    const office = await openOffice(shop, person.email)
    expect(await office()).toMatch(/pay_\w{14}/)
    const [order] = await ordersOf(shop, closed)
    await shop.approveCancellation(Number(order?.id))
    await expect(mine.getByText(/^(Refund requested|Refund processing|Refunded)$/)).toBeVisible()
    await expect(mine.getByText('Refunded', { exact: true })).toBeVisible()
    await expect(mine).toContainText('Cancelled')
    await expect.poll(office).toContain('>Refunded<')
  })
})

/** The admin's table of this shopper's orders, as HTML. */
async function openOffice(shop: TestShop, email: string): Promise<() => Promise<string>> {
  const cookie = await logInElsewhere(shop, shop.accounts.admin)
  const url = new URL(`/adminDashboard/orders?q=${encodeURIComponent(email)}`, shop.url)
  return async () => (await fetch(url, { headers: { cookie, accept: 'text/html' } })).text()
}

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

function pressTwice(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
}

type OrderRow = { id: string; status: string; total: number; online: boolean }

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
