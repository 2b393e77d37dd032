import {
  confirm,
  enter,
  expectSaved,
  fillProduct,
  idOf,
  image,
  row,
  type Upload,
} from '#tests/browser/support/admin.ts'
import { expectToast, visit } from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

// Several windows and image processing are slow on a busy machine.
test.describe.configure({ timeout: 90_000 })

test('adding a product: every refusal leaves the form whole, and in the end it stands on an open list', async ({
  page,
  context,
  openBrowser,
  shop,
  trouble,
}) => {
  trouble.expect(/400.*addproduct\/save/, /ERR_CONNECTION_RESET/)
  const title = `Five Views Cube ${Date.now()}`
  const add = page.getByRole('button', { name: 'Add product' })
  const images = page.getByRole('list', { name: 'Product images, in order' }).getByRole('listitem')
  const shopper = await openBrowser()
  await visit(shopper, '/allproduct')
  await enter(page, shop.accounts.admin, '/addproduct')

  await test.step('an empty form: one sentence as a toast, and one at each field', async () => {
    await add.click()
    await expectToast(page, 'All fields are required')
    await expect(page.getByLabel('Title')).toBeFocused()
    for (const message of ['Enter a title.', 'Choose a size.', 'Enter a description.', 'Add at least one image.']) {
      await expect(page.getByText(message)).toBeVisible()
    }
  })

  await test.step('images come by drop and by paste too, and a mouse puts them in order', async () => {
    await page.evaluate(dropAndPaste)
    await expect(images).toHaveText([/dropped\.png/, /pasted\.png/])
    await images.nth(1).dragTo(images.nth(0))
    await expect(images).toHaveText([/pasted\.png/, /dropped\.png/])
    for (const name of ['pasted.png', 'dropped.png']) await page.getByRole('button', { name: `Remove ${name}` }).click()
    await expect(images).toHaveCount(0)
  })

  await test.step('the size brings price, label and dimensions', async () => {
    await fillProduct(page, { title: 'x'.repeat(10_000), images: [] })
    await expect(page.getByLabel('Category').getByRole('option')).toHaveText(['POT'])
    await expect(page.getByLabel('Price')).toHaveCount(0)
    await expect(page.getByText('₹849', { exact: true })).toBeVisible()
    await expect(page.getByText('28 × 28 × 28 cm', { exact: true })).toBeVisible()
  })

  await test.step('what is no image is refused by its contents', async () => {
    const notes: Upload = {
      name: 'notes.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('Dear shop, these are words.'),
    }
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Product images').setInputFiles([notes])
    await add.click()
    await expectToast(page, 'Failed to add product')
    await expect(images.filter({ hasText: /not a supported image/ })).toBeVisible()
    await expectKept(page, title)
    await page.getByRole('button', { name: 'Remove notes.jpg' }).click()
  })

  await test.step('a title of 10,000 characters and six images are told what fits', async () => {
    const colours = ['#884422', '#228844', '#224488', '#888822', '#882288', '#228888']
    const views = await Promise.all(colours.map((colour, index) => image(`view ${index + 1}.png`, colour)))
    await page.getByLabel('Product images').setInputFiles(views)
    await page.getByLabel('Title').fill('x'.repeat(10_000))
    await add.click()
    await expect(page.getByText('A product can have at most 5 images.').first()).toBeVisible()
    await expect(page.getByText('A title can have at most 200 characters.')).toBeVisible()
    await expectKept(page, 'x'.repeat(10_000))
    await page.getByLabel('Title').fill(title)
    await page.getByRole('button', { name: 'Remove view 3.png' }).click()
    await page.getByRole('button', { name: 'Move view 6.png forward' }).click()
    await expect(images).toHaveText([/view 1/, /view 2/, /view 4/, /view 6/, /view 5/])
  })

  await test.step('a session that has run out costs nothing that was typed', async () => {
    const cookies = await context.cookies()
    await context.clearCookies()
    await add.click()
    await expectToast(page, 'User not authenticated')
    await expectKept(page, title)
    await expect(images).toHaveCount(5)
    await context.addCookies(cookies)
  })

  await test.step('nor does an upload that breaks off, and the next press sends it', async () => {
    await page.route('**/addproduct/save', (route) => route.abort('connectionreset'), { times: 1 })
    await add.click()
    await expect(page.getByText('Connection lost. Your changes are still here. Please try again.')).toBeVisible()
    await expectKept(page, title)
    expect(await idOf(shop, title)).toBeNaN()
    await add.click()
    await expectSaved(page, 'Product added successfully!')
    await expect(page).toHaveURL('/adminDashboard')
    await expect(row(page, title)).toBeVisible()
    // This window was not reloaded.
    await expect(shopper.getByRole('heading', { name: title.slice(0, 25) }).first()).toBeVisible()
  })

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

async function expectKept(page: Page, title: string): Promise<void> {
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expect(page.getByLabel('Size', { exact: true })).toHaveValue('C02')
  await expect(page.getByLabel('Description')).toHaveValue('A cube for the window sill.')
}

function dropAndPaste() {
  const carry = (name: string) => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array([1])], name, { type: 'image/png' }))
    return data
  }
  document
    .querySelector('.dropzone')
    ?.dispatchEvent(new DragEvent('drop', { dataTransfer: carry('dropped.png'), bubbles: true }))
  document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: carry('pasted.png') }))
}

test('what a seller offers waits until an admin approves it; featured, it is on an open home page; reworded, it waits again', async ({
  page,
  openBrowser,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/ERR_FAILED/)
  const { id, title } = await stock({ title: `Seller Cube ${Date.now()}`, approved: false })
  const { email } = shop.accounts.seller
  await shop.sql('update products set user_id = (select id from "user" where email = $2), email = $2 where id = $1', [
    id,
    email,
  ])
  const seller = await openBrowser()
  await enter(seller, shop.accounts.seller, '/sellerDashboard')
  await expect(row(seller, title)).toContainText('Waiting for approval')
  const guest = await openBrowser()
  await visit(guest, '/')

  await enter(page, shop.accounts.admin, '/adminDashboard')
  const line = row(page, title)
  await page.route('**/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await line.getByRole('button', { name: 'Approve' }).click()
  await expectToast(page, 'Failed to approve product')
  await page.unroute('**/*')
  await line.getByRole('button', { name: 'Approve' }).click()
  await expectToast(page, 'Product approved successfully')
  await expect(line.getByRole('button', { name: 'Approved' })).toBeDisabled()
  await expect(row(seller, title)).toContainText('Approved')

  await line.getByRole('button', { name: 'Feature' }).click()
  await expectToast(page, 'Product featured successfully')
  await expect(guest.getByRole('heading', { name: title.slice(0, 25) }).first()).toBeVisible()
  await expect(line.getByRole('button', { name: 'Feature' })).toHaveCount(0)

  await row(seller, title).getByRole('link', { name: 'Edit' }).click()
  await expect(seller.getByText('the pot is hidden from the shop until an admin approves it again')).toBeVisible()
  await seller.getByLabel('Description').fill('Your prize is waiting.')
  await seller.getByRole('button', { name: 'Update product' }).click()
  await expectSaved(seller, 'Product updated successfully!')
  await expectToast(seller, 'This pot is waiting for approval. It will return to the shop once an admin approves it.')
  await expect(row(seller, title)).toContainText('Waiting for approval')
  await expect(guest.getByRole('heading', { name: title.slice(0, 25) })).toHaveCount(0)
  await expect(line.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
})

test('buttons that do not reach the shop take nothing away; a deletion is asked for by name, told, and taken back', async ({
  page,
  openBrowser,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/ERR_FAILED/)
  const { id, title } = await stock({ title: `Short-lived Cube ${Date.now()}` })
  const shopper = await openBrowser()
  await visit(shopper, '/allproduct')
  const onSale = shopper.getByRole('heading', { name: title.slice(0, 25) })
  await expect(onSale).toBeVisible()
  await enter(page, shop.accounts.admin, '/adminDashboard')
  const line = row(page, title)
  const remove = line.getByRole('button', { name: 'Delete' })

  await page.route('**/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await line.getByRole('button', { name: 'Feature' }).click()
  await expectToast(page, 'Failed to approve product')
  await remove.click()
  await confirm(page, 'Delete')
  await expectToast(page, 'Failed to delete product')
  await expect(line).toBeVisible()
  await page.unroute('**/*')

  await remove.click()
  await expect(page.getByRole('dialog', { name: `Delete “${title}”?` })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(line).toBeVisible()

  await remove.click()
  await confirm(page, 'Delete')
  await expectToast(page, 'Product deleted successfully')
  await expect(line).toHaveCount(0)
  await expect(onSale).toHaveCount(0)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Product restored successfully')
  await expect(onSale).toBeVisible()
  expect(await idOf(shop, title)).toBe(id)
})
