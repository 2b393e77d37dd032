import { expectSaved, idOf, image, row } from '#tests/browser/support/admin.ts'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { logIn } from '#tests/browser/support/quick-shopper.ts'
import { expectToast, order, signUpAndLogIn, visit } from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

const POTS_ONLY = /\bsize|finish|\bcm\b|\bpot\b/i

test('soil is sold in packs, from Add product to its order', async ({ page, shop, openBrowser, trouble }) => {
  trouble.expect(/400.*addproduct/)
  const title = `Neem soil ${Date.now()}`
  const desk = await openBrowser()
  const add = desk.getByRole('button', { name: 'Add product' })
  await logIn(desk, shop.accounts.admin)
  await visit(desk, '/addproduct')

  await test.step('the kind, the options and the grid', async () => {
    await desk.getByLabel('Kind of product').selectOption('Other')
    await desk.getByLabel('Title').fill(title)
    await desk.getByLabel('Description').fill('Light soil with neem cake.')
    await expect(desk.getByLabel('Stock', { exact: true })).toHaveValue('counted')
    await desk.getByLabel('Option 1', { exact: true }).fill('Pack')
    await desk.getByLabel('Values of option 1').fill('1 kg, 5 kg')
    await expect(desk.getByLabel('Title')).toHaveValue(title)
    await fillGrid(desk, { '1 kg': ['99', '1', ''], '5 kg': ['399', '7', '8901234567891'] })
    await desk.getByLabel('Weight of 5 kg').fill('5.2')
    await desk.getByLabel('Product images').setInputFiles([await image('soil.png')])
    await expectAccessible(desk)
  })

  await test.step('a wrong barcode is told at its field, and nothing is lost', async () => {
    await add.click()
    await expect(
      desk.getByText('The last digit of this barcode doesn’t fit the others. Check the number.'),
    ).toBeVisible()
    await expect(desk.getByLabel('Price of 5 kg')).toHaveValue('399')
    await desk.getByLabel('Barcode of 5 kg').fill('8901234567890')
    await desk.getByLabel('Picture of 5 kg').setInputFiles(await image('bag.png', '#aa4433'))
    await add.click()
    await expectSaved(desk, 'Product added successfully!')
    await expect(desk).toHaveURL(/adminDashboard/, { timeout: 40_000 })
    await expect(row(desk, title)).toContainText('8 in 2 variants')
  })

  const id = await idOf(shop, title)
  await test.step('its page has the option as a group, and nothing of pots', async () => {
    await signUpAndLogIn(page)
    await visit(page, `/productinfo/${id}`)
    const packs = page.getByRole('group', { name: 'Pack' })
    await expect(packs.getByRole('radio')).toHaveCount(2)
    await page.getByRole('button', { name: 'Add to cart' }).first().click()
    await expect(packs).toContainText('Please choose an option')
    await packs.getByRole('radio', { name: '5 kg · ₹399' }).check()
    await expect(page).toHaveURL(/\?option=Pack%3A\+5\+kg/)
    await expect(page.locator('.product-price')).toContainText('₹399')
    await expect(page.locator('.gallery-strip img').first()).toHaveAttribute('src', /-bag-/)
    expect(await page.getByRole('article').first().innerText()).not.toMatch(POTS_ONLY)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add to cart' }).first().click()
    await expectToast(page, 'Added to cart')
  })

  await test.step('the order names the pack, and takes its weight and unit', async () => {
    await order(page)
    await expect(page.getByText('Pack: 5 kg').first()).toBeVisible()
    const [line] = await shop.sql<{ words: string; weight: number; units: number }>(
      `select l.selected_color as words, l.weight::float as weight, v.on_hand as units from order_lines as l
         join product_variants as v on v.id = l.variant_id where l.product_id = $1`,
      [id],
    )
    expect(line).toEqual({ words: 'Pack: 5 kg', weight: 5.2, units: 6 })
  })

  await test.step('feed and search engines have the barcode', async () => {
    const item = (await (await page.request.get('/feed/google.xml')).text())
      .split('<item>')
      .find((one) => one.includes(`option=Pack`) && one.includes(title) && one.includes('5 kg'))
    expect(item).toContain('<g:gtin>8901234567890</g:gtin>')
    expect(item).not.toMatch(/g:size|g:color|identifier_exists/)
    await page.goto(`/productinfo/${id}`)
    expect(await page.content()).toContain('"gtin":"8901234567890"')
  })

  await test.step('what is taken off the grid is no longer sold', async () => {
    await desk.goto(`/updateproduct/${id}`)
    await expect(desk.getByLabel('Units of 5 kg')).toHaveValue('6')
    await desk.getByLabel('Offered: 5 kg').uncheck()
    await desk.getByRole('button', { name: 'Update product' }).click()
    await expect(desk).toHaveURL(/adminDashboard/, { timeout: 40_000 })
    await page.goto(`/productinfo/${id}?option=Pack:+5+kg`)
    await expect(page.getByRole('group', { name: 'Pack' }).getByRole('radio')).toHaveCount(1)
    await expect(page.getByRole('radio', { name: /1 kg/ })).toBeChecked()
  })
})

async function fillGrid(page: Page, rows: Record<string, [price: string, units: string, barcode: string]>) {
  for (const [name, [price, units, barcode]] of Object.entries(rows)) {
    await page.getByLabel(`Price of ${name}`).fill(price)
    await page.getByLabel(`Units of ${name}`).fill(units)
    await page.getByLabel(`Barcode of ${name}`).fill(barcode)
  }
}
