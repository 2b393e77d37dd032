import { enter } from '#tests/browser/support/admin.ts'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { arriveAsShopper, orderQuietly } from '#tests/browser/support/quick-shopper.ts'
import { expectToast, goOn, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

// Two windows are slow on a busy machine.
test.describe.configure({ timeout: 90_000 })

test('a parcel goes from the desk to the door, and the shopper sees each step as it is made', async ({
  page,
  openBrowser,
  shop,
  stock,
}) => {
  const pot = await stock()
  const shopper = await openBrowser()
  await arriveAsShopper(shopper)
  await orderQuietly(shopper, pot)
  const [placed] = await shop.sql<{ id: string }>('select max(order_id) as id from order_lines where product_id = $1', [
    pot.id,
  ])
  const id = Number(placed?.id)
  await visit(shopper, '/userDashboard')
  await shopper.getByRole('link', { name: `Order ${id}` }).click()
  await expect(shopper.getByRole('heading', { level: 1 })).toHaveText(`Order ${id}`)

  await test.step('the shopper corrects the address, which the desk sees', async () => {
    await enter(page, shop.accounts.admin, `/adminDashboard/orders/${id}`)
    await shopper.getByText('Change address').click()
    await shopper.getByLabel('City').fill('Hubballi')
    await shopper.getByRole('button', { name: 'Save address' }).click()
    await expectToast(shopper, 'Address changed')
    await expect(page.getByText(/City: .* → Hubballi/)).toBeVisible()
    await expectAccessible(shopper, { within: 'main' })
  })

  await test.step('the desk dispatches', async () => {
    await page.getByLabel('Courier').selectOption('Delhivery')
    await page.getByLabel('AWB').fill(`DL${id}`)
    await page.getByRole('button', { name: 'Dispatch', exact: true }).click()
    const parcel = shopper.getByRole('article', { name: 'Parcel' })
    await expect(parcel).toContainText(`DL${id}`)
    await expect(parcel.getByRole('link', { name: 'Track with Delhivery' })).toHaveAttribute('href', /^https:/)
    await expect(shopper.getByText('Change address')).toHaveCount(0)
  })

  await test.step('each step is a button', async () => {
    const parcel = shopper.getByRole('article', { name: 'Parcel' })
    for (const step of ['Picked up', 'On the way', 'Out for delivery']) {
      await page.getByRole('button', { name: step }).click()
      await expect(parcel.getByRole('listitem').filter({ hasText: step })).toBeVisible()
    }
    await expectAccessible(page, { within: '[role=tabpanel]' })
    await page.getByRole('button', { name: 'Delivered', exact: true }).click()
    await expect(shopper.getByRole('list', { name: 'Steps of the order' })).toContainText('Delivered')
    await expect(shopper.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
  })

  await test.step('the list of whole orders, and the charts', async () => {
    for (const path of ['/adminDashboard/orders?view=orders', '/adminDashboard/overview']) {
      await goOn(page, path)
      await expectAccessible(page, { within: '[role=tabpanel]' })
    }
  })
  // The product is deleted after the test, which an open page would report.
  await shopper.close()
})
