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
import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { expectToast, goByScript, goOn } from '#tests/browser/support/shopper.ts'
import type { StockedProduct } from '#tests/browser/support/stock.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'
import type { TestShop } from '#tests/support/shop.ts'

// Image processing is slow on a busy machine.
test.describe.configure({ timeout: 90_000 })

test('adding a product: every refusal leaves the form whole, alt texts follow their pictures, and in the end it is in the shop; a pot comes and goes', async ({
  page,
  context,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/400.*addproduct\/save/, /ERR_CONNECTION_RESET/, /ERR_FAILED/)
  const title = `Five Views Cube ${Date.now()}`
  const add = page.getByRole('button', { name: 'Add product' })
  const images = page.getByRole('list', { name: 'Product images, in order' }).getByRole('listitem')
  await enter(page, shop.accounts.admin, '/addproduct')

  await test.step('an empty form: one sentence as a toast, and one at each field', async () => {
    await add.click()
    await expectToast(page, 'All fields are required')
    await expect(page.getByLabel('Product images')).toBeFocused()
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
    await fillProduct(page, { title, images: [] })
    await expect(page.getByLabel('Category').getByRole('option')).toHaveText(['POT'])
    await expect(page.getByLabel('Price')).toHaveCount(0)
    await expect(page.getByText('₹849', { exact: true })).toBeVisible()
    await expect(page.getByText('28 × 28 × 28 cm', { exact: true })).toBeVisible()
  })

  await test.step('the warning follows what is typed; what is no image and an MRP below the price are refused where they are', async () => {
    const warning = page.getByText('Set the discount to 9 to match.')
    await page.getByLabel('Discount').fill('20')
    await expect(warning).toBeVisible()
    await page.getByLabel('Discount').fill('9')
    await expect(warning).toHaveCount(0)
    await page.getByLabel('MRP').fill('848')
    await page.getByLabel('SKU').fill(`DC-${Date.now()}`)
    const notes: Upload = {
      name: 'notes.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('Dear shop, these are words.'),
    }
    await page.getByLabel('Product images').setInputFiles([notes])
    const alt = page.getByLabel('Alt text of notes.jpg')
    await alt.fill('x'.repeat(201))
    await add.click()
    await expect(page.getByText('The MRP must be at least the price, ₹849.')).toBeVisible()
    await expect(page.getByLabel('MRP')).toHaveAttribute('aria-invalid', 'true')
    await expect(alt).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('MRP').fill('1,000')
    await alt.fill('Words')
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
    await page.getByLabel('Alt text of view 1.png').fill('A brown cube')
    await page.getByLabel('Alt text of view 2.png').fill('The cube from above')
    await page.getByRole('button', { name: 'Remove view 3.png' }).click()
    await page.getByRole('button', { name: 'Move view 2.png forward' }).click()
    await expect(images).toHaveText([/view 2/, /view 1/, /view 4/, /view 5/, /view 6/])
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
  })

  const [product] = await shop.sql('select * from products where title = $1', [title])
  expect(product).toMatchObject({
    price: 849,
    size_code: 'C02',
    size_label: 'CUBEE C02',
    category: 'POT',
    approved: true,
    mrp: 1000,
  })
  expect(product?.product_image_url).toHaveLength(5)
  const shown = await (
    await page.request.get(`/productinfo/${product?.id}`, { headers: { accept: 'text/html' } })
  ).text()
  for (const part of ['alt="The cube from above"', 'alt="A brown cube"', '₹1,000']) expect(shown).toContain(part)

  await comeAndGo(
    page,
    shop,
    await stock({ title: `Short-lived Cube with a long name ${Date.now()}`, approved: false }),
  )
  await page.close()
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

/** Buttons that do not reach the shop take nothing away; approved, featured, deleted by name and taken back, the pot comes and goes. */
async function comeAndGo(page: Page, shop: TestShop, { id, title }: StockedProduct) {
  await goByScript(page, `/adminDashboard?q=${encodeURIComponent(title)}`)
  const expectListed = (path: string, isListed = true) =>
    expect
      .poll(async () =>
        (await (await page.request.get(path, { headers: { accept: 'text/html' } })).text()).includes(title),
      )
      .toBe(isListed)
  const line = row(page, title)
  const button = (name: string) => line.getByRole('button', { name, exact: true })

  await test.step('the line is cut: nothing happens, and it is said', async () => {
    await page.route('**/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
    await button('Approve').click()
    await expectToast(page, 'Failed to approve product')
    await button('Delete').click()
    await confirm(page, 'Delete')
    await expectToast(page, 'Failed to delete product')
    await expect(line).toBeVisible()
    await page.unroute('**/*')
  })

  await test.step('approved, it is in the list; featured, on the home page', async () => {
    await button('Approve').click()
    await expectToast(page, 'Product approved successfully')
    await expect(button('Approved')).toBeDisabled()
    await expectListed('/allproduct')
    await button('Feature').click()
    await expectToast(page, 'Product featured successfully')
    await expect(button('Feature')).toHaveCount(0)
    await expectListed('/')
  })

  await test.step('a deletion is asked for by name, and Enter is no yes', async () => {
    await button('Delete').click()
    await expect(page.getByRole('dialog', { name: `Delete “${title}”?` })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(line).toBeVisible()
  })

  await test.step('deleted, it is gone everywhere, and Undo brings it back', async () => {
    await button('Delete').click()
    await confirm(page, 'Delete')
    await expectToast(page, 'Product deleted successfully')
    await page.setViewportSize({ width: 360, height: 800 })
    // Toasts stay while the pointer is over them.
    await page.getByText(`“${title}” was deleted.`).hover()
    await expectAccessible(page, { ...NARROW, toasts: true, within: '.toasts' })
    await expect(line).toHaveCount(0)
    await expectListed('/allproduct', false)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Product restored successfully')
    await expectListed('/allproduct')
    expect(await idOf(shop, title)).toBe(id)
  })
}

test('what a seller offers waits until an admin approves it, and reworded, waits again; a seller’s screens can be used by everyone', async ({
  page,
  request: admin,
  shop,
  stock,
}) => {
  const { id, title } = await stock({ title: `Seller Cube ${Date.now()}`, approved: false })
  const { seller, admin: account } = shop.accounts
  await shop.sql('update products set user_id = (select id from "user" where email = $2), email = $2 where id = $1', [
    id,
    seller.email,
  ])
  const headers = { accept: 'text/html' }
  const { email, password } = account
  await admin.post('/login', { form: { email, password }, headers, maxRedirects: 0 })
  await enter(page, seller, '/sellerDashboard')
  const line = row(page, title)
  await expect(line).toContainText('Waiting for approval')
  expect((await admin.post('/adminDashboard', { form: { intent: 'approve', id }, headers })).ok()).toBe(true)
  await expect(line).toContainText('Approved')
  const inShop = async () => (await admin.get(`/productinfo/${id}`, { headers })).status()
  await expect.poll(inShop).toBe(200)

  await line.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByText('the pot is hidden from the shop until an admin approves it again')).toBeVisible()
  await page.getByLabel('Description').fill('Your prize is waiting.')
  await page.getByRole('button', { name: 'Update product' }).click()
  await expectSaved(page, 'Product updated successfully!')
  await expectToast(page, 'This pot is waiting for approval. It will return to the shop once an admin approves it.')
  await expect(line).toContainText('Waiting for approval')
  await expect.poll(inShop).toBe(404)
  await expectAccessible(page, NARROW)

  await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Orders' }).click()
  await expect(page.getByRole('table')).toContainText('Meera Nair')
  await expectAccessible(page, { ...NARROW, within: 'main' })
  await goOn(page, '/sellerDashboard/addproduct')
  await page.getByRole('button', { name: 'Add product' }).click()
  await expect(page.getByText('Enter a description.')).toBeVisible()
  await expectAccessible(page, { ...NARROW, within: 'main' })
})
