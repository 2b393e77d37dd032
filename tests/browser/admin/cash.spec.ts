import { confirm, enter } from '#tests/browser/support/admin.ts'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { expectToast, goOn, visit } from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'
import type { TestShop } from '#tests/support/shop.ts'

/** A delivered parcel of the newest order, whose cash the courier has collected. */
async function deliverNewest({ sql }: TestShop, { awb, cash }: { awb: string; cash: number }) {
  const [parcel] = await sql<{ id: string; order_id: string }>(
    `with newest as (select id, user_id from orders order by id desc limit 1),
      sent as (
        update orders set dispatched = 'whole', status = 'delivered', delivered_at = now()
        where id = (select id from newest)
      ), parcel as (
        insert into shipments (order_id, user_id, key, courier, awb, cash, step, delivered_at)
        select id, user_id, $1, 'Delhivery', $2, $3, 'delivered', now() from newest returning id, order_id
      ), line as (
        insert into shipment_lines (shipment_id, position, quantity, amount) select id, 0, 1, 100 * $3::integer from parcel
      )
     select id, order_id from parcel`,
    [crypto.randomUUID(), awb, cash],
  )
  return { id: Number(parcel?.id), orderId: Number(parcel?.order_id) }
}

async function upload(page: Page, ...rows: string[]) {
  const buffer = Buffer.from(['AWB,Amount,Date,UTR', ...rows].join('\n'))
  await page.getByLabel('CSV file').setInputFiles({ name: 'november.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
}

test('cash is entered by hand on the order, differences are closed, and what is owed is paid back', async ({
  page,
  buy,
  shop,
  stock,
  trouble,
}) => {
  // What is wrong in a form is refused.
  trouble.expect(/409/)
  await buy(await stock())
  const parcel = await deliverNewest(shop, { awb: 'HAND1', cash: 5998 })

  await test.step('cash by hand, in two parts', async () => {
    await enter(page, shop.accounts.admin, `/adminDashboard/orders/${parcel.orderId}`)
    await expect(page.getByText('₹5,998 outstanding from Delhivery.')).toBeVisible()
    await page.getByLabel('Received (₹)').fill('6000')
    await page.getByRole('button', { name: 'Cash received' }).click()
    await expect(page.getByText('Enter at most what is outstanding.')).toBeVisible()
    await page.getByLabel('Received (₹)').fill('5000')
    await page.getByLabel('Reference').fill('UTR0001')
    await page.getByRole('button', { name: 'Cash received' }).click()
    await expectToast(page, 'Cash received')
    await expect(page.getByText(/^₹5,000 received \d+ [A-Z][a-z]+, UTR0001$/)).toBeVisible()
    await expect(page.getByText('₹998 outstanding from Delhivery.')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a courier’s file disagrees, and each difference is closed', async () => {
    await goOn(page, '/adminDashboard/cash')
    await upload(page, 'HAND1,900,2026-11-24,UTR0002', 'LOST1,300,2026-11-24,UTR0002', 'WHO1,7,2026-11-24,UTR0002')
    await expect(page.getByText('3 rows imported, 2 with an unknown AWB.')).toBeVisible()
    await expectAccessible(page)
    const difference = (awb: string) => page.getByRole('table', { name: 'Differences' }).getByRole('row', { name: awb })
    await difference('WHO1').getByRole('button', { name: 'Accept' }).click()
    await expectToast(page, 'Accepted')
    await expect(difference('WHO1')).toHaveCount(0)
    await difference('LOST1').getByLabel('Belongs to order').fill('1')
    await difference('LOST1').getByRole('button', { name: 'Belongs to order' }).click()
    await expect(page.getByText('Order 1 has no parcel that is paid in cash.')).toBeVisible()
    await expect(difference('LOST1').getByLabel('Belongs to order')).toHaveValue('1')
    await difference('LOST1').getByLabel('Belongs to order').fill(String(parcel.orderId))
    await difference('LOST1').getByRole('button', { name: 'Belongs to order' }).click()
    await expectToast(page, `Belongs to order ${parcel.orderId} now`)
    await expect(difference('HAND1')).toContainText('Paid more')
    await page.getByRole('button', { name: 'Remove this import' }).first().click()
    await confirm(page, 'Remove this import')
    await expectToast(page, 'Import removed')
    await expect(difference('HAND1')).toContainText('Paid less')
    await difference('HAND1').getByLabel('Reason').fill('Lost by the courier')
    await difference('HAND1').getByRole('button', { name: 'Write off' }).click()
    await expectToast(page, 'Written off')
    await expect(difference('HAND1')).toHaveCount(0)
  })

  await test.step('what came back is paid back', async () => {
    await shop.sql(
      `insert into counter_refunds (shipment_id, order_id, reason, amount) values ($1, $2, 'returned', 389700)`,
      [parcel.id, parcel.orderId],
    )
    await visit(page, '/adminDashboard/cash')
    const owed = page.getByRole('table', { name: 'To pay back' }).getByRole('row', { name: String(parcel.orderId) })
    await expect(owed).toContainText('₹3,897')
    await owed.getByRole('button', { name: 'Paid back' }).click()
    await expect(page.getByText('Enter the reference of the payment, such as its UTR.')).toBeVisible()
    await owed.getByLabel('Reference').fill('UTR0003')
    await owed.getByRole('button', { name: 'Paid back' }).click()
    await expectToast(page, 'Paid back. The shopper gets an email.')
    await expect(owed).toHaveCount(0)
    await goOn(page, `/adminDashboard/orders/${parcel.orderId}`)
    await expect(page.getByText('₹998 written off: Lost by the courier')).toBeVisible()
    await expect(page.getByText('Pay back', { exact: true })).toBeVisible()
  })
})
