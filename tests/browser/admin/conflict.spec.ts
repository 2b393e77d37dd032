import type { Page } from '@playwright/test'
import { potPictureOf } from '#domain/catalog/sizes.ts'
import { conflict, deletion, enter, expectSaved, picture, press, saveElsewhere } from '#tests/browser/support/admin.ts'
import { expect, test } from '#tests/browser/support/test.ts'
import type { TestShop } from '#tests/support/shop.ts'

// Several windows and image processing are slow on a busy machine.
test.describe.configure({ timeout: 90_000 })

test('without scripts too, the later of two admins sees both versions before anything is overwritten', async ({
  openBrowser,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/409/, / csp$/)
  const { id } = await stock({ title: 'Contested Cube' })
  const page = await openBrowser({ javaScriptEnabled: false })
  await logIn(page, shop)
  await page.goto(`/updateproduct/${id}`)
  await page.getByLabel('Title').fill('My Cube')
  await saveElsewhere(shop, id, 'Their Cube')
  // Pressing again shows the same conflict, because no version was chosen.
  for (const _ of ['first', 'second']) {
    await page.getByRole('button', { name: 'Update product' }).click()
    await expectBoth(page, 'My Cube', 'Their Cube')
    expect(await titleOf(shop, id)).toBe('Their Cube')
  }
  await page.getByRole('button', { name: 'Use the saved version' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Their Cube')

  await page.getByLabel('Title').fill('My second Cube')
  await saveElsewhere(shop, id, 'Their second Cube')
  await page.getByRole('button', { name: 'Update product' }).click()
  await expectBoth(page, 'My second Cube', 'Their second Cube')
  await page.getByRole('button', { name: 'Keep my version' }).click()
  await expect(page).toHaveURL('/adminDashboard')
  expect(await titleOf(shop, id)).toBe('My second Cube')
})

test('scripts that come after the press leave the choice open too', async ({ page, shop, stock, trouble }) => {
  trouble.expect(/409/, /ERR_FAILED/)
  const { id } = await stock({ title: 'Contested Cube' })
  await enter(page, shop.accounts.admin, `/updateproduct/${id}`)
  await page.getByLabel('Title').fill('My Cube')
  await page.route('**/*.data*', (route) => route.abort())
  await saveElsewhere(shop, id, 'Their Cube')
  // Without scripts the browser submits the form itself.
  await page.evaluate(() => document.querySelector<HTMLFormElement>('form.product-form')?.submit())
  await page.unroute('**/*.data*')
  await expectBoth(page, 'My Cube', 'Their Cube')
  await expect(page.getByLabel('Title')).toHaveValue('My Cube')
  await page.getByRole('button', { name: 'Use the saved version' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Their Cube')
  await expect(conflict(page)).toHaveCount(0)
})

test('going on with mine leaves out a picture that is no longer in the shop', async ({ page, shop, stock }) => {
  const { id } = await stock({ title: 'Contested Cube' })
  const left = potPictureOf('CUBEE', 'Marble White')
  await shop.sql('update products set product_image_url = product_image_url || $2::text where id = $1', [id, left])
  await enter(page, shop.accounts.admin, `/updateproduct/${id}`)
  await page.getByLabel('Title').fill('My Cube')
  await page.locator('input[type=file]').setInputFiles([await picture('new.png')])
  const picked = page.getByRole('list', { name: 'Product images, in order' }).getByRole('listitem')
  await expect(picked).toHaveCount(3)
  await saveElsewhere(shop, id, 'Their Cube', [left])

  const pictures = conflict(page)
    .getByRole('row', { name: /Product images/ })
    .getByRole('cell')
  await expect(pictures.first().locator('img')).toHaveCount(3)
  await expect(pictures.last().locator('img')).toHaveCount(1)
  await conflict(page).getByRole('button', { name: 'Keep my version' }).click()
  await expect(page.getByText('Some pictures were removed from this form')).toBeVisible()
  await expect(picked).toHaveCount(2)
  await page.getByRole('button', { name: 'Update product' }).click()
  await expectSaved(page, 'Product updated successfully!')
  const [saved] = await shop.sql('select title, product_image_url from products where id = $1', [id])
  expect(saved).toMatchObject({ title: 'My Cube', product_image_url: [left, expect.any(String)] })
})

test('a product that is deleted and restored meanwhile costs nothing that was typed', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/404/)
  const { id } = await stock({ title: 'Short-lived Cube' })
  await enter(page, shop.accounts.admin, `/updateproduct/${id}`)
  await page.getByLabel('Title').fill('My Cube')
  await press(page, 'delete', id)
  await expect(deletion(page)).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('My Cube')

  await press(page, 'restore', id)
  await expect(deletion(page)).toHaveCount(0)
  await expect(page.getByLabel('Title')).toHaveValue('My Cube')
  await page.getByRole('button', { name: 'Update product' }).click()
  await expectSaved(page, 'Product updated successfully!')
})

async function logIn(page: Page, shop: TestShop) {
  const { email, password } = shop.accounts.admin
  await page.request.post('/login', { form: { email, password }, headers: { accept: 'text/html' } })
}

async function titleOf(shop: TestShop, id: number): Promise<string> {
  const [product] = await shop.sql('select title from products where id = $1', [id])
  return product?.title
}

async function expectBoth(page: Page, mine: string, theirs: string) {
  const cells = conflict(page).getByRole('row', { name: /Title/ }).getByRole('cell')
  await expect(cells).toHaveText([mine, theirs])
}
