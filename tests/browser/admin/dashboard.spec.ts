import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import { formatDateTime } from '#domain/time.ts'
import { enter, row } from '#tests/browser/support/admin.ts'
import { listEmailsTo } from '#tests/browser/support/inbox.ts'
import { expectToast } from '#tests/browser/support/shopper.ts'
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
test('the dashboard: who is logged in, three totals, and tables by the clock in India that have addresses, filters and pages', async ({
  page,
  shop,
}) => {
  const { admin } = shop.accounts
  await enter(page, admin, '/adminDashboard')
  for (const text of [admin.name, admin.email, 'admin']) {
    await expect(page.getByLabel('Profile').getByText(text, { exact: true })).toBeVisible()
  }
  const totals = await shop.sql<{ count: string }>(
    `select count(*) from products union all select count(*) from orders
     union all select count(*) from "user" where id <> '${DELETED_USER.id}'`,
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

  await page.getByRole('tab', { name: 'Orders' }).click()
  await expect(page).toHaveURL('/adminDashboard/orders')
  await page.getByLabel('Status', { exact: true }).selectOption('delivered')
  await expect(page).toHaveURL(/status=delivered/)
  await expect(row(page, 'Confirmed')).toHaveCount(0)

  await page.getByRole('tab', { name: 'Products' }).click()
  await expect(page).toHaveURL('/adminDashboard')
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(row(page, /^/).first()).toContainText('21')
  await page.getByRole('link', { name: 'Price' }).click()
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'descending')
  await page.keyboard.press('Tab')

  await page.getByRole('tab', { name: 'Products' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Audit' })).toBeFocused()
})

test('every tab is seen on a desk, one press away on a phone, and reached by keyboard without scripts', async ({
  page,
  shop,
  openBrowser,
  trouble,
}) => {
  const { admin } = shop.accounts
  await enter(page, admin, '/adminDashboard')
  const rightEdges = () =>
    page.getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().right))
  for (const width of [1440, 1280, 768]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await rightEdges()).toHaveLength(16)
    expect(Math.max(...(await rightEdges())), `${width} px`).toBeLessThanOrEqual(width)
  }

  // 1280 px at 400 % are as narrow.
  await page.setViewportSize({ width: 320, height: 640 })
  const showAll = page.getByLabel('Show all tabs')
  await showAll.press('Space')
  expect(Math.max(...(await rightEdges()))).toBeLessThanOrEqual(320)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.getByRole('tab', { name: 'Audit' }).click()
  await expect(page).toHaveURL('/adminDashboard/audit')
  await expect(showAll).not.toBeChecked()
  await expect(page.getByRole('tab', { name: 'Audit' })).toBeInViewport()

  trouble.expect(/\.js csp$/)
  const storageState = await page.context().storageState()
  const still = await openBrowser({ javaScriptEnabled: false, storageState })
  await still.goto('/adminDashboard')
  await still.getByRole('tab', { name: 'Products' }).focus()
  await still.keyboard.press('Tab')
  await still.keyboard.press('Enter')
  await expect(still).toHaveURL('/adminDashboard/orders')
})

test('an email that failed is listed live with its reason, and sent again at a press', async ({ page, shop }) => {
  await enter(page, shop.accounts.admin, '/adminDashboard/emails')
  const email = `emails${Date.now()}@gamla.example`
  const params = {
    email,
    user_name: 'Meera',
    amount: '₹495',
    status: 'Your order 77 is confirmed.',
    cartDetails: '1. Pot',
  }
  await shop.sql(
    `insert into emails (template, subject, params, state, tries, problem)
     values ('order-placed', $1, $2, 'failed', 1, 'Rejected with 400: The template ID not found')`,
    [`order of ${email}`, params],
  )
  const failed = row(page, email)
  await expect(failed).toContainText('The template ID not found')
  await failed.getByRole('button', { name: 'Send again' }).click()
  await expectToast(page, 'Email queued for resending')
  // No row moves under the pointer.
  await page.mouse.move(0, 0)
  await expect(failed).toHaveCount(0)
  await expect.poll(() => listEmailsTo(page, email)).toEqual([expect.stringContaining('order 77')])
})
