import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { logIn } from '#tests/browser/support/quick-shopper.ts'
import { visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

for (const javaScriptEnabled of [true, false])
  test(`a filtered list is saved as a tab and deleted ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    shop,
    trouble,
  }) => {
    trouble.expect(/400/)
    const page = await openBrowser({ javaScriptEnabled })
    const name = `Diwali orders ${javaScriptEnabled}`
    await logIn(page, shop.accounts.admin)
    const open = (path: string) => (javaScriptEnabled ? visit(page, path) : page.goto(path))
    await open('/adminDashboard/orders?view=on-the-way&q=Diwali')
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Save view' }).click()
    const views = page.getByRole('navigation', { name: 'Views' })
    await expect(views.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    await expect(views.getByRole('link').last()).toHaveText(name)
    if (javaScriptEnabled) await expectAccessible(page, NARROW)

    await open('/adminDashboard/orders')
    await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0)
    await views.getByRole('link', { name }).click()
    await expect(page).toHaveURL(/q=Diwali&view=on-the-way$/)
    await page.getByRole('button', { name: 'Delete view' }).click()
    await expect(page).toHaveURL(/\/adminDashboard\/orders$/)
    await expect(views.getByRole('link', { name })).toHaveCount(0)

    await open('/adminDashboard/users?q=Meera')
    await page.getByLabel('Name', { exact: true }).fill(' ')
    await page.getByRole('button', { name: 'Save view' }).click()
    await expect(page.getByText('Enter a name.')).toBeVisible()
    if (javaScriptEnabled) await expectAccessible(page, NARROW)
  })
