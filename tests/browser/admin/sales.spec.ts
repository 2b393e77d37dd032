import { enter } from '#tests/browser/support/admin.ts'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('the sales report shows any period beside the one before, divided as one chooses, and as a file', async ({
  page,
  buy,
  shop,
  stock,
}) => {
  const pot = await stock()
  await buy(pot)
  await enter(page, shop.accounts.admin, '/adminDashboard/overview')
  await page.getByRole('link', { name: 'Sales report' }).click()
  await expect(page).toHaveURL('/adminDashboard/sales')
  const table = page.getByRole('table', { name: 'Sales', exact: true })
  for (const name of ['Ordered', 'Dispatched', 'Delivered', 'Returned', 'Kept'])
    await expect(table.getByRole('rowheader', { name: new RegExp(`^${name}`) })).toBeVisible()
  await expect(page.getByText('Return rate:')).toBeVisible()
  await expectAccessible(page)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Today' }).click()
  await expect(page).toHaveURL(/from=(\d{4}-\d\d-\d\d)&until=\1$/)
  const parts = page.getByRole('table', { name: 'By product' })
  await expect(parts.getByRole('row', { name: pot.title })).toContainText('1 unit')
  await page.getByRole('link', { name: 'By State' }).click()
  await expect(page.getByRole('table', { name: 'By State' }).getByRole('row')).not.toHaveCount(0)
  await page.getByLabel('From').fill('2020-01-01')
  await page.getByLabel('Until').fill('2020-01-31')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('No sales in these days.')).toBeVisible()

  const file = await page.request.get('/adminDashboard/export/sales?from=2020-01-01&until=2100-01-01')
  expect(await file.text()).toContain('by,name,orderedUnits,ordered')
})
