import { arriveAsShopper, orderQuietly, putPots } from '#tests/browser/support/quick-shopper.ts'
import { expectToast, logIn, openCheckout } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'
import type { TestShop } from '#tests/support/shop.ts'

test('an open cart hears of a new price, and of pots that can no longer be had, which hold the order back until they are removed', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/409/)
  const dearer = await stock({ price: 900 })
  const losses = [
    { change: 'delete from products where id = $1', says: 'This pot is no longer available. Remove it to continue.' },
    {
      change: 'update products set approved = false where id = $1',
      says: 'This pot is no longer available. Remove it to continue.',
    },
    {
      change: "update products set size_code = 'T01', size_label = 'TUBO T01' where id = $1",
      says: 'This pot is no longer available in this size. Remove it to continue.',
    },
  ]
  const lost = []
  for (const loss of losses) lost.push({ ...loss, pot: await stock() })
  await arriveAsShopper(page, [dearer, ...lost.map(({ pot }) => pot)])
  await openCheckout(page)
  const pay = page.getByRole('button', { name: 'Cash on Delivery' })
  await expect(pay).toBeEnabled()

  await shop.sql('update products set price = 950 where id = $1', [dearer.id])
  await expect(page.getByText('The price has changed from ₹900 to ₹950.')).toBeVisible()
  for (const { pot, change, says } of lost) {
    const line = page.getByRole('listitem', { name: pot.title, exact: true })
    await shop.sql(change, [pot.id])
    await expect(line.getByText(says)).toBeVisible()
    await expect(pay).toBeDisabled()
    await pay.click({ force: true })
    await expect(page.getByText('Please remove it to continue.')).toBeVisible()
    expect(await orderedPrices(shop, dearer)).toEqual([])
    await line.getByRole('button', { name: 'Remove' }).click()
    await expect(pay).toBeEnabled()
  }
  await expect(page.locator('.totals-sum dd')).toHaveText('₹950')
  await pay.click()
  await expectToast(page, 'Order placed successfully')
  expect(await orderedPrices(shop, dearer)).toEqual([{ price: 950, total_amount: '950' }])
})

test('what the browser has not heard of is refused by the shop itself: a new price once, a sold pot until it is removed', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/409/)
  const [dearer, sold] = [await stock({ price: 900 }), await stock()]
  await arriveAsShopper(page, [dearer])
  // From the beginning: the page asks as it opens, and an answer that is on its way may know the new price already.
  await page.route('**/cart/quote.data*', (route) => route.abort('aborted'))
  await openCheckout(page)
  await shop.sql('update products set price = 950 where id = $1', [dearer.id])
  const pay = page.getByRole('button', { name: 'Cash on Delivery' })
  await pay.click()
  await expect(page.getByText('The price has changed from ₹900 to ₹950.')).toBeVisible()
  await expect(page.getByText('A price has changed. Please check your cart, then order again.')).toBeVisible()
  await expect(page.locator('.totals-sum dd')).toHaveText('₹950')
  expect(await orderedPrices(shop, dearer)).toEqual([])
  await pay.click()
  await expectToast(page, 'Order placed successfully')
  expect(await orderedPrices(shop, dearer)).toEqual([{ price: 950, total_amount: '950' }])

  await expect(page).toHaveURL('/userDashboard')
  await putPots(page, [sold])
  await openCheckout(page)
  await orderQuietly(page, sold)
  const [order] = await shop.sql<{ id: string }>('select order_id as id from order_lines where product_id = $1', [
    sold.id,
  ])
  await shop.deliver(Number(order?.id))
  await pay.click()
  await expect(page.getByText('This pot has just sold out. Remove it to continue.')).toBeVisible()
  expect(await orderedPrices(shop, sold)).toHaveLength(1)
})

test('a session that ends in mid-checkout costs a login, and nothing that was typed', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/401/)
  const person = await arriveAsShopper(page, [await stock()])
  await openCheckout(page)
  await page.getByLabel('City').fill('Hubli')
  await shop.sql('delete from session where user_id = (select id from "user" where email = $1)', [person.email])
  // The session cache hears of it within a tenth of a second.
  await expect.poll(async () => (await page.request.get('/session')).json()).toBeNull()
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expect(page).toHaveURL('/login?next=/cart')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()

  await logIn(page, person, { here: true })
  await expect(page).toHaveURL('/cart')
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page.getByLabel('City')).toHaveValue('Hubli')
  await expect(page.getByLabel('Mobile number')).toHaveValue('9845012345')
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expectToast(page, 'Order placed successfully')
})

async function orderedPrices(shop: TestShop, { id }: { id: number }) {
  return shop.sql(
    'select price, total_amount from order_lines join orders on orders.id = order_id where product_id = $1',
    [id],
  )
}
