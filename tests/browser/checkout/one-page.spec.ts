import { expectAccessible } from '#tests/browser/support/axe.ts'
import { findInInbox } from '#tests/browser/support/inbox.ts'
import { arriveAsGuest, arriveAsShopper, orderQuietly } from '#tests/browser/support/quick-shopper.ts'
import {
  ADDRESS,
  expectPlaced,
  expectToast,
  fillAddress,
  goOn,
  newPerson,
  readStored,
  visit,
} from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a second order takes at most six taps from the product page, and no typing', async ({ page, stock, shop }) => {
  const pot = await stock({ price: 990 })
  const person = await arriveAsShopper(page)
  await orderQuietly(page, pot)
  await page.evaluate(() => sessionStorage.clear())
  const [first] = await shop.sql<{ id: string }>('select id from orders where email = $1', [person.email])
  await visit(page, `/productinfo/${pot.id}?size=C02`)
  await countTaps(page)

  await page.getByRole('radio', { name: 'Sandstone' }).check()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expectToast(page, 'Added to cart')
  await page
    .getByRole('link', { name: /^(View cart|Cart, 1 item)$/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: `Same as order ${first?.id}` })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue(ADDRESS.Address)
  await expect(page.getByRole('radio', { name: 'Pay Online UPI, cards, wallets' })).toBeVisible()
  await expect(page.getByText('By placing the order you agree to our terms and privacy notice.')).toBeVisible()
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check()
  await page.getByRole('button', { name: 'Place order · ₹990' }).click()
  await expectPlaced(page)
  await expect(page.getByText('or cancel below, until your parcel leaves.')).toBeVisible()
  expect(await page.evaluate(() => Number(sessionStorage.getItem('taps')))).toBeLessThanOrEqual(6)
  const sent = await shop.sql('select distinct address, mobile_number from orders where email = $1', [person.email])
  expect(sent).toEqual([{ address: ADDRESS.Address, mobile_number: ADDRESS['Mobile number'] }])
})

test('what a guest typed, chose and ticked is there after the login by code, after Back and after a reload; they are called by the name that they gave', async ({
  page,
  stock,
}) => {
  const { email } = newPerson()
  const initial = email.split('@')[0] ?? ''
  await arriveAsGuest(page, [await stock({ price: 900 })])
  await visit(page, '/cart')
  await fillAddress(page)
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check()
  await page.getByLabel('Save this address').check()
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page).toHaveURL('/login?next=/cart')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByLabel('Code').fill(await findInInbox(page, email, /\b\d{6}\b/))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/cart')
  await expectKept(page)
  expect(await readStored(page, 'users')).toMatchObject({ name: initial })
  await page.reload()
  await expectKept(page)
  await goOn(page, '/faq')
  await page.goBack()
  await expectKept(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  // Both buttons that order at once are there for fingers, eyes and keyboards alike.
  const atOnce = page.getByRole('group', { name: 'Or order at once with' })
  await expect(atOnce.getByRole('button')).toHaveText(['Pay Online', 'Cash on Delivery'])
  for (const button of await atOnce.getByRole('button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  for (const promise of ['Returns within 48 hours', '24 months warranty'])
    await expect(page.getByRole('link', { name: promise })).toHaveAttribute('href', '/refund-policy')

  await page.getByRole('button', { name: 'Place order · ₹900' }).dblclick()
  await expectPlaced(page)
  await expect.poll(() => readStored(page, 'users')).toMatchObject({ name: ADDRESS['Full name'], email })
  await goOn(page, '/userDashboard')
  await expect(page.getByRole('main').getByText(ADDRESS['Full name']).first()).toBeVisible()
  await expect(page.getByRole('article', { name: /^Order/ })).toHaveCount(1)
})

test('a cancellation is asked about, may have a reason, and is taken back', async ({ page, stock, shop }) => {
  const pot = await stock({ price: 900 })
  await arriveAsShopper(page)
  await orderQuietly(page, pot)
  await visit(page, '/userDashboard')
  const order = page.getByRole('article', { name: /^Order/ })
  await order.getByRole('button', { name: 'Cancel Order' }).click()
  const dialog = page.getByRole('dialog', { name: /^Cancel order/ })
  await dialog.getByLabel('Reason').fill('Too small')
  await dialog.getByRole('button', { name: 'Go back' }).click()
  await expect(dialog).toBeHidden()
  await order.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveValue('Too small')
  await dialog.getByRole('button', { name: 'Cancel Order' }).click()
  await expectToast(page, 'Order cancellation requested successfully!')
  const stateOf = () =>
    shop.sql(
      'select cancel, cancel_reason from orders where id = (select order_id from order_lines where product_id = $1)',
      [pot.id],
    )
  expect(await stateOf()).toEqual([{ cancel: 'requested', cancel_reason: 'Too small' }])
  await order.getByRole('link', { name: /^Order/ }).click()
  await page.getByRole('button', { name: 'Keep my order' }).click()
  await expect(page.getByRole('button', { name: 'Cancel Order' })).toBeVisible()
  expect(await stateOf()).toEqual([{ cancel: 'none', cancel_reason: '' }])
  await expectAccessible(page)
})

test('the order’s page says how it is paid, on paper also by whom it is sold, and its help knows its number', async ({
  page,
  stock,
}) => {
  await arriveAsShopper(page)
  await orderQuietly(page, await stock({ price: 900 }))
  await visit(page, '/userDashboard')
  await page
    .getByRole('article', { name: /^Order/ })
    .getByRole('link', { name: /^Order/ })
    .click()
  const order = await page.getByRole('heading', { level: 1, name: /^Order \d+$/ }).textContent()
  const payment = page.getByRole('definition').filter({ hasText: 'Cash on delivery' })
  await expect(payment).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(payment).toBeVisible()
  await expect(page.getByRole('main').locator('.logo')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Help with this order' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'Help with this order' }).click()
  await expect(page.getByLabel('Message')).toHaveValue(`${order}: `)
  await expect(page.getByRole('main').getByLabel('Name')).toHaveValue(ADDRESS['Full name'])
})

async function expectKept(page: Page) {
  await expect(page.getByLabel('Full name')).toHaveValue(ADDRESS['Full name'])
  await expect(page.getByLabel('City', { exact: true })).toHaveValue(ADDRESS.City)
  await expect(page.getByRole('radio', { name: 'Cash on Delivery' })).toBeChecked()
  await expect(page.getByLabel('Save this address')).toBeChecked()
}

/** Counts presses on controls, also over pages that are opened anew. */
async function countTaps(page: Page) {
  await page.evaluate(() => {
    addEventListener(
      'click',
      ({ isTrusted, detail }) =>
        isTrusted && detail > 0 && sessionStorage.setItem('taps', `${Number(sessionStorage.getItem('taps')) + 1}`),
      true,
    )
  })
}
