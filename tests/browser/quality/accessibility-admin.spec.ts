import { confirm, conflict, csv, deletion, enter, press, row, saveElsewhere } from '#tests/browser/support/admin.ts'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { without } from '#tests/browser/support/fault-fixtures.ts'
import { expectToast, goOn, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

// Accessibility of the back office's error, conflict and deletion states; its tabs and forms are checked elsewhere.
test('conflicts, deletions and failures of the back office: no violation, light and dark, narrow and wide', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  test.setTimeout(120_000)
  trouble.expect(/404/, /503/)

  const contested = await stock({ title: 'Contested Cube' })
  await test.step('two admins on one product', async () => {
    await enter(page, shop.accounts.admin, `/updateproduct/${contested.id}`)
    await page.getByLabel('Title').fill('My Cube')
    await page
      .getByLabel('Description')
      .fill('A long sentence about a cube, for a window sill, a desk or a shelf. '.repeat(4))
    await saveElsewhere(shop, contested.id, 'Their Cube')
    await expect(conflict(page).getByRole('row', { name: /Title/ })).toContainText('Their Cube')
    await expectAccessible(page)
  })

  await test.step('a product deleted meanwhile', async () => {
    await press(page, 'delete', contested.id)
    await expect(deletion(page)).toBeVisible()
    await expectAccessible(page)
  })

  const { title } = await stock({ title: `Short-lived Cube with a long name ${Date.now()}` })
  await test.step('the toast that takes a deletion back', async () => {
    await page.setViewportSize({ width: 1440, height: 800 })
    await visit(page, '/adminDashboard')
    await row(page, title).getByRole('button', { name: 'Delete' }).click()
    await confirm(page, 'Delete')
    await page.setViewportSize({ width: 360, height: 800 })
    // Toasts stay while the pointer is over them.
    await page.getByText(`“${title}” was deleted.`).hover()
    await expectAccessible(page, { widths: [360], toasts: true, within: '.toasts' })
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  })

  await test.step('an import with problems', async () => {
    await goOn(page, '/adminDashboard/import')
    const rows = ['id,title,price', `,${'x'.repeat(300)},many`, '999999,Nobody,1']
    await page.getByLabel('CSV file').setInputFiles(csv(rows.join('\n')))
    await expect(page.getByRole('table', { name: 'Problems' })).toContainText('title')
    await expectAccessible(page, { everyLook: true })
  })

  await test.step('a preview of another shop’s export', async () => {
    await goOn(page, '/adminDashboard/import/move')
    const rows = ['Handle,Title,Option1 Name,Option1 Value,Variant Price', 'pot,Pot,Size,Small,500', 'no,No,,,$5']
    await page.getByLabel('Product export').setInputFiles(csv(rows.join('\n')))
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByRole('table', { name: 'Skipped' })).toContainText('$5')
    await expectAccessible(page, { everyLook: true })
  })

  await test.step('a table that cannot be read', async () => {
    await without(shop, 'contact_messages', async () => {
      await visit(page, '/adminDashboard/messages')
      await expectToast(page, 'Failed to load messages')
      await expect(page.getByRole('heading', { name: 'Failed to load messages' })).toBeVisible()
      await expectAccessible(page)
    })
  })
})
