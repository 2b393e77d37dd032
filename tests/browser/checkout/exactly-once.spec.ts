import type { Page } from '@playwright/test'
import { without } from '#tests/browser/support/fault-fixtures.ts'
import { arriveAsShopper, orderQuietly, putAddress, putPots } from '#tests/browser/support/quick-shopper.ts'
import {
  cartLink,
  expectPlaced,
  expectToast,
  fillAddress,
  goOn,
  goOnToCheckout,
  logIn,
  openCheckout,
  THANK_YOU,
  visit,
} from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'
import type { TestShop } from '#tests/support/shop.ts'

const LOST = 'Connection lost. Please try again. You won’t be charged or ordered twice.'

const cash = (page: Page) => page.getByRole('button', { name: 'Cash on Delivery' })

test('a pincode fills city and State, and is doubted once; a list of pincodes is said before the press', async ({
  page,
  shop,
  stock,
}) => {
  const pay = cash(page)
  const product = await stock({ code: 'C02', price: 900, title: 'Pincode Bowl' })
  const person = await arriveAsShopper(page, [product])
  await shop.sql('delete from delivery_areas')
  await page.evaluate(() => sessionStorage.clear())
  await visit(page, `/productinfo/${product.id}`)
  const check = page.locator('form[action="/pincode"]')
  await check.getByLabel('Pincode').fill('411001')
  await check.getByRole('button', { name: 'Check' }).click()
  await expect(check.getByRole('status')).toHaveText('We deliver to Pune 411001Cash on delivery available')

  await goOn(page, '/cart')
  await page.getByRole('button', { name: 'Checkout' }).click()
  const field = (label: string) => page.getByLabel(label, { exact: true })

  await shop.sql(`insert into delivery_areas values ('411001', 4, false, null)`)
  try {
    await field('Pincode').fill('560038')
    await expect(field('Pincode')).toHaveAccessibleDescription(/don’t deliver to 560038/)
    await expect(pay).toHaveAttribute('aria-disabled', 'true')
    await field('Pincode').fill('411001')
    await expect(field('Pincode')).toHaveAccessibleDescription(/Delivers by/)
    await expect(page.getByText('Cash on delivery is not available at this pincode. Pay online instead.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay Online' })).not.toHaveAttribute('aria-disabled', 'true')
    await shop.sql('update delivery_areas set cash = true, largest = 100')
    await field('Pincode').fill('560038')
    await field('Pincode').fill('411001')
    await expect(page.getByText('Cash on delivery is available up to ₹100. Pay online instead.')).toBeVisible()
    await expect(field('Pincode')).toHaveAccessibleDescription(/^Delivers by \w+ \d+ \w+$/)
  } finally {
    await shop.sql('delete from delivery_areas')
  }

  await field('Full name').fill('Kavya Rao')
  await field('Address').fill('14 Lake Road')
  await field('Pincode').fill('411001')
  await expect(field('City')).toHaveValue('Pune')
  await expect(field('State')).toHaveValue('27')
  await visit(page, '/cart')
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(field('City')).toHaveValue('Pune')
  await field('Pincode').fill('600002')
  await expect(field('City')).toHaveValue('Chennai')
  await expect(field('State')).toHaveValue('33')
  await field('State').selectOption('Maharashtra')
  await field('Mobile number').fill('9845012345')
  await pay.click()
  await expectToast(page, 'Enter valid data')
  await expect(field('State')).toHaveAccessibleDescription('600002 is in Tamil Nadu. Check the pincode or the State.')
  await field('State').selectOption('From the pincode')
  await expect(field('State')).not.toHaveAttribute('aria-invalid')
  await visit(page, '/cart')
  await page.getByRole('button', { name: 'Checkout' }).click()
  await field('Pincode').fill('560038')
  await expect(field('City')).toHaveValue('Bengaluru')
  await field('City').fill('Indiranagar')
  await field('Pincode').fill('411999')
  await expect(field('State')).toHaveValue('')
  await expect(field('City')).toHaveValue('Indiranagar')

  await field('Mobile number').fill('9845012345')
  await page.getByText('Buying for a business?').click()
  await field('GSTIN').fill('29AAPFU0939F1ZR')
  await pay.click()
  await expect(field('Registered address')).toHaveAccessibleDescription(
    /^This GSTIN is of Karnataka\. Enter the address that is registered there\..*State: Karnataka, from the GSTIN/,
  )
  await field('GSTIN').fill('27AAPFU0939F1ZA')
  await pay.click()
  await expectToast(page, 'Enter valid data')
  await expect(field('GSTIN')).toHaveAccessibleDescription(/characters is wrong/)
  await field('GSTIN').fill('')
  await pay.click()
  await expect(field('Pincode')).toHaveAccessibleDescription(/Is this right\?/)
  await pay.click()
  await expectToast(page, 'Order placed successfully')
  await expect(page).toHaveURL(THANK_YOU)
  const [order] = await shop.sql<{ pincode: string; city: string; state_code: string }>(
    'select pincode, city, state_code from orders where email = $1',
    [person.email],
  )
  expect(order).toEqual({ pincode: '411999', city: 'Indiranagar', state_code: '' })
})

test('an open cart hears of a new price and of a pot that is gone; what it has not heard of is refused by the shop; a session that ends costs a login', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/401/, /409/)
  const [dearer, lost, unheard, sold] = [
    await stock({ price: 900 }),
    await stock(),
    await stock({ price: 900 }),
    await stock(),
  ]
  const pay = cash(page)
  const person = await arriveAsShopper(page, [dearer, lost])
  await openCheckout(page)

  await test.step('an open cart hears of a new price, and of a pot that holds the order back until it is removed', async () => {
    await expect(pay).toBeEnabled()
    await shop.sql('update products set price = 950 where id = $1', [dearer.id])
    await expect(page.getByText('The price has changed from ₹900 to ₹950.')).toBeVisible()
    const line = page.getByRole('listitem', { name: lost.title, exact: true })
    await shop.sql('update products set approved = false where id = $1', [lost.id])
    await expect(line.getByText('This pot is no longer available. Remove it to continue.')).toBeVisible()
    await expect(pay).toBeDisabled()
    await pay.click({ force: true })
    await expect(page.getByText('Please remove it to continue.')).toBeVisible()
    expect(await orderedPrices(shop, dearer)).toEqual([])
    await line.getByRole('button', { name: 'Remove' }).click()
    await expect(pay).toBeEnabled()
    await expect(page.locator('.totals-sum dd')).toHaveText('₹950')
    await pay.click()
    await expectToast(page, 'Order placed successfully')
    await expect(page).toHaveURL(THANK_YOU)
    expect(await orderedPrices(shop, dearer)).toEqual([{ price: 950, total_amount: '950' }])
  })

  await test.step('a new price that the browser has not heard of is refused once', async () => {
    await putPots(page, [unheard])
    // From the beginning: the page asks as it opens, and an answer that is on its way may know the new price already.
    await page.route('**/cart/quote.data*', (route) => route.abort('aborted'))
    await goOnToCheckout(page)
    await shop.sql('update products set price = 950 where id = $1', [unheard.id])
    const answered = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && /\/cart\.data/.test(answer.url()),
    )
    await pay.click()
    expect((await answered).status()).toBe(409)
    await expect(page.getByText('The price has changed from ₹900 to ₹950.')).toBeVisible()
    await expect(page.getByText('A price has changed. Please check your cart, then order again.')).toBeVisible()
    await expect(page.locator('.totals-sum dd')).toHaveText('₹950')
    expect(await orderedPrices(shop, unheard)).toEqual([])
    await pay.click()
    await expectToast(page, 'Order placed successfully')
    await expect(page).toHaveURL(THANK_YOU)
    expect(await orderedPrices(shop, unheard)).toEqual([{ price: 950, total_amount: '950' }])
  })

  await test.step('a session that ends in mid-checkout costs a login, and nothing that was typed', async () => {
    await putPots(page, [sold])
    await goOnToCheckout(page)
    await page.getByLabel('City').fill('Hubli')
    await shop.sql('delete from session where user_id = (select id from "user" where email = $1)', [person.email])
    // The session cache hears of it within a tenth of a second.
    await expect.poll(async () => (await page.request.get('/session')).json()).toBeNull()
    await pay.click()
    await expect(page).toHaveURL('/login?next=/cart')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()

    await logIn(page, person, { here: true })
    await expect(page).toHaveURL('/cart')
    await page.getByRole('button', { name: 'Checkout' }).click()
    await expect(page.getByLabel('City')).toHaveValue('Hubli')
    await expect(page.getByLabel('Mobile number')).toHaveValue('9845012345')
  })

  await test.step('a sold pot is refused until it is removed', async () => {
    await orderQuietly(page, sold)
    const [order] = await shop.sql<{ id: string }>('select order_id as id from order_lines where product_id = $1', [
      sold.id,
    ])
    await shop.deliver(Number(order?.id))
    await pay.click()
    await expect(page.getByText('This pot has just sold out. Remove it to continue.')).toBeVisible()
    expect(await orderedPrices(shop, sold)).toHaveLength(1)
  })
})

test('answers that got lost, second presses and orders that cannot be written are one order, whatever happens in between', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  const [pressed, removed] = [await stock(), await stock()]
  const pay = cash(page)
  const person = await arriveAsShopper(page, [pressed])
  await visit(page, '/faq')

  // Before the press the form asks whether cash is possible, and that reads the orders too.
  trouble.expect(/409/, /503/, /500.*cart\/terms/, /cart\.data/)
  await test.step('orders that cannot be read or written are told, and cart and address stay', async () => {
    await without(shop, 'orders', async () => {
      await goOn(page, '/userDashboard')
      await expectToast(page, 'Failed to load orders')
      await expect(page.getByText(person.email)).toBeVisible()
      await expect(page.getByRole('heading', { name: 'No orders yet' })).toHaveCount(0)
    })
    await putAddress(page)
    await goOnToCheckout(page)
    await without(shop, 'orders', async () => {
      await pay.click()
      await expect(page.getByText(LOST)).toBeVisible()
      await expect(cartLink(page, 1)).toBeVisible()
    })
    expect(await orderedPrices(shop, pressed)).toHaveLength(0)
  })

  await test.step('twice, and a reload', async () => {
    for (let n = 0; n < 2; n += 1) {
      await loseTheAnswer(page)
      expect(await orderedPrices(shop, pressed)).toHaveLength(1)
    }
    await openCheckout(page)
    await expect(page.getByLabel('City')).toHaveValue('Mysuru')
    await pay.click()
    await expectPlaced(page)
    expect(await orderedPrices(shop, pressed)).toHaveLength(1)
  })

  await test.step('the same pots ordered once more, and another address: the shopper is told of the order that is there, and chooses', async () => {
    await putPots(page, [pressed])
    await goOnToCheckout(page)
    // The address of the first order is still filled in.
    await loseTheAnswer(page)
    expect(await orderedPrices(shop, pressed)).toHaveLength(2)
    await fillAddress(page, { City: 'Hubli' })
    await pay.click()
    const told = page.getByRole('alert').filter({ hasText: 'You’ve already placed this order' })
    await expect(told).toContainText('No new order was placed.')
    await expect(told).toContainText('Mysuru')
    await expect(told).toBeFocused()
    expect(await orderedPrices(shop, pressed)).toHaveLength(2)
    await told.getByRole('button', { name: 'Place a new order' }).click()
    await expectPlaced(page)
    await goOn(page, '/userDashboard')
    await expect(page.getByRole('article').filter({ hasText: pressed.title })).toHaveCount(3)
    expect(await orderedPrices(shop, pressed)).toHaveLength(3)
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
    expect(await orderedPrices(shop, removed)).toHaveLength(0)
    await page.getByRole('button', { name: 'Place a new order' }).click()
    await expectPlaced(page)
    expect(await orderedPrices(shop, removed)).toHaveLength(1)
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
  await expect(page.getByText(LOST)).toBeVisible()
}

async function orderedPrices(shop: TestShop, { id }: { id: number }) {
  return shop.sql(
    'select price, total_amount from order_lines join orders on orders.id = order_id where product_id = $1',
    [id],
  )
}
