import { enter } from '#tests/browser/support/admin.ts'
import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { findInInbox } from '#tests/browser/support/inbox.ts'
import { arriveAsShopper } from '#tests/browser/support/quick-shopper.ts'
import { expectPlaced, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'
import { registered } from '#tests/support/fixtures/factories.ts'

test.afterEach(async ({ shop }) => {
  await shop.sql('delete from settings')
  await shop.sql('delete from offer_uses')
  await shop.sql('delete from offers')
  await shop.sql(`insert into outbox (change) values ('settings'), ('product *')`)
})

test('an owner adds a code and a delivery fee; cart, order and bill of a gift show both; a parcel that is not delivered is tried again', async ({
  page,
  openBrowser,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/400|409/)
  for (const [name, value] of Object.entries({ ...registered, gifts: true }))
    await shop.sql('insert into settings (name, value) values ($1, $2)', [name, JSON.stringify(value)])
  const pot = await stock({ price: 990 })
  const main = page.getByRole('main')

  await test.step('the offer: what is wrong is told at its field, and nothing typed is lost', async () => {
    await enter(page, shop.accounts.admin, '/adminDashboard/offers')
    await main.getByRole('link', { name: 'Add offer' }).click()
    await page.getByLabel('Name').fill('Diwali')
    await page.getByLabel('Applies to').selectOption('The order')
    await page.getByLabel('Amount').fill('101')
    await page.getByLabel('Code', { exact: true }).fill('diwali')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(/Enter a percentage from 1 to 100\./)
    await expect(page.getByLabel('Code', { exact: true })).toHaveValue('diwali')
    await expectAccessible(page, { ...NARROW, within: 'main' })
    await page.getByLabel('Amount').fill('10')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Code', { exact: true })).toHaveValue('DIWALI')
  })

  await test.step('somebody else has saved it meanwhile: both versions are shown, and one is chosen', async () => {
    await page.getByLabel('Name').fill('Diwali week')
    await page.getByLabel('Code', { exact: true }).fill('diwali')
    await page.getByLabel('Kind').selectOption('Buy and get')
    await page.getByLabel('Buy', { exact: true }).fill('2')
    await page.getByLabel('Kind').selectOption('Percent off')
    await shop.sql(`
      update offers set version = version + 1, amount = 15, first_order_only = true, ends_at = '2030-11-08 09:00+05:30'`)
    await page.getByRole('button', { name: 'Save' }).click()
    const both = page.getByRole('alert', { name: 'Someone else saved this offer' })
    await expect(both.getByRole('row', { name: /Amount/ })).toContainText(/10.*15/)
    await expect(both.getByRole('row', { name: /First order only/ })).toContainText(/No.*Yes/)
    await expect(both.getByRole('row', { name: /Until/ })).toContainText('8 Nov 2030')
    // Fields that are saved alike, or that the kind of offer does not use, are no difference.
    await expect(both.getByRole('row')).toHaveText([/Field/, /Name/, /Amount/, /Until/, /First order only/])
    await expectAccessible(page, { ...NARROW, within: 'main' })
    await both.getByRole('button', { name: 'Save mine' }).click()
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
    await page.getByLabel('Name').fill('Diwali')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
    await visit(page, '/adminDashboard/offers')
    await expect(page.getByRole('row', { name: /Diwali/ })).toContainText('10% off the order')
    await expectAccessible(page, { ...NARROW, within: 'main' })
  })

  await test.step('the fee', async () => {
    await visit(page, '/adminDashboard/settings/delivery')
    await page.getByRole('group', { name: 'Everywhere else' }).getByLabel('Fee').fill('49')
    await page.getByLabel('Free from').fill('2000')
    await main.getByRole('button', { name: 'Save' }).first().click()
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  })

  const shopper = await openBrowser({ viewport: { width: 360, height: 740 } })
  const summary = shopper.getByRole('complementary', { name: 'Order summary' })
  const { email } = await arriveAsShopper(shopper, [pot])
  await test.step('the cart', async () => {
    await visit(shopper, '/cart')
    await expect(summary).toContainText('Delivery₹49')
    await shopper.getByLabel('Offer code').fill('Diwalli')
    await shopper.getByRole('button', { name: 'Apply' }).click()
    await expect(shopper.getByLabel('Offer code')).toHaveAccessibleDescription(/We don’t know this code/)
    await expect(shopper.getByLabel('Offer code')).toHaveValue('Diwalli')
    await shopper.getByLabel('Offer code').fill(' diwali')
    await shopper.getByRole('button', { name: 'Apply' }).click()
    await expect(summary).toContainText('Diwali −₹99')
    await expect(summary).toContainText('Total₹940')
    await expect(summary.getByRole('button', { name: 'Remove' })).toBeVisible()
    await expectAccessible(shopper, { ...NARROW, within: 'main' })
  })

  await test.step('an offer that has ended while the cart is open: the new total is shown, and nothing is ordered or paid', async () => {
    await shop.sql('update offers set ends_at = now()')
    await shopper.getByRole('button', { name: 'Pay Online' }).click()
    await expect(shopper.getByText(/expired on .* Please check the total, then order again\./)).toBeVisible()
    await expect(summary).toContainText('Total₹1,039')
    await expect(shopper.getByRole('button', { name: 'Place order · ₹1,039' })).toBeVisible()
    const begun =
      'select id::text from orders where email = $1 union all select id::text from checkouts where email = $1'
    expect(await shop.sql(begun, [email])).toEqual([])
    await shop.sql('update offers set ends_at = null')
    await visit(shopper, '/cart')
    await expect(summary).toContainText('Total₹940')
  })

  await test.step('the order', async () => {
    await shopper.getByRole('radio', { name: 'Cash on Delivery' }).check()
    await shopper.getByLabel("It's a gift").check()
    await shopper.getByLabel('Message').fill('Happy Diwali!')
    await shopper.getByRole('button', { name: 'Place order · ₹940' }).click()
    await expect(shopper.getByLabel('Recipient')).toHaveAccessibleDescription(/Enter who gets it\./)
    await expect(shopper.getByLabel('Message')).toHaveValue('Happy Diwali!')
    await shopper.getByLabel('Recipient').fill('Ravi Rao')
    await shopper.getByRole('button', { name: 'Place order · ₹940' }).click()
    await expectPlaced(shopper)
    await expect(shopper.getByRole('main')).toContainText('Gift for Ravi RaoHappy Diwali!')
    await expect(shopper.getByRole('main')).toContainText('−₹99')
    await expect(shopper.getByRole('main')).toContainText('₹940')
    await expectAccessible(shopper, { ...NARROW, within: 'main' })
  })

  await test.step('the bill', async () => {
    const [order] = await shop.sql<{ id: string }>('select max(id) as id from orders')
    await visit(page, `/adminDashboard/orders/${order?.id}`)
    await page.getByLabel('Courier').selectOption('Delhivery')
    await page.getByLabel('AWB').fill(`DL${order?.id}`)
    await page.getByRole('button', { name: 'Dispatch', exact: true }).click()
    await expect(page.getByRole('article', { name: 'Parcel' })).toBeVisible()
    const [bill] = await shop.sql<{ id: string }>('select id from bills where order_id = $1', [order?.id])
    await visit(shopper, `/bills/${bill?.id}`)
    const row = shopper.getByRole('row', { name: /Delivery/ })
    await expect(row).toContainText('49.00')
    await expect(shopper.getByRole('main')).toContainText('940.00')
  })

  await test.step('a parcel that was not delivered: the list of the desk, and the page of the buyer', async () => {
    await page.getByRole('main').getByText('More', { exact: true }).click()
    await page.getByRole('button', { name: 'Not delivered', exact: true }).click()
    await expect(page.getByRole('article', { name: 'Parcel' })).toContainText('Not delivered')
    await visit(page, '/adminDashboard/orders?view=not-delivered')
    await expect(page.getByRole('main').getByText('Kavya Rao').first()).toBeVisible()
    await expectAccessible(page, { ...NARROW, within: 'main' })
    const link = await findInInbox(shopper, email, /\/orders\/\d+\/redeliver\/[\w-]{22}/)
    await visit(shopper, link)
    await expect(shopper.getByRole('heading', { level: 1 })).toHaveText('Your parcel was not delivered')
    await expectAccessible(shopper, { ...NARROW, within: 'main' })
    const day = shopper.getByLabel('Day')
    await day.fill((await day.getAttribute('min')) ?? '')
    await shopper.getByRole('button', { name: 'Try again on this day' }).click()
    await expect(shopper.getByText(/^Thank you\. We tell the courier to try again on/)).toBeVisible()
    await expectAccessible(shopper, { ...NARROW, within: 'main' })
    // The list follows.
    await expect(page.getByRole('row', { name: /Kavya Rao/ })).toContainText(
      /The buyer wants it on .*Tell the courier\./,
    )
  })
})

test('an order that is picked up: the buyer shows a code, and the counter hands it over for that', async ({
  page,
  openBrowser,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/400|409/)
  const place = { pickUpAt: 'Our workshop', pickUpAddress: '4 Lake View Road', pickUpHours: 'Mon–Sat 10 am–7 pm' }
  for (const [name, value] of Object.entries({ ...registered, ...place }))
    await shop.sql('insert into settings (name, value) values ($1, $2)', [name, JSON.stringify(value)])
  await shop.sql(`insert into outbox (change) values ('settings')`)
  const pot = await stock({ price: 990 })
  const shopper = await openBrowser({ viewport: { width: 360, height: 740 } })
  await arriveAsShopper(shopper, [pot])
  await visit(shopper, `/productinfo/${pot.id}`)
  await expect(shopper.getByRole('main')).toContainText('Or pick it up at Our workshop, 4 Lake View Road.')
  await visit(shopper, '/cart')
  await shopper.getByRole('radio', { name: 'Pick up at Our workshop' }).check()
  await shopper.getByRole('radio', { name: 'Pay at pick-up' }).check()
  await expectAccessible(shopper, { ...NARROW, within: 'main' })
  await shopper.getByRole('button', { name: 'Place order · ₹990' }).click()
  await expectPlaced(shopper)
  await expect(shopper.getByRole('main')).toContainText('Cash when picked up')
  const here = new URL(shopper.url()).pathname

  await enter(page, shop.accounts.admin, `/adminDashboard${here}`)
  await page.getByRole('button', { name: 'Ready to pick up' }).click()
  const parcel = page.getByRole('article', { name: 'Parcel' })
  await expect(parcel).toContainText('₹990 to collect')
  await expectAccessible(page, { ...NARROW, within: 'main' })
  const code = shopper.getByRole('region', { name: 'Ready to pick up' }).getByText(/^\d{3} \d{3}$/)
  await expect(code).toBeVisible()
  await expectAccessible(shopper, { ...NARROW, within: 'main' })

  await parcel.getByLabel('Code').fill('12345')
  await parcel.getByLabel('Collected (₹)').fill('990')
  await parcel.getByRole('button', { name: 'Hand over' }).click()
  await expect(parcel.getByLabel('Code')).toHaveAccessibleDescription(/Enter the six digits that the buyer shows\./)
  await parcel.getByLabel('Code').fill((await code.textContent()) ?? '')
  await parcel.getByRole('button', { name: 'Hand over' }).click()
  await expect(parcel).toContainText('Handed over')
  await expect(page.getByRole('main')).not.toContainText('Delivered')
  await expect(shopper.getByRole('main')).toContainText('Handed over')
})
