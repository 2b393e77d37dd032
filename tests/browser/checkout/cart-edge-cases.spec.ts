import type { Page } from '@playwright/test'
import {
  cartLink,
  expectToast,
  fillAddress,
  openCheckout,
  order,
  putInCart,
  signUpAndLogIn,
  visit,
} from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('a price that changed is told in its line and refused once, then goes through', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/409/)
  const product = await stock({ price: 900 })
  await signUpAndLogIn(page)
  await putInCart(page, { product })
  await openCheckout(page)
  await fillAddress(page)
  // Before the live update arrives.
  await page.route('**/cart/quote.data*', (route) => route.abort('aborted'))
  await shop.sql('update products set price = 950 where id = $1', [product.id])
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expect(page.getByText('The price has changed from ₹900 to ₹950.')).toBeVisible()
  await expect(page.getByText('A price has changed. Please check your cart, then order again.')).toBeVisible()
  await expect(page.locator('.totals-sum dd')).toHaveText('₹950')
  expect(await shop.sql('select 1 from order_lines where product_id = $1', [product.id])).toEqual([])

  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expectToast(page, 'Order placed successfully')
  const placed = await shop.sql(
    'select price, total_amount from order_lines join orders on id = order_id where product_id = $1',
    [product.id],
  )
  expect(placed).toEqual([{ price: 950, total_amount: '950' }])
})

test('an open cart hears of a new price by itself', async ({ page, shop, stock }) => {
  const product = await stock({ price: 900 })
  await putInCart(page, { product })
  await cartLink(page, 1).click()
  await expect(page.locator('.totals-sum dd')).toHaveText('₹900')
  await shop.sql('update products set price = 950 where id = $1', [product.id])
  await expect(page.getByText('The price has changed from ₹900 to ₹950.')).toBeVisible()
  await expect(page.locator('.totals-sum dd')).toHaveText('₹950')
})

const losses = {
  deleted: {
    change: 'delete from products where id = $1',
    says: 'This pot is no longer available. Remove it to continue.',
  },
  'no longer approved': {
    change: 'update products set approved = false where id = $1',
    says: 'This pot is no longer available. Remove it to continue.',
  },
  'of another family now': {
    change: "update products set size_code = 'T01', size_label = 'TUBO T01' where id = $1",
    says: 'This pot is no longer available in this size. Remove it to continue.',
  },
}
for (const [loss, { change, says }] of Object.entries(losses)) {
  test(`a pot that is ${loss} is told in its line and holds the order back until it is removed`, async ({
    page,
    shop,
    stock,
    trouble,
  }) => {
    trouble.expect(/409/)
    const [product, good] = [await stock(), await stock()]
    await signUpAndLogIn(page)
    await putInCart(page, { product })
    await putInCart(page, { product: good })
    await openCheckout(page)
    await shop.sql(change, [product.id])
    await expect(page.getByText(says)).toBeVisible()
    await fillAddress(page)
    const pay = page.getByRole('button', { name: 'Cash on Delivery' })
    await expect(pay).toBeDisabled()
    await pay.click({ force: true })
    await expect(page.getByText('Please remove it to continue.')).toBeVisible()
    expect(await shop.sql('select 1 from order_lines where product_id = $1', [good.id])).toEqual([])

    await page
      .getByRole('listitem', { name: product.title, exact: true })
      .getByRole('button', { name: 'Remove' })
      .click()
    await expect(pay).toBeEnabled()
    await pay.click()
    await expectToast(page, 'Order placed successfully')
  })
}

test('a pot that was sold meanwhile is refused by the shop itself', async ({
  page,
  shop,
  stock,
  trouble,
  openBrowser,
}) => {
  trouble.expect(/409/)
  const product = await stock()
  await signUpAndLogIn(page)
  await putInCart(page, { product })
  await openCheckout(page)
  await fillAddress(page)
  await page.route('**/cart/quote.data*', (route) => route.abort('aborted'))

  const other = await openBrowser()
  await signUpAndLogIn(other)
  await putInCart(other, { product })
  await order(other)
  const [placed] = await shop.sql<{ id: string }>('select order_id as id from order_lines where product_id = $1', [
    product.id,
  ])
  await shop.deliver(Number(placed?.id))

  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expect(page.getByText('This pot has just sold out. Remove it to continue.')).toBeVisible()
  expect(await shop.sql('select 1 from order_lines where product_id = $1', [product.id])).toHaveLength(1)
})

test('a session that ends in mid-checkout costs a login, and nothing that was typed', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/401/)
  const product = await stock()
  const person = await signUpAndLogIn(page)
  await putInCart(page, { product })
  await openCheckout(page)
  await fillAddress(page)
  await shop.sql('delete from session where user_id = (select id from "user" where email = $1)', [person.email])
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expect(page).toHaveURL('/login?next=/cart')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()

  await page.getByRole('main').getByLabel('Email').fill(person.email)
  await page.getByRole('main').getByLabel('Password').fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/cart')
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('Kavya Rao')
  await expect(page.getByLabel('Mobile number')).toHaveValue('9845012345')
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expectToast(page, 'Order placed successfully')
})

test('a cart of a thousand lines is shown, and told to be too long for one order', async ({ page, stock, trouble }) => {
  trouble.expect(/400.*cart/)
  await putInCart(page, { product: await stock({ price: 900 }) })
  await page.evaluate(() => {
    const [line] = JSON.parse(localStorage.getItem('cart') ?? '[]')
    const lines = Array.from({ length: 1000 }, (_, index) => ({ ...line, id: line.id + index, quantity: 2 }))
    localStorage.setItem('cart', JSON.stringify(lines))
  })
  await visit(page, '/cart')
  await expect(cartLink(page, 1000)).toHaveText('1000')
  await expect(page.locator('.totals-sum dd')).toHaveText('₹18,00,000')
  await expect(page.getByRole('complementary', { name: 'Order summary' })).toContainText(
    'One order holds at most 100 different pots.',
  )
  await page.getByRole('button', { name: 'Remove' }).first().click()
  await expect(page.locator('.totals-sum dd')).toHaveText('₹17,98,200')
})

test('prices, totals and quantities that a browser made up are refused', async ({ page, shop, stock }) => {
  const product = await stock({ price: 900 })
  await signUpAndLogIn(page)
  for (const change of [
    { quantity: 0 },
    { quantity: -1 },
    { quantity: 1.5 },
    { quantity: 1e9 },
    { seenPrice: 1 },
    { sizeCode: 'X' },
  ]) {
    const answer = await postOrder(page, [
      { id: product.id, sizeCode: 'C02', selectedColor: 'Sandstone', quantity: 1, seenPrice: 900, ...change },
    ])
    expect([400, 409], JSON.stringify(change)).toContain(answer)
  }
  expect(await shop.sql('select 1 from order_lines where product_id = $1', [product.id])).toEqual([])
})

async function postOrder(page: Page, lines: unknown[]): Promise<number> {
  const form = {
    key: crypto.randomUUID(),
    lines: JSON.stringify(lines),
    ...{ name: 'Kavya', address: '14 Temple Street', city: 'Mysuru', pincode: '570001', mobileNumber: '9845012345' },
    ...{ totalAmount: '1', userid: 'somebody', role: 'admin' },
  }
  const answer = await page.request.post('/cart.data', { form })
  return answer.status()
}
