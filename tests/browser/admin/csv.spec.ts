import { readFile } from 'node:fs/promises'
import { zipSync } from 'fflate'
import sharp from 'sharp'
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

test('an export of Shopify is previewed with its pictures, asks for measures, and leads its old address here', async ({
  page,
  shop,
}) => {
  const title = `Moved Planter ${Date.now()}`
  const picture = await sharp({ create: { width: 40, height: 50, channels: 3, background: '#864' } })
    .jpeg()
    .toBuffer()
  const zip = Buffer.from(zipSync({ 'photos/Moved-Planter.jpeg': picture }))
  const rows = `Handle,Title,Option1 Name,Option1 Value,Variant Price,Variant Inventory Qty,Image Src,Status
moved-planter,${title},Size,Medium,799.00,3,https://cdn.example/moved-planter_1024x1024.jpg?v=1,active`
  await enter(page, shop.accounts.admin, '/adminDashboard/import')
  await page.getByRole('link', { name: 'Move from Shopify or WooCommerce' }).click()
  await page.getByLabel('Product export').setInputFiles(csv(rows))
  await page
    .getByLabel('ZIP of pictures')
    .setInputFiles({ name: 'pictures.zip', mimeType: 'application/zip', buffer: zip })
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('1 picture is ready.')).toBeVisible()
  const skipped = page.getByRole('table', { name: 'Skipped' })
  await expect(skipped).toContainText('The measures of “Medium” are missing.')
  for (const side of ['Width', 'Depth', 'Height']) await page.getByLabel(`${side}, cm`).fill('24')
  await page.getByRole('button', { name: 'Preview again' }).click()
  await expect(skipped).toBeHidden()
  await page.getByRole('button', { name: 'Import 1 product' }).click()
  await expect(page.getByText('Imported: 1 new')).toBeVisible()
  await expect(async () => {
    await page.goto('/products/moved-planter')
    await expect(page).toHaveURL(/\/productinfo\/\d+$/)
  }).toPass()
  await expect(page.getByRole('radio', { name: /MEDIUM · 24 × 24 × 24 cm · ₹799/ })).toBeVisible()
  await shop.sql('delete from products where title = $1', [title])
  await shop.sql(`update finishes set is_retired = true where name = 'As pictured'`)
})
