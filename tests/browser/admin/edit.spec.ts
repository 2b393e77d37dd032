import { potImageOf } from '#domain/catalog/catalogue-images.ts'
import { conflict, deletion, enter, expectSaved, image, press, saveElsewhere } from '#tests/browser/support/admin.ts'
import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { logIn, orderQuietly } from '#tests/browser/support/quick-shopper.ts'
import { expectToast, goOn, scriptsReady, signUp } from '#tests/browser/support/shopper.ts'
import type { StockedProduct } from '#tests/browser/support/stock.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'
import type { TestShop } from '#tests/support/shop.ts'
import { textOf } from '#tests/support/storefront.ts'

// Image processing is slow on a busy machine.
test.describe.configure({ timeout: 90_000 })

test('an admin counts pots; the page says how many are left, and when the last is ordered, that it is Sold; an update: refusals, another admin’s version and a deletion meanwhile cost nothing that was typed; who leaves is left elsewhere', async ({
  page,
  request,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/404/, /409/, /ERR_FAILED/)
  await countUnits(page, request, shop, await stock())
  const { id } = await stock({ title: 'Contested Cube', category: 'CUBEE POT', discount: 10 })
  const left = potImageOf('CUBEE', 'Marble White')
  await shop.sql('update products set product_image_url = product_image_url || $2::text where id = $1', [id, left])
  await goOn(page, `/updateproduct/${id}`)
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
    await page.getByLabel('Product images', { exact: true }).setInputFiles([await image('new.png')])
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
    await Promise.all([
      page.waitForEvent('domcontentloaded'),
      page.evaluate(() => document.querySelector<HTMLInputElement>('[name=title]')?.form?.submit()),
    ])
    // Chromium never answers a request that is on its way during `unroute`, and this page needs its scripts.
    await scriptsReady(page)
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

async function countUnits(page: Page, request: Page['request'], shop: TestShop, product: StockedProduct) {
  const colour = (name: RegExp) => page.getByRole('group', { name: 'Pot colour' }).getByRole('radio', { name })

  await test.step('the grid appears with Counted, and a wrong number is said at its field', async () => {
    await enter(page, shop.accounts.admin, `/updateproduct/${product.id}`)
    const units = page.getByLabel('Units of C02 in Sandstone')
    await expect(units).toBeHidden()
    await page.getByLabel('Stock', { exact: true }).selectOption('Counted')
    await units.fill('two')
    await page.getByLabel('Units of C02 in Grey Stone').fill('0')
    await page.getByRole('button', { name: 'Update product' }).click()
    await expect(page.getByText('Enter a whole number from 0 to 999999, or leave it empty.')).toBeVisible()
    await expect(units).toHaveAttribute('aria-invalid', 'true')
    await units.fill('2')
    await page.getByRole('button', { name: 'Update product' }).click()
    await expectSaved(page, 'Product updated successfully!')
  })

  await test.step('the page of the product shows it', async () => {
    await goOn(page, `/productinfo/${product.id}`)
    await expect(colour(/Sandstone\s*Only 2 left/)).toBeEnabled()
    await expect(colour(/Grey Stone\s*Sold out/)).toBeDisabled()
    await expect(colour(/Mosaic Grey\s*Not available/)).toBeDisabled()
  })

  await test.step('three are too many', async () => {
    await colour(/Sandstone/).check()
    for (let number = 0; number < 3; number += 1) await page.getByRole('button', { name: 'Add to cart' }).click()
    await goOn(page, '/cart')
    const tooMany = page.getByText('Only 2 left. Lower the quantity to continue.')
    await expect(tooMany).toBeVisible()
    // The quantity changes while the page reads the shop's settings again, and its quote comes after them.
    const quoteIsAsked = Promise.withResolvers<void>()
    await page.route('**/cart.data*', (route) => quoteIsAsked.promise.then(() => route.continue()))
    await Promise.all([
      page.waitForRequest('**/cart.data*'),
      shop.sql(`insert into outbox (change) values ('settings texts')`),
    ])
    await page.route('**/cart/quote.data', () => quoteIsAsked.resolve(), { times: 1 })
    await page.getByRole('button', { name: 'Decrease quantity' }).click()
    await expect(tooMany).toBeHidden()
    await page.unroute('**/cart.data*')
  })

  await test.step('two are the last', async () => {
    await goOn(page, `/productinfo/${product.id}`)
    await logIn({ request }, await signUp({ request }))
    for (let number = 0; number < 2; number += 1) await orderQuietly({ request }, product)
    await expect(page.getByRole('button', { name: 'Sold', exact: true })).toBeDisabled()
  })

  await test.step('the overview and the history say so', async () => {
    const read = async (path: string) =>
      textOf(await (await page.request.get(path, { headers: { accept: 'text/html' } })).text())
    expect(await read('/adminDashboard/overview')).toMatch(
      new RegExp(`Low stock.*${product.title}.*Sandstone.*Sold out`),
    )
    expect(await read(`/updateproduct/${product.id}`)).toMatch(
      /Stock history.* C02 · Sandstone Change -1 On hand 0 Reason Ordered: order \d+ /,
    )
  })
}
