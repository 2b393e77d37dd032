import { readFile } from 'node:fs/promises'
import { csv, enter } from '#tests/browser/support/admin.ts'
import { expectToast, scriptsReady } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test.describe.configure({ timeout: 90_000 })

test('what was exported imports unchanged; a wrong row is named before anything is written', async ({
  page,
  shop,
  stock,
}) => {
  const { id, title } = await stock({ title: `Spreadsheet Cube ${Date.now()}` })
  await enter(page, shop.accounts.admin, '/adminDashboard')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const exported = await readFile(await download.path(), 'utf8')
  expect(exported).toContain(title)

  await page.getByRole('button', { name: 'Import CSV' }).click()
  await expect(page).toHaveURL(/\/adminDashboard\/import/)
  // After a reload: a file that is chosen before scripts have loaded needs "Check the file".
  await scriptsReady(page)
  await page.getByLabel('CSV file').setInputFiles(csv(exported))
  await expect(page.getByText(/0 added, 0 changed, \d+ unchanged/)).toBeVisible()

  const wrong = exported.replace(title, 'x'.repeat(300))
  await page.getByLabel('CSV file').setInputFiles(csv(wrong))
  await expectToast(page, 'Failed to import products')
  await expect(page.getByRole('table', { name: 'Problems' })).toContainText('title')
  await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)

  const changed = exported.replace(title, `${title} Renamed`)
  await page.getByLabel('CSV file').setInputFiles(csv(changed))
  await expect(page.getByRole('table', { name: 'Changes' })).toContainText('title')
  const [before] = await shop.sql('select title from products where id = $1', [id])
  expect(before?.title).toBe(title)
  await page.getByRole('button', { name: 'Import 1 product' }).click()
  await expectToast(page, 'Products imported successfully')
  const [after] = await shop.sql('select title from products where id = $1', [id])
  expect(after?.title).toBe(`${title} Renamed`)
})
