import { readFile } from 'node:fs/promises'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import { csv, enter } from '#tests/browser/support/admin.ts'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { expectToast, scriptsReady } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test.describe.configure({ timeout: 90_000 })

test('imports: what was exported is changed and imported, an export of Shopify is previewed with its pictures; what is wrong is named before', async ({
  page,
  shop,
  stock,
}) => {
  const { id, title } = await stock({ title: `Spreadsheet Cube ${Date.now()}` })
  const titleNow = async () => (await shop.sql('select title from products where id = $1', [id]))[0]?.title
  await enter(page, shop.accounts.admin, `/adminDashboard?q=${encodeURIComponent(title)}`)
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
  const choose = (text: string) => page.getByLabel('CSV file').setInputFiles(csv(text))

  await test.step('a wrong row is named, and nothing can be imported', async () => {
    await choose(exported.replace(title, 'x'.repeat(300)))
    await expectToast(page, 'Failed to import products')
    await expect(page.getByRole('table', { name: 'Problems' })).toContainText('title')
    await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
    await expectAccessible(page, { everyLook: true })
  })

  await test.step('what changes is shown, and imported at a press', async () => {
    await choose(exported.replace(title, `${title} Renamed`))
    await expect(page.getByText(/0 added, 1 changed, \d+ unchanged/)).toBeVisible()
    await expect(page.getByRole('table', { name: 'Changes' })).toContainText('title')
    expect(await titleNow()).toBe(title)
    await page.getByRole('button', { name: 'Import 1 product' }).click()
    await expectToast(page, 'Products imported successfully')
    expect(await titleNow()).toBe(`${title} Renamed`)
  })

  await test.step('an export of Shopify is previewed with its pictures, asks for measures, and leads its old address here', async () => {
    const moved = `Moved Planter ${Date.now()}`
    const picture = await sharp({ create: { width: 40, height: 50, channels: 3, background: '#864' } })
      .jpeg()
      .toBuffer()
    const zip = Buffer.from(zipSync({ 'photos/Moved-Planter.jpeg': picture }))
    const rows = `Handle,Title,Option1 Name,Option1 Value,Variant Price,Variant Inventory Qty,Image Src,Status
moved-planter,${moved},Size,Medium,799.00,3,https://cdn.example/moved-planter_1024x1024.jpg?v=1,active
no,No,,,$5,,,active`
    await page.getByRole('link', { name: 'Move from Shopify or WooCommerce' }).click()
    await page.getByLabel('Product export').setInputFiles(csv(rows))
    await page
      .getByLabel('ZIP of pictures')
      .setInputFiles({ name: 'pictures.zip', mimeType: 'application/zip', buffer: zip })
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByText('1 picture is ready.')).toBeVisible()
    const skipped = page.getByRole('table', { name: 'Skipped' })
    await expect(skipped).toContainText('The measures of “Medium” are missing.')
    await expect(skipped).toContainText('$5')
    await expectAccessible(page)
    for (const side of ['Width', 'Depth', 'Height']) await page.getByLabel(`${side}, cm`).fill('24')
    await page.getByRole('button', { name: 'Preview again' }).click()
    await expect(skipped).not.toContainText('The measures')
    await page.getByRole('button', { name: 'Import 1 product' }).click()
    await expect(page.getByText('Imported: 1 new')).toBeVisible()
    const oldAddress = () => page.request.get('/products/moved-planter', { headers: { accept: 'text/html' } })
    await expect.poll(async () => (await oldAddress()).url()).toMatch(/\/productinfo\/\d+$/)
    expect(await (await oldAddress()).text()).toMatch(/MEDIUM · 24 × 24 × 24 cm · ₹799/)
    await shop.sql('delete from products where title = $1', [moved])
    await shop.sql(`update finishes set is_retired = true where name = 'As pictured'`)
  })
})
