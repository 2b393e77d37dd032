import { formatRupees } from '#domain/money.ts'
import { enter } from '#tests/browser/support/admin.ts'
import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { arriveAsShopper, putPots } from '#tests/browser/support/quick-shopper.ts'
import { openCheckout, THANK_YOU, visit } from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'
import type { TestShop } from '#tests/support/shop.ts'

/** All of it has arrived, and its buyer says that a pot is damaged. @returns the number of the request */
async function complain(shop: TestShop, orderId: number, { wanted = 'money', cash = 0 } = {}): Promise<string> {
  await shop.sql(
    `with parcel as (
       insert into shipments (order_id, user_id, key, cash, step, delivered_at)
       select id, user_id, gen_random_uuid(), $2, 'delivered', now() from orders where id = $1 returning id)
     insert into shipment_lines (shipment_id, position, quantity, amount)
     select parcel.id, l.position, l.quantity, 100 * l.price * l.quantity from parcel, order_lines as l where l.order_id = $1`,
    [orderId, cash],
  )
  await shop.sql(`update orders set status = 'delivered', delivered_at = now() where id = $1`, [orderId])
  const [request] = await shop.sql<{ id: string }>(
    `insert into return_requests (key, order_id, user_id, position, product_id, title, quantity, reason, words, wanted)
     select gen_random_uuid(), o.id, o.user_id, 0, l.product_id, l.title, 1, 'damaged', 'It has a crack.', $2
     from orders as o join order_lines as l on l.order_id = o.id where o.id = $1 returning id`,
    [orderId, wanted],
  )
  return `RET-${request?.id}`
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const main = (page: Page) => page.getByRole('main')

test('an order paid online: acknowledged, fetched by the courier, received, and paid back a part; the buyer reads it', async ({
  page,
  openBrowser,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/40[09]/)
  const pot = await stock()
  const buyer = await openBrowser()
  await arriveAsShopper(buyer, [pot])
  await openCheckout(buyer)
  await buyer.getByRole('button', { name: 'Pay Online' }).click()
  await buyer.getByRole('dialog', { name: 'Pay Gamla' }).getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(buyer).toHaveURL(THANK_YOU)
  const orderId = Number(/\d+/.exec(new URL(buyer.url()).pathname)?.[0])
  const number = await complain(shop, orderId)
  await enter(page, shop.accounts.admin, `/adminDashboard/returns/${number}`)
  await expectAccessible(page, { within: 'main' })
  await expectAccessible(page, { within: 'main', ...NARROW })

  await test.step('a voucher is not offered where money is wanted for the shop’s fault', async () => {
    await expect(page.getByRole('button', { name: 'Give voucher' })).toHaveCount(0)
  })
  await press(page, 'Acknowledge')
  await expect(main(page)).toContainText('Acknowledged')
  await press(page, 'Book pickup')
  await expect(page.getByRole('region', { name: 'Pickup', exact: true })).toContainText('Pickup booked', {
    timeout: 20_000,
  })

  await page.getByLabel('Good').fill('2')
  await press(page, 'Received')
  await expect(main(page)).toContainText('At most 1 can come back')
  await page.getByLabel('Good').fill('1')
  await press(page, 'Received')
  await expect(page.getByRole('button', { name: 'Received', exact: true })).toHaveCount(0)

  await page.getByLabel('Amount').fill(String(pot.price + 1))
  await press(page, 'Pay back')
  await expect(main(page)).toContainText('can go back.')
  await page.getByLabel('Amount').fill(String(pot.price - 5))
  await press(page, 'Pay back')
  await expect(main(page)).toContainText('Settled with: Money back')

  const returns = buyer.getByRole('region', { name: 'Your returns' })
  await visit(buyer, `/orders/${orderId}`)
  await expect(returns).toContainText(`We paid it back: ${formatRupees(pot.price - 5)}`)
  await expect
    .poll(() => shop.sql('select amount::int, reason from refunds where order_id = $1', [orderId]))
    .toEqual([{ amount: (pot.price - 5) * 100, reason: 'returned' }])
})

test('a voucher pays in the cart, and its buyer has money instead of the rest', async ({
  page,
  buy,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/409/)
  const pot = await stock()
  const { page: buyer, orderId } = await buy(pot)
  const number = await complain(shop, orderId, { wanted: 'voucher', cash: pot.price })
  await enter(page, shop.accounts.admin, `/adminDashboard/returns/${number}`)
  await press(page, 'Give voucher')
  await expect(main(page)).toContainText('Settled with: Voucher')
  await visit(buyer, '/account')
  const code = await buyer.getByText(/^GV(-\w{4}){3}$/).innerText()

  const cheap = await stock({ price: pot.price - 50 })
  await putPots(buyer, [cheap])
  await openCheckout(buyer)
  await buyer.getByLabel('Voucher', { exact: true }).fill('GV-0000-0000-0000')
  await press(buyer, 'Use')
  await expect(main(buyer)).toContainText('Your account has no voucher with this code.')
  await buyer.getByLabel('Voucher', { exact: true }).fill(code.toLowerCase())
  await press(buyer, 'Use')
  await expect(main(buyer)).toContainText(`Voucher −${formatRupees(cheap.price)}`)
  await expect(main(buyer)).toContainText('To pay')
  await buyer.getByRole('button', { name: /^Place order/ }).click()
  await expect(buyer).toHaveURL(THANK_YOU)

  await visit(buyer, '/account')
  await expect(main(buyer)).toContainText(`₹50 left of ${formatRupees(pot.price)}`)
  await buyer.getByRole('link', { name: 'Money instead' }).click()
  await press(buyer, 'Money instead')
  await expect(main(buyer)).toContainText('You get the money instead.')
  await expect(buyer.getByRole('form', { name: 'By UPI' })).toBeVisible()
  await expectAccessible(buyer, { within: 'main', ...NARROW })
  await expect(page.getByRole('region', { name: 'Paid by hand' })).toContainText('₹50')
})
