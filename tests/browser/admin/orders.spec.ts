import { confirm, enter, row } from '#tests/browser/support/admin.ts'
import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { listEmailsTo } from '#tests/browser/support/inbox.ts'
import { orderQuietly } from '#tests/browser/support/quick-shopper.ts'
import { cancelOrder, expectToast, goOn, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'
import { MAKE_JOBS_DUE } from '#tests/support/jobs.ts'

test('the orders of an admin and of a shopper are open: each hears what the other does, from the order to the door', async ({
  page,
  buy,
  shop,
  stock,
  trouble,
}) => {
  // Two presses at the end are refused.
  trouble.expect(/409/)
  const [sent, cancelled, delivered] = [await stock(), await stock(), await stock()]
  const { page: shopper, email } = await buy(sent, cancelled)
  await visit(shopper, '/userDashboard')
  await enter(page, shop.accounts.admin, `/adminDashboard/orders?q=${encodeURIComponent(email)}`)
  const card = (pot: { title: string }) => shopper.getByRole('article').filter({ hasText: pot.title })

  await test.step('a new order never moves the row under the pointer', async () => {
    const first = row(page, /^/).first()
    const before = await first.textContent()
    await first.hover()
    await orderQuietly(shopper, delivered)
    const button = page.getByRole('button', { name: '1 new order' })
    await expect(button).toBeVisible()
    expect(await first.textContent()).toBe(before)
    await button.click()
    await expect(first).toContainText(delivered.title)
    await page.mouse.move(0, 0)
    await expect(card(delivered)).toContainText('confirmed')
  })

  await test.step('a cancellation is asked for in one window and approved in another', async () => {
    await cancelOrder(card(cancelled))
    await expectToast(shopper, 'Order cancellation requested successfully!')
    await row(page, cancelled.title).getByRole('button', { name: 'Approve cancellation' }).click()
    await expectToast(page, 'Cancellation approved successfully')
    await expect(row(page, cancelled.title)).toContainText('Cancelled')
    await expect(row(page, cancelled.title).getByRole('button', { name: 'Deliver' })).toHaveCount(0)
    await expect(shopper.getByRole('heading', { name: 'Cancelled Orders' })).toBeVisible()
  })

  await test.step('a delivery turns the shopper’s page green', async () => {
    const deliver = async () => {
      await row(page, delivered.title).getByRole('button', { name: 'Deliver' }).click()
      await expect(page.getByRole('dialog')).toContainText('Nothing of it is packed yet.')
      await confirm(page, 'Deliver')
      await expectToast(page, 'Order delivered successfully')
      await expect(card(delivered)).toContainText('delivered')
    }
    await deliver()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Delivery undone')
    await expect(card(delivered)).toContainText('confirmed')
    await deliver()
    await expect(card(delivered).getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
  })

  const [placed] = await shop.sql<{ id: string }>('select order_id as id from order_lines where product_id = $1', [
    sent.id,
  ])
  const id = Number(placed?.id)
  await test.step('the shopper corrects the address, which the desk sees', async () => {
    await shopper.getByRole('link', { name: `Order ${id}` }).click()
    await expect(shopper.getByRole('heading', { level: 1 })).toHaveText(`Order ${id}`)
    await goOn(page, `/adminDashboard/orders/${id}`)
    await shopper.setViewportSize({ width: 360, height: 740 })
    await shopper.getByText('Change address').click()
    await shopper.getByLabel('City').fill('Hubballi')
    await shopper.getByRole('button', { name: 'Save address' }).click()
    await expectToast(shopper, 'Address changed')
    await expect(shopper.getByLabel('City')).toBeHidden()
    await expect(shopper.getByText('Hubballi')).toBeInViewport()
    await expect(page.getByText(/City: .* → Hubballi/)).toBeVisible()
    await expectAccessible(shopper, { ...NARROW, within: 'main' })
  })

  await test.step('the desk corrects a pincode in four actions, which brings its City and State', async () => {
    await goOn(page, '/adminDashboard/orders?view=orders')
    await page
      .getByRole('table', { name: 'orders' })
      .getByRole('link', { name: new RegExp(`${id}$`) })
      .click()
    await page.getByRole('group').getByText('Change address').click()
    await expect(page.getByLabel('City')).toHaveValue('Hubballi')
    await page.getByLabel('Pincode').fill('600002')
    await expect(page.getByLabel('City')).toHaveValue('Chennai')
    await expect(page.getByLabel('State', { exact: true })).toHaveValue('33')
    await page.getByRole('button', { name: 'Save address' }).click()
    await expect(page.getByText(/City: Hubballi → Chennai/)).toBeVisible()
    await expect(shopper.getByText('Chennai 600002')).toBeVisible()
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

  await test.step('a dispatch is undone, and the order is dispatched anew with the same AWB', async () => {
    await page.getByRole('button', { name: 'Undo dispatch' }).click()
    await confirm(page, 'Undo dispatch')
    await expect(page.getByRole('article', { name: 'Parcel' })).toContainText('Cancelled')
    await expect(shopper.getByRole('article', { name: 'Parcel' })).toHaveCount(0)
    await page.getByLabel('Courier').selectOption('Delhivery')
    await page.getByLabel('AWB').fill(`DL${id}`)
    await page.getByRole('button', { name: 'Dispatch', exact: true }).click()
    await expect(shopper.getByRole('article', { name: 'Parcel' })).toContainText(`DL${id}`)
  })

  await test.step('a step is a button', async () => {
    await expectAccessible(page, { ...NARROW, within: 'main' })
    await expect(page.getByRole('button', { name: 'Picked up' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delivered', exact: true })).toBeHidden()
    await page.getByRole('main').getByText('More', { exact: true }).click()
    await expectAccessible(page, { ...NARROW, within: 'main' })
    await page.getByRole('button', { name: 'Delivered', exact: true }).click()
    await expect(shopper.getByRole('list', { name: 'Steps of the order' })).toContainText('Delivered')
    await expect(shopper.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
  })

  await test.step('a damaged piece is taken back without a refund, which is decided later', async () => {
    await page.getByText('Record a return').click()
    await page.getByLabel('Damaged').fill('1')
    await expect(page.getByLabel('Amount (₹)')).toHaveValue(String(sent.price))
    await page.getByLabel('Not yet').check()
    await expectAccessible(page, { ...NARROW, within: 'main' })
    await page.getByRole('button', { name: 'Take back' }).click()
    const open = page.getByRole('region', { name: 'Refund is open' })
    await expect(open).toContainText(`1 × ${sent.title}`)
    await expectAccessible(page, { ...NARROW, within: 'main' })
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await confirm(page, 'Delete')
    await expectToast(page, 'Decide the refund of what came back first, on the page of the order.')
    await open.getByLabel('Amount (₹)').fill(String(sent.price + 1))
    await open.getByRole('button', { name: 'Refund' }).click()
    await expect(open.getByText(/^Enter at most ₹/)).toBeVisible()
    await open.getByLabel('Amount (₹)').fill('100')
    await open.getByRole('button', { name: 'Refund' }).click()
    await expect(open).toHaveCount(0)
    await expect(page.getByText('Refund return')).toBeVisible()
  })
  // Sent meanwhile: of the order that is delivered, and of the one whose parcel is.
  const told = async () => (await listEmailsTo(page, email)).filter((text) => /has been delivered/.test(text))
  // One of them waits until its delivery can no longer be undone.
  await shop.sql('update open_deliveries set undo_until = now()')
  await shop.sql(MAKE_JOBS_DUE)
  // Emails leave one a second, and those of the steps before come first.
  await expect.poll(async () => (await told()).length, { timeout: 40_000 }).toBe(2)
  // The product is deleted after the test, which an open page would report.
  await shopper.close()
})
