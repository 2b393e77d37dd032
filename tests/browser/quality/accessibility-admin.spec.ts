import { confirm, conflict, csv, deletion, enter, press, row, saveElsewhere } from '#tests/browser/support/admin.ts'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { without } from '#tests/browser/support/fault-fixtures.ts'
import { expectToast } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

// Accessibility of the back office's error, conflict and deletion states; its tabs and forms are checked elsewhere.
test.describe.configure({ mode: 'parallel', timeout: 90_000 })
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

test('two admins on one product: no violation, light and dark, narrow and wide', async ({ page, shop, stock }) => {
  const { id } = await stock({ title: 'Contested Cube' })
  await enter(page, shop.accounts.admin, `/updateproduct/${id}`)
  await page.getByLabel('Title').fill('My Cube')
  await page
    .getByLabel('Description')
    .fill('A long sentence about a cube, for a window sill, a desk or a shelf. '.repeat(4))
  await saveElsewhere(shop, id, 'Their Cube')
  await expect(conflict(page).getByRole('row', { name: /Title/ })).toContainText('Their Cube')
  await expectAccessible(page)
})

test('a product deleted meanwhile: no violation, light and dark, narrow and wide', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/404/)
  const { id } = await stock({ title: 'Short-lived Cube' })
  await enter(page, shop.accounts.admin, `/updateproduct/${id}`)
  await press(page, 'delete', id)
  await expect(deletion(page)).toBeVisible()
  await expectAccessible(page)
})

test('the toast that takes a deletion back: no violation, light and dark, narrow and wide', async ({
  page,
  shop,
  stock,
}) => {
  const { title } = await stock({ title: `Short-lived Cube with a long name ${Date.now()}` })
  await enter(page, shop.accounts.admin, '/adminDashboard')
  await row(page, title).getByRole('button', { name: 'Delete' }).click()
  await confirm(page, 'Delete')
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 })
    // Toasts stay while the pointer is over them.
    await page.getByText(`“${title}” was deleted.`).hover()
    await expectAccessible(page, { widths: [width], toasts: true, within: '.toasts' })
  }
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
})

test('an import with problems: no violation, light and dark, narrow and wide', async ({ page, shop }) => {
  await enter(page, shop.accounts.admin, '/adminDashboard/import')
  const rows = ['id,title,price', `,${'x'.repeat(300)},many`, '999999,Nobody,1']
  await page.getByLabel('CSV file').setInputFiles(csv(rows.join('\n')))
  await expect(page.getByRole('table', { name: 'Problems' })).toContainText('title')
  await expectAccessible(page)
})

test('a table that cannot be read: no violation, light and dark, narrow and wide', async ({ page, shop, trouble }) => {
  trouble.expect(/503/)
  await without(shop, 'contact_messages', async () => {
    await enter(page, shop.accounts.admin, '/adminDashboard/messages')
    await expectToast(page, 'Failed to load messages')
    await expect(page.getByRole('heading', { name: 'Failed to load messages' })).toBeVisible()
    await expectAccessible(page)
  })
})
