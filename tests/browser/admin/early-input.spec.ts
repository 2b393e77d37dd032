import { enter, expectSaved, image } from '#tests/browser/support/admin.ts'
import { scriptsReady } from '#tests/browser/support/shopper.ts'
import { arriveBefore, slowLine } from '#tests/browser/support/slow-line.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('at 50 KB/s: a text that is typed before the scripts is kept, drafted, shown and saved', async ({
  page,
  shop,
}) => {
  await enter(page, shop.accounts.admin, '/adminDashboard/settings/texts/faq?as=markdown')
  const endSlowLine = await slowLine(page, { kilobytes: 50, latency: 400 })
  const text = '# Questions\n\n## Does it fit?\n\nIt fits a window sill.'
  await arriveBefore(page, '/adminDashboard/settings/texts/faq?as=markdown', async () => {
    await page.getByLabel('Text', { exact: true }).fill(text)
  })
  await scriptsReady(page)
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(text)
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('It fits a window sill.')
  expect(await page.evaluate(() => sessionStorage.getItem('draft /adminDashboard/settings/texts/faq faq'))).toContain(
    'It fits a window sill.',
  )

  await endSlowLine()
  await test.step('and an older draft of this tab does not replace it', async () => {
    await arriveBefore(page, '/adminDashboard/settings/texts/faq?as=markdown', async () => {
      await page.getByLabel('Text', { exact: true }).fill(text.replace('sill', 'board'))
    })
    await scriptsReady(page)
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('It fits a window board.')
  })

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved').first()).toBeVisible()
  const saved = "select markdown from texts where name = 'faq' order by version desc limit 1"
  expect(await shop.sql(saved)).toMatchObject([{ markdown: expect.stringContaining('It fits a window board.') }])
  // Other tests read the text that comes with the shop.
  await shop.sql("delete from texts where name = 'faq'")
  await shop.sql("insert into outbox (change) values ('settings texts')")
})

test('forms that hold what is typed, before their scripts: a size fills in the price, and images are there', async ({
  page,
  shop,
}) => {
  await enter(page, shop.accounts.admin, '/adminDashboard')
  await arriveBefore(page, '/addproduct', async () => {
    await page.getByLabel('Title').fill('Early Bird Pot')
    await page.getByLabel('Size', { exact: true }).selectOption('C02')
    await page.getByLabel('Description').fill('Typed before the scripts.')
    await page.getByLabel('Product images').setInputFiles([await image('early.png')])
  })
  await expect(page.getByText('₹849', { exact: true })).toBeVisible()
  await expect(page.getByText('early.png')).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue('Typed before the scripts.')
  await page.getByRole('button', { name: 'Add product' }).click()
  await expectSaved(page, 'Product added successfully!')
  const [product] = await shop.sql<{ id: string; price: number; description: string }>(
    "select id, price, description from products where title = 'Early Bird Pot'",
  )
  expect(product).toMatchObject({ price: 849, description: 'Typed before the scripts.' })

  await test.step('the price of a product, and the warning about its badge', async () => {
    await arriveBefore(page, `/updateproduct/${product?.id}`, async () => {
      await page.getByLabel('Price').fill('700')
      await page.getByLabel('Stock').selectOption('counted')
    })
    await scriptsReady(page)
    await expect(page.getByLabel('Price')).toHaveValue('700')
    await expect(page.getByText('Grey Stone').first()).toBeVisible()
  })
  await shop.sql("delete from products where title = 'Early Bird Pot'")
})
