import { enter } from '#tests/browser/support/admin.ts'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { expectToast } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('an admin reads what the shop lacks, keeps a decision as it is, and has it asked again', async ({
  page,
  shop,
}) => {
  test.setTimeout(90_000)
  await enter(page, shop.accounts.admin, '/adminDashboard')
  const tab = page.getByRole('tab', { name: 'Ready to sell' })
  const count = async () => Number((await tab.textContent())?.match(/\d+$/)?.[0])
  const open = await count()
  expect(open).toBeGreaterThan(5)
  await tab.click()
  await expect(page).toHaveTitle(/^Ready to sell/)
  await expect(page.getByRole('heading', { name: /demo products are for sale$/ })).toBeVisible()
  await expect(page.getByText('set-password gamlaadmin2025@gmail.com')).toBeVisible()
  await expectAccessible(page, { within: '[role=tabpanel]', everyLook: true })

  const backup = page.getByRole('listitem').filter({ hasText: 'No backup in the last 24 hours' })
  await backup.getByRole('button', { name: 'Keep as it is' }).click()
  await expectToast(page, 'Kept as it is')
  await expect(backup.getByRole('button', { name: 'Ask again' })).toBeVisible()
  await expect.poll(count).toBe(open - 1)
  await backup.getByRole('button', { name: 'Ask again' }).click()
  await expectToast(page, 'This point is open again')
  await expect.poll(count).toBe(open)
})
