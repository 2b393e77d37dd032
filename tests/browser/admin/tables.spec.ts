import { formatDateTime } from '#domain/time.ts'
import { enter, row } from '#tests/browser/support/admin.ts'
import { visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

/** The specification's columns, in its order, among ours. */
const COLUMNS = {
  products: [
    'S.No.',
    'UserId',
    'UserName',
    'Email',
    'Image',
    'Title',
    'Price',
    'Category',
    'Date and time',
    'Edit',
    'Products (approve)',
    'Featured',
    'Delete',
  ],
  orders: [
    'Order Id',
    'Payment Id',
    'Status',
    'Cancel',
    'Image',
    'Title',
    'Category',
    'Size',
    'Pot colour',
    'Price',
    'Quantity',
    'Total',
    'Name',
    'Address',
    'City',
    'Pincode',
    'Mobile number',
    'Email',
    'Date and time',
    'Action (delete)',
  ],
  users: ['Name', 'Email', 'Uid', 'Role', 'Date', 'Change role'],
}

test.use({ timezoneId: 'America/New_York' })

test('the dashboard: who is logged in, three totals, and tables by the clock in India', async ({ page, shop }) => {
  const { admin } = shop.accounts
  await enter(page, admin, '/adminDashboard')
  for (const text of [admin.name, admin.email, 'admin']) {
    await expect(page.getByLabel('Profile').getByText(text, { exact: true })).toBeVisible()
  }
  const totals = await shop.sql<{ count: string }>(
    'select count(*) from products union all select count(*) from orders union all select count(*) from "user"',
  )
  await expect(page.locator('.tile dt')).toHaveText(['Total products', 'Total orders', 'Total users'])
  await expect(page.locator('.tile dd')).toHaveText(totals.map(({ count }) => count))

  for (const [name, columns] of Object.entries(COLUMNS)) {
    await page.getByRole('tab', { name }).click()
    const table = page.getByRole('table', { name })
    await expect(table.getByRole('columnheader')).toHaveText(columns)
    const time = table.locator('time').first()
    await expect(time).toHaveText(formatDateTime((await time.getAttribute('datetime')) ?? ''))
  }
})

test('an order has one row for each of its cart items', async ({ page, shop }) => {
  const [order] = await shop.sql<{ id: string; titles: string[] }>(
    `select order_id as id, array_agg(title order by position) as titles from order_lines
     group by order_id having count(*) > 1 limit 1`,
  )
  await enter(page, shop.accounts.admin, '/adminDashboard')
  await visit(page, `/adminDashboard/orders?q=${order?.id}`)
  await expect(row(page, /^/)).toHaveCount(order?.titles.length ?? 0)
  for (const title of order?.titles ?? []) await expect(row(page, title)).toContainText(order?.id ?? '')
})
