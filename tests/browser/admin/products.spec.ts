import { confirm, enter, expectSaved, fillProduct, idOf, picture, row } from '#tests/browser/support/admin.ts'
import { expectToast, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

// Several windows and image processing are slow on a busy machine.
test.describe.configure({ timeout: 90_000 })

test('an admin adds a product with five pictures, and it stands on an open list', async ({
  page,
  openBrowser,
  shop,
}) => {
  const title = `Five Views Cube ${Date.now()}`
  const shopper = await openBrowser()
  await visit(shopper, '/allproduct')
  await enter(page, shop.accounts.admin, '/addproduct')

  const colours = ['#884422', '#228844', '#224488', '#888822', '#882288']
  const pictures = await Promise.all(colours.map((colour, index) => picture(`view ${index + 1}.png`, colour)))
  await fillProduct(page, { title, pictures })
  await expect(page.getByLabel('Category').getByRole('option')).toHaveText(['POT'])
  await expect(page.getByLabel('Price')).toHaveCount(0)
  await expect(page.getByText('₹849', { exact: true })).toBeVisible()
  await expect(page.getByText('28 × 28 × 28 cm', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Move view 5.png forward' }).click()
  await page.getByRole('button', { name: 'Add product' }).click()

  await expectSaved(page, 'Product added successfully!')
  await expect(page).toHaveURL('/adminDashboard')
  await expect(row(page, title)).toBeVisible()
  // This window was not reloaded.
  await expect(shopper.getByRole('heading', { name: title.slice(0, 25) }).first()).toBeVisible()

  const [product] = await shop.sql('select * from products where title = $1', [title])
  expect(product).toMatchObject({
    price: 849,
    size_code: 'C02',
    size_label: 'CUBEE C02',
    category: 'POT',
    approved: true,
  })
  expect(product?.product_image_url).toHaveLength(5)
  await visit(shopper, `/productinfo/${product?.id}`)
  await expect(shopper.getByRole('img', { name: title, exact: true })).toBeVisible()
  await shopper.close()
  await shop.sql('delete from products where title = $1', [title])
})

test('what a seller offers waits until an admin approves it; featured, it is on an open home page', async ({
  page,
  openBrowser,
  shop,
}) => {
  const title = `Seller Cube ${Date.now()}`
  const seller = await openBrowser()
  await enter(seller, shop.accounts.seller, '/sellerDashboard')
  await seller.getByRole('link', { name: 'Add product' }).click()
  await expect(seller.getByRole('heading', { name: 'Add product' })).toBeVisible()
  await fillProduct(seller, { title, pictures: [await picture('one.png')] })
  await seller.getByRole('button', { name: 'Add product' }).click()
  await expectSaved(seller, 'Product added successfully!')
  await expect(row(seller, title)).toContainText('Waiting for approval')

  const guest = await openBrowser()
  await visit(guest, '/')
  await enter(page, shop.accounts.admin, '/adminDashboard')
  const line = row(page, title)
  await line.getByRole('button', { name: 'Approve' }).click()
  await expectToast(page, 'Product approved successfully')
  await expect(line.getByRole('button', { name: 'Approved' })).toBeDisabled()
  await expect(row(seller, title)).toContainText('Approved')

  await line.getByRole('button', { name: 'Feature' }).click()
  await expectToast(page, 'Product featured successfully')
  await expect(guest.getByRole('heading', { name: title.slice(0, 25) }).first()).toBeVisible()
  await expect(line.getByRole('button', { name: 'Feature' })).toHaveCount(0)

  // A new price needs no approval; a new description does, and the form says so.
  const id = await idOf(shop, title)
  for (const change of [{ Price: '777' }, { Description: 'Your prize is waiting.' }]) {
    await visit(seller, `/sellerDashboard/updateproduct/${id}`)
    await expect(seller.getByText('the pot is hidden from the shop until an admin approves it again')).toBeVisible()
    for (const [label, text] of Object.entries(change)) await seller.getByLabel(label, { exact: true }).fill(text)
    await seller.getByRole('button', { name: 'Update product' }).click()
    await expectSaved(seller, 'Product updated successfully!')
    await expect(row(seller, title)).toContainText('Price' in change ? 'Approved' : 'Waiting for approval')
  }
  await expectToast(seller, 'This pot is waiting for approval. It will return to the shop once an admin approves it.')
  await expect(guest.getByRole('heading', { name: title.slice(0, 25) })).toHaveCount(0)
  await expect(line.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
  await shop.sql('delete from products where title = $1', [title])
})

test('a deletion is asked for by name, told, and taken back', async ({ page, openBrowser, shop, stock }) => {
  const { id, title } = await stock({ title: `Short-lived Cube ${Date.now()}` })
  const shopper = await openBrowser()
  await visit(shopper, '/allproduct')
  await expect(shopper.getByRole('heading', { name: title.slice(0, 25) })).toBeVisible()

  await enter(page, shop.accounts.admin, '/adminDashboard')
  await row(page, title).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: `Delete “${title}”?` })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(row(page, title)).toBeVisible()

  await row(page, title).getByRole('button', { name: 'Delete' }).click()
  await confirm(page, 'Delete')
  await expectToast(page, 'Product deleted successfully')
  await expect(row(page, title)).toHaveCount(0)
  await expect(shopper.getByRole('heading', { name: title.slice(0, 25) })).toHaveCount(0)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Product restored successfully')
  await expect(shopper.getByRole('heading', { name: title.slice(0, 25) })).toBeVisible()
  expect(await idOf(shop, title)).toBe(id)
})

test('an update starts from what is there and keeps what was not touched', async ({ page, shop, stock }) => {
  const { id } = await stock({ title: `Plain Cube ${Date.now()}`, category: 'CUBEE POT', discount: 10 })
  await enter(page, shop.accounts.admin, `/updateproduct/${id}`)
  await expect(page.getByLabel('Price')).toHaveValue('849')
  await expect(page.getByLabel('Category').getByRole('option')).toHaveText(['CUBEE POT', 'plant', 'laptop'])

  const update = page.getByRole('button', { name: 'Update product' })
  await page.getByLabel('Price').fill('eight')
  await update.click()
  await expectToast(page, 'Failed to update product')
  await page.getByLabel('Price').fill('849')
  await page.getByLabel('Title').fill(' ')
  await update.click()
  await expectToast(page, 'All fields are required')

  await page.getByLabel('Title').fill('Renamed Cube')
  await page.getByLabel('Category').selectOption('plant')
  await update.click()
  await expectSaved(page, 'Product updated successfully!')
  const [product] = await shop.sql('select * from products where id = $1', [id])
  expect(product).toMatchObject({ title: 'Renamed Cube', category: 'plant', discount: 10, price: 849 })
})

test('a product that is not there cannot be updated', async ({ page, shop, trouble }) => {
  trouble.expect(/404/)
  await enter(page, shop.accounts.admin, '/updateproduct/999999')
  await expectToast(page, 'Failed to load product')
})

test('two admins at once: the later one sees both versions, and nothing is lost', async ({
  page,
  openBrowser,
  shop,
  stock,
}) => {
  const { id } = await stock({ title: 'Contested Cube' })
  const other = await openBrowser()
  await enter(page, shop.accounts.admin, `/updateproduct/${id}`)
  await enter(other, shop.accounts.admin, `/updateproduct/${id}`)
  await page.getByLabel('Title').fill('My Cube')
  await other.getByLabel('Title').fill('Their Cube')
  await other.getByRole('button', { name: 'Update product' }).click()
  await expectSaved(other, 'Product updated successfully!')

  const conflict = page
    .getByRole('alert')
    .filter({ hasText: 'Someone else saved this product while you were editing it' })
  await expect(conflict.getByRole('row', { name: /Title/ })).toContainText('My Cube')
  await expect(conflict.getByRole('row', { name: /Title/ })).toContainText('Their Cube')
  await expect(page.getByLabel('Title')).toHaveValue('My Cube')

  await conflict.getByRole('button', { name: 'Keep my version' }).click()
  await page.getByRole('button', { name: 'Update product' }).click()
  await expectSaved(page, 'Product updated successfully!')
  const [product] = await shop.sql('select title from products where id = $1', [id])
  expect(product?.title).toBe('My Cube')
})

test('who goes elsewhere while a product is being saved is left there', async ({ page, shop, stock }) => {
  const { id } = await stock()
  const title = `Saved Behind ${Date.now()}`
  await enter(page, shop.accounts.admin, `/updateproduct/${id}`)
  await page.getByLabel('Title').fill(title)
  const left = Promise.withResolvers<void>()
  await page.route('**/save', async (route) => {
    const response = await route.fetch()
    await left.promise
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Update product' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Add product' }).click()
  await expect(page.getByRole('heading', { name: 'Add product' })).toBeVisible()
  await page.getByLabel('Title').fill('Half a title')
  left.resolve()
  await expectToast(page, 'Product updated successfully!')
  // A person takes longer than the navigation to the dashboard.
  await page.getByLabel('Title').pressSequentially(', and the rest', { delay: 100 })
  await expect(page.getByLabel('Title')).toHaveValue('Half a title, and the rest')
  await expect(page).toHaveURL('/addproduct')
})

test('a shop that cannot be reached takes nothing away', async ({ page, shop, stock, trouble }) => {
  trouble.expect(/./)
  const { title } = await stock({ title: `Unreached Cube ${Date.now()}`, approved: false })
  await enter(page, shop.accounts.admin, '/adminDashboard')
  const line = row(page, title)
  await page.route('**/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await line.getByRole('button', { name: 'Approve' }).click()
  await expectToast(page, 'Failed to approve product')
  await line.getByRole('button', { name: 'Feature' }).click()
  await expectToast(page, 'Failed to approve product')
  await line.getByRole('button', { name: 'Delete' }).click()
  await confirm(page, 'Delete')
  await expectToast(page, 'Failed to delete product')
  await expect(line).toBeVisible()
})
