import { enter, expectSaved, fillProduct, idOf, image, row } from '#tests/browser/support/admin.ts'
import { expectToast, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

// Several windows and image processing are slow on a busy machine.
test.describe.configure({ timeout: 90_000 })

test('alt texts follow their pictures to the shop; off sale, an open cart says so', async ({
  page,
  openBrowser,
  shop,
  trouble,
}) => {
  trouble.expect(/400.*addproduct\/save/, /404/)
  const title = `Described Cube ${Date.now()}`
  const add = page.getByRole('button', { name: 'Add product' })
  await enter(page, shop.accounts.admin, '/addproduct')
  await fillProduct(page, { title, images: [await image('front.png'), await image('above.png', '#a64')] })

  await test.step('the warning follows what is typed, and an MRP below the price is refused at its field', async () => {
    const warning = page.getByText('Set the discount to 9 to match.')
    await page.getByLabel('Discount').fill('20')
    await expect(warning).toBeVisible()
    await page.getByLabel('Discount').fill('9')
    await expect(warning).toHaveCount(0)
    await page.getByLabel('MRP').fill('848')
    await page.getByLabel('SKU').fill(`DC-${Date.now()}`)
    await page.getByLabel('Alt text of front.png').fill('x'.repeat(201))
    await add.click()
    await expect(page.getByText('The MRP must be at least the price, ₹849.')).toBeVisible()
    await expect(page.getByLabel('MRP')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Alt text of front.png')).toHaveAttribute('aria-invalid', 'true')
  })

  await page.getByLabel('MRP').fill('1,000')
  await page.getByLabel('Alt text of front.png').fill('A grey cube')
  await page.getByLabel('Alt text of above.png').fill('The cube from above')
  await page.getByRole('button', { name: 'Move above.png forward' }).click()
  await add.click()
  await expectSaved(page, 'Product added successfully!')

  const id = await idOf(shop, title)
  const shopper = await openBrowser()
  await visit(shopper, `/productinfo/${id}`)
  await expect(shopper.getByRole('img', { name: 'The cube from above' })).toBeVisible()
  await expect(shopper.getByRole('img', { name: 'A grey cube' })).toBeAttached()
  await expect(shopper.getByText('₹1,000 (inclusive of all taxes)')).toBeVisible()
  await shopper.getByRole('radio', { name: 'Sandstone' }).check()
  await shopper.getByRole('button', { name: 'Add to cart' }).click()
  await visit(shopper, '/cart')
  await expect(shopper.locator('.cart-line img')).toHaveAttribute('src', /^\/productImages\//)

  await row(page, title).getByRole('button', { name: 'Take off sale' }).click()
  await expectToast(page, 'Product taken off sale successfully')
  await expect(row(page, title)).toContainText('Off sale')
  await expect(shopper.getByText('This pot is no longer available. Remove it to continue.')).toBeVisible()
  await shopper.getByRole('link', { name: title }).click()
  await expect(shopper.getByRole('heading', { name: `${title} is not for sale at the moment` })).toBeVisible()

  await page.goto(`/updateproduct/${id}`)
  await expect(page.getByLabel('Alt text of image 1')).toHaveValue('The cube from above')
  await page.getByRole('button', { name: 'Put on sale' }).click()
  await expectToast(page, 'Product put on sale successfully')
  await expect(page.getByRole('button', { name: 'Take off sale' })).toBeVisible()
})
