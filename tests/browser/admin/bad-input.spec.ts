import { bomb, enter, expectSaved, fillProduct, idOf, picture, row, type Upload } from '#tests/browser/support/admin.ts'
import { expectToast } from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

// Several windows and image processing are slow on a busy machine.
test.describe.configure({ timeout: 90_000 })

const file = (name: string, mimeType: string, buffer: Buffer): Upload => ({ name, mimeType, buffer })

async function expectKept(page: Page, title: string): Promise<void> {
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expect(page.getByLabel('Size', { exact: true })).toHaveValue('C02')
  await expect(page.getByLabel('Description')).toHaveValue('A cube for the window sill.')
}

test('an empty form: one sentence as a toast, and one at each field', async ({ page, shop }) => {
  await enter(page, shop.accounts.admin, '/addproduct')
  await page.getByRole('button', { name: 'Add product' }).click()
  await expectToast(page, 'All fields are required')
  await expect(page.getByLabel('Title')).toBeFocused()
  for (const message of ['Enter a title.', 'Choose a size.', 'Enter a description.', 'Add at least one picture.']) {
    await expect(page.getByText(message)).toBeVisible()
  }
})

test('what is no picture is refused by its contents, and everything typed stays', async ({ page, shop, trouble }) => {
  trouble.expect(/400/)
  const title = `Never Added ${Date.now()}`
  const wrong: [Upload, RegExp][] = [
    [file('letter.jpg', 'image/jpeg', Buffer.from('Dear shop, this is a letter.')), /not a supported picture/],
    [file('empty.png', 'image/png', Buffer.alloc(0)), /empty/],
    [await picture('dot.png', '#000', 1), /too small/],
    [bomb('huge.png'), /50 megapixels/],
    [
      file('drawing.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')),
      /Use a JPEG/,
    ],
    [file('drawing.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')), /SVG/],
  ]
  await enter(page, shop.accounts.admin, '/addproduct')
  await fillProduct(page, { title, pictures: [] })
  for (const [upload, message] of wrong) {
    await page.getByLabel('Product images').setInputFiles([upload])
    await page.getByRole('button', { name: 'Add product' }).click()
    await expectToast(page, 'Failed to add product')
    await expect(page.getByRole('listitem').filter({ hasText: message })).toBeVisible()
    await expectKept(page, title)
    await page.getByRole('button', { name: `Remove ${upload.name}` }).click()
  }
  expect(await idOf(shop, title)).toBeNaN()
})

test('six pictures are one too many, and the right five are still there', async ({ page, shop }) => {
  const title = `Six Views ${Date.now()}`
  await enter(page, shop.accounts.admin, '/addproduct')
  const pictures = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => picture(`view ${number}.png`)))
  await fillProduct(page, { title, pictures })
  await page.getByRole('button', { name: 'Add product' }).click()
  await expectToast(page, 'Failed to add product')
  await expect(page.getByText('A product can have at most 5 pictures.').first()).toBeVisible()
  await expectKept(page, title)

  await page.getByRole('button', { name: 'Remove view 3.png' }).click()
  await page.getByRole('button', { name: 'Add product' }).click()
  await expectSaved(page, 'Product added successfully!')
  await shop.sql('delete from products where title = $1', [title])
})

test('a title of 10,000 characters is told what fits', async ({ page, shop }) => {
  await enter(page, shop.accounts.admin, '/addproduct')
  await fillProduct(page, { title: 'x'.repeat(10_000), pictures: [await picture('one.png')] })
  await page.getByRole('button', { name: 'Add product' }).click()
  await expectToast(page, 'Failed to add product')
  await expect(page.getByText('A title can have at most 200 characters.')).toBeVisible()
  await expectKept(page, 'x'.repeat(10_000))
})

test('an upload that breaks off leaves the form whole, and the next press sends it', async ({
  page,
  shop,
  trouble,
}) => {
  trouble.expect(/addproduct\/save/, /ERR_/)
  const title = `Second Try ${Date.now()}`
  await enter(page, shop.accounts.admin, '/addproduct')
  await fillProduct(page, { title, pictures: [await picture('one.png')] })
  await page.route('**/addproduct/save', (route) => route.abort('connectionreset'), { times: 1 })
  await page.getByRole('button', { name: 'Add product' }).click()
  await expectToast(page, 'Failed to add product')
  await expectKept(page, title)
  await page.getByRole('button', { name: 'Add product' }).click()
  await expectSaved(page, 'Product added successfully!')
  await expect(row(page, title)).toBeVisible()
  await shop.sql('delete from products where title = $1', [title])
})

test('a session that has run out costs nothing that was typed', async ({ page, shop, context }) => {
  await enter(page, shop.accounts.admin, '/addproduct')
  await fillProduct(page, { title: 'Kept Cube', pictures: [await picture('one.png')] })
  await context.clearCookies()
  await page.getByRole('button', { name: 'Add product' }).click()
  await expectToast(page, 'User not authenticated')
  await expectKept(page, 'Kept Cube')
  await expect(page.getByText('one.png')).toBeVisible()
})

test('pictures come by drop and by paste too, and a mouse puts them in order', async ({ page, shop }) => {
  await enter(page, shop.accounts.admin, '/addproduct')
  await page.evaluate(() => {
    const carry = (name: string) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array([1])], name, { type: 'image/png' }))
      return data
    }
    document
      .querySelector('.dropzone')
      ?.dispatchEvent(new DragEvent('drop', { dataTransfer: carry('dropped.png'), bubbles: true }))
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: carry('pasted.png') }))
  })
  const names = page.getByRole('list', { name: 'Product images, in order' }).getByRole('listitem')
  await expect(names).toHaveText([/dropped\.png/, /pasted\.png/])
  await names.nth(1).dragTo(names.nth(0))
  await expect(names).toHaveText([/pasted\.png/, /dropped\.png/])
})
