import { enter, expectRestored, expectSaved, image, row } from '#tests/browser/support/admin.ts'
import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('a product with three pictures is added on a phone in under three minutes, and messages go as fields are mended', async ({
  openBrowser,
  shop,
}) => {
  const page = await openBrowser({ viewport: { width: 360, height: 740 }, hasTouch: true })
  await enter(page, shop.accounts.admin, '/addproduct')
  const title = `Phone Pot ${Date.now()}`
  const began = Date.now()

  await page.getByRole('button', { name: 'Add product' }).tap()
  for (const message of ['Add at least one image.', 'Enter a title.', 'Choose a size.', 'Enter a description.'])
    await expect(page.getByText(message)).toBeVisible()
  const pictures = await Promise.all(
    ['#884422', '#228844', '#224488'].map((colour, index) => image(`${index}.png`, colour)),
  )
  await page.getByLabel('Product images').setInputFiles(pictures)
  await expect(page.getByText('Add at least one image.')).toHaveCount(0)
  await page.getByLabel('Title').fill(title)
  await expect(page.getByText('Enter a title.')).toHaveCount(0)
  await page.getByLabel('Description').fill('It fits a window sill.')
  await page.getByLabel('Size', { exact: true }).selectOption('C02')
  await expect(page.getByText('Choose a size.')).toHaveCount(0)
  await expect(page.getByText('Please fix the highlighted fields.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Set another price' }).tap()
  await page.getByLabel('Price', { exact: true }).fill('799')
  await page.getByLabel('Stock', { exact: true }).selectOption('counted')
  await page.getByLabel('Units of C02 in Grey Stone').fill('12')
  await expectAccessible(page, { ...NARROW, within: '.product-page' })
  await page.getByRole('button', { name: 'Add product' }).tap()
  await expectSaved(page, 'Product added successfully!')
  expect(Date.now() - began).toBeLessThan(180_000)

  expect(
    await shop.sql('select price, cardinality(product_image_url) as pictures from products where title = $1', [title]),
  ).toEqual([{ price: 799, pictures: 3 }])
  await shop.sql('delete from products where title = $1', [title])
})

test('a price is changed in the list with four actions, and a second admin is told', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/409/)
  const pot = await stock({ price: 495 })
  const price = async () =>
    (await shop.sql<{ price: number }>('select price from products where id = $1', [pot.id]))[0]?.price
  await enter(page, shop.accounts.admin, `/adminDashboard?q=${encodeURIComponent(pot.title)}`)
  const open = row(page, pot.title).locator('summary').filter({ hasText: 'Change the price of' })
  const field = row(page, pot.title).getByLabel('Price', { exact: true })
  await open.click()
  await expect(field).toBeFocused()
  expect(await field.evaluate(({ form }: HTMLInputElement) => form && form.scrollWidth - form.clientWidth)).toBe(0)
  await field.fill('549')
  await field.press('Enter')
  await expect.poll(price).toBe(549)
  await expect(field).toBeHidden()
  await expect(open).toBeFocused()
  await expect(row(page, pot.title).getByText('₹549')).toBeVisible()

  await open.click()
  await field.fill('620')
  await page.reload()
  await expectRestored(page)
  await expect(field).toHaveValue('620')
  await shop.sql('update products set price = 600, version = version + 1 where id = $1', [pot.id])
  await field.fill('650')
  await field.press('Enter')
  await expect(row(page, pot.title).getByRole('alert').last()).toContainText(
    'Someone else saved this product since you opened it: ₹600',
  )
  await expect(field).toHaveValue('650')
  await expectAccessible(page, { within: '.live-table' })
  await field.press('Enter')
  await expect.poll(price).toBe(650)
})
