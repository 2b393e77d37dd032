import { potImageOf } from '#domain/catalog/catalogue-images.ts'
import { conflict, deletion, enter, expectSaved, image, press, saveElsewhere } from '#tests/browser/support/admin.ts'
import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { expectToast, goOn } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

// Image processing is slow on a busy machine.
test.describe.configure({ timeout: 90_000 })

test('an update: refusals, another admin’s version and a deletion meanwhile cost nothing that was typed; who leaves is left elsewhere', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/404/, /409/, /ERR_FAILED/)
  const { id } = await stock({ title: 'Contested Cube', category: 'CUBEE POT', discount: 10 })
  const left = potImageOf('CUBEE', 'Marble White')
  await shop.sql('update products set product_image_url = product_image_url || $2::text where id = $1', [id, left])
  await enter(page, shop.accounts.admin, `/updateproduct/${id}`)
  const update = page.getByRole('button', { name: 'Update product' })
  const picked = page.getByRole('list', { name: 'Product images, in order' }).getByRole('listitem')
  const titles = conflict(page).getByRole('row', { name: /Title/ }).locator('td .table-cell')

  await test.step('it starts from what is there', async () => {
    await expect(page.getByLabel('Price')).toHaveValue('849')
    await expect(page.getByLabel('Category').getByRole('option')).toHaveText(['CUBEE POT', 'plant', 'laptop'])
    await expect(picked).toHaveCount(2)
  })

  await test.step('what cannot be right is told', async () => {
    await page.getByLabel('Title').fill(' ')
    await update.click()
    await expectToast(page, 'All fields are required')
    await page.getByLabel('Title').fill('My Cube')
    await page.getByLabel('Description').fill('A long sentence about a cube, for a desk or a shelf. '.repeat(4))
    await page.getByLabel('Category').selectOption('plant')
    await page.locator('input[type=file]').setInputFiles([await image('new.png')])
    await expect(picked).toHaveCount(3)
  })

  await test.step('another admin saves meanwhile: both versions are there to compare', async () => {
    await saveElsewhere(shop, id, 'Their Cube', [left])
    await expect(titles).toHaveText(['My Cube', 'Their Cube'])
    await expect(page.getByLabel('Title')).toHaveValue('My Cube')
    const images = conflict(page)
      .getByRole('row', { name: /Product images/ })
      .getByRole('cell')
    await expect(images.first().locator('img')).toHaveCount(3)
    await expect(images.last().locator('img')).toHaveCount(1)
    await expectAccessible(page)
  })

  await test.step('going on with mine leaves out an image that is no longer in the shop', async () => {
    await conflict(page).getByRole('button', { name: 'Keep my version' }).click()
    await expect(page.getByText('Some images were removed from this form')).toBeVisible()
    await expect(picked).toHaveCount(2)
  })

  await test.step('a product that is deleted and restored meanwhile', async () => {
    await press(page, 'delete', id)
    await expect(deletion(page)).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('My Cube')
    await expectAccessible(page, { ...NARROW, within: 'main [role=alert]' })
    await press(page, 'restore', id)
    await expect(deletion(page)).toHaveCount(0)
    await expect(page.getByLabel('Title')).toHaveValue('My Cube')
  })

  await update.click()
  await expectSaved(page, 'Product updated successfully!')
  await expect(page).toHaveURL('/adminDashboard')
  // The address changes before the page does, and the next step comes back here.
  await expect(page).not.toHaveTitle(/^Update product/)
  const [saved] = await shop.sql('select * from products where id = $1', [id])
  expect(saved).toMatchObject({
    title: 'My Cube',
    category: 'plant',
    discount: 10,
    price: 849,
    product_image_url: [left, expect.any(String)],
  })

  await test.step('who goes elsewhere while a product is being saved is left there', async () => {
    await goOn(page, `/updateproduct/${id}`)
    await page.getByLabel('Title').fill('Saved Behind')
    const leaving = Promise.withResolvers<void>()
    await page.route('**/save', async (route) => {
      const response = await route.fetch()
      await leaving.promise
      await route.fulfill({ response })
    })
    await update.click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'Add product' }).click()
    await expect(page.getByRole('heading', { name: 'Add product' })).toBeVisible()
    await page.getByLabel('Title').fill('Half a title')
    leaving.resolve()
    await expectToast(page, 'Product updated successfully!')
    // A person takes longer than the navigation to the dashboard.
    await page.getByLabel('Title').pressSequentially(', and the rest', { delay: 50 })
    await expect(page.getByLabel('Title')).toHaveValue('Half a title, and the rest')
    await expect(page).toHaveURL('/addproduct')
    await page.unroute('**/save')
  })

  await test.step('scripts that come after the press leave the choice open too', async () => {
    await goOn(page, `/updateproduct/${id}`)
    await page.getByLabel('Title').fill('My Cube')
    await page.route('**/*.data*', (route) => route.abort())
    await saveElsewhere(shop, id, 'Their Cube')
    // Without scripts the browser submits the form itself.
    await page.evaluate(() => document.querySelector<HTMLFormElement>('form.product-form')?.submit())
    await page.unroute('**/*.data*')
    await expect(titles).toHaveText(['My Cube', 'Their Cube'])
    await expect(page.getByLabel('Title')).toHaveValue('My Cube')
    await page.getByRole('button', { name: 'Use the saved version' }).click()
    await expect(page.getByLabel('Title')).toHaveValue('Their Cube')
    await expect(conflict(page)).toHaveCount(0)
  })

  await test.step('a product that is not there cannot be updated', async () => {
    await goOn(page, '/updateproduct/999999')
    await expectToast(page, 'Failed to load product')
  })
})
