import { enter } from '#tests/browser/support/admin.ts'
import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('a filtered list is saved as a tab and deleted', async ({ page, shop, trouble }) => {
  trouble.expect(/400/)
  const name = 'Diwali orders'
  await enter(page, shop.accounts.admin, '/adminDashboard/orders?view=on-the-way&q=Diwali')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Save view' }).click()
  const views = page.getByRole('navigation', { name: 'Views' })
  await expect(views.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  await expect(views.getByRole('link').last()).toHaveText(name)
  await expectAccessible(page, NARROW)

  await visit(page, '/adminDashboard/orders')
  await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0)
  await views.getByRole('link', { name }).click()
  await expect(page).toHaveURL(/q=Diwali&view=on-the-way$/)
  await page.getByRole('button', { name: 'Delete view' }).click()
  await expect(page).toHaveURL(/\/adminDashboard\/orders$/)
  await expect(views.getByRole('link', { name })).toHaveCount(0)

  await visit(page, '/adminDashboard/users?q=Meera')
  await page.getByLabel('Name', { exact: true }).fill(' ')
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await expectAccessible(page, NARROW)
})
