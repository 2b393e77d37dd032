import { formatRupees } from '#domain/money.ts'
import { enter } from '#tests/browser/support/admin.ts'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('the desk changes a quantity on the order’s page, delivers, and refunds a part by hand', async ({
  page,
  buy,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/409/)
  const pot = await stock()
  const { orderId } = await buy(pot)
  const here = `/adminDashboard/orders/${orderId}`
  await enter(page, shop.accounts.admin, here)
  const items = page.getByRole('region', { name: 'Items' })
  const refund = page.getByRole('region', { name: 'Refund', exact: true })

  await test.step('two instead of one', async () => {
    await items.getByText('Change quantity').click()
    await items.getByLabel('New quantity').fill('2')
    await items.getByLabel('New quantity').press('Enter')
    await expect(items).toContainText(formatRupees(2 * pot.price))
    await expect(items).toContainText('Quantity 2')
  })

  await test.step('removing its last line asks to cancel the order', async () => {
    await items.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('dialog')).toContainText('removing it cancels the order')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click()
  })

  await test.step('nothing can be refunded before it is paid', async () => {
    await expect(refund).toBeHidden()
    await shop.sql("update orders set status = 'delivered', delivered_at = now() where id = $1", [orderId])
    await page.reload()
    await expect(refund).toContainText(`at most ${formatRupees(2 * pot.price)}`)
    await expectAccessible(page)
  })

  await test.step('an amount above it is refused beside the field, and one below goes back', async () => {
    await refund.getByLabel('Amount').fill(String(2 * pot.price + 1))
    await refund.getByLabel('Reason').selectOption('Goodwill')
    await refund.getByRole('button', { name: 'Refund' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click()
    await expect(refund).toContainText(`Enter at most ${formatRupees(2 * pot.price)}`)
    await refund.getByLabel('Amount').fill('100')
    await refund.getByRole('button', { name: 'Refund' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click()
    await expect(refund).toContainText(`at most ${formatRupees(2 * pot.price - 100)}`)
    await expect(page.getByRole('main')).toContainText('Refund order')
  })
})
