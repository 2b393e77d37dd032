import { expectSaved, idOf, image, row } from '#tests/browser/support/admin.ts'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { logIn } from '#tests/browser/support/quick-shopper.ts'
import { expectToast, order, signUpAndLogIn, visit } from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

for (const javaScriptEnabled of [true, false])
  test(`a set is made of two products and ordered, ${javaScriptEnabled ? 'with' : 'without'} scripts in the back office`, async ({
    page,
    shop,
    stock,
    openBrowser,
    trouble,
  }) => {
    // The browser logs the scripts that it does not run.
    trouble.expect(/400.*addproduct/, /\.js csp$/)
    const title = `Balcony set ${Date.now()}`
    const parts = [await stock(), await stock()]
    const desk = await openBrowser({ javaScriptEnabled })
    const add = desk.getByRole('button', { name: 'Add product' })
    await logIn(desk, shop.accounts.admin)
    await (javaScriptEnabled ? visit(desk, '/addproduct') : desk.goto('/addproduct'))

    await test.step('its products are found by their titles, and chosen in one variant each', async () => {
      await desk.getByLabel('Kind of product').selectOption('Set')
      await desk.getByLabel('Title').fill(title)
      await desk.getByLabel('Description').fill('Two pots for a small balcony.')
      await showMore(desk, javaScriptEnabled)
      const picker = desk.getByLabel('Products in the set', { exact: true })
      if (javaScriptEnabled)
        for (const part of parts) {
          await picker.fill(part.title)
          await desk.getByRole('option', { name: part.title }).click()
        }
      else await picker.selectOption(parts.map(({ id }) => String(id)))
      await showMore(desk, javaScriptEnabled)
      for (const index of [0, 1])
        await desk
          .getByLabel(/^Variant/)
          .nth(index)
          .selectOption('C02 · Sandstone')
      await desk
        .getByLabel(/^How many/)
        .nth(1)
        .fill('2')
      await desk.getByLabel('Percent off').fill('101')
      if (javaScriptEnabled) await expectAccessible(desk)
    })

    await test.step('a wrong percentage is told at its field, and nothing is lost', async () => {
      await desk.getByLabel('Product images').setInputFiles([await image('set.png')])
      await add.click()
      await expect(desk.getByText('Enter a whole number of percent, from 1 to 99.')).toBeVisible()
      await expect(desk.getByLabel(/^How many/).nth(1)).toHaveValue('2')
      await desk.getByLabel('Percent off').fill('10')
      if (!javaScriptEnabled) await desk.getByLabel('Product images').setInputFiles([await image('set.png')])
      await add.click()
      if (javaScriptEnabled) await expectSaved(desk, 'Product added successfully!')
      await expect(desk).toHaveURL(/adminDashboard/, { timeout: 40_000 })
      await expect(row(desk, title)).toContainText('Of its parts')
    })

    const id = await idOf(shop, title)
    await test.step('a buyer sees what it holds, and the order has its parts', async () => {
      await signUpAndLogIn(page)
      await visit(page, `/productinfo/${id}`)
      await expect(page.getByRole('region', { name: 'In this set' }).getByRole('listitem')).toHaveCount(2)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Add to cart' }).first().click()
      await expectToast(page, 'Added to cart')
      const held = page.getByRole('list', { name: `Parts of ${title}` }).getByRole('listitem')
      await visit(page, '/cart')
      // A select without scripts sends its products in the order of its list, the newest first.
      const inOrder = javaScriptEnabled ? parts : parts.toReversed()
      await expect(held).toHaveText(inOrder.map((part, index) => `${index + 1} × ${part.title}, CUBEE C02, Sandstone`))
      await order(page)
      await expect(page.getByText(title).first()).toBeVisible()
      await expect(held).toHaveCount(2)
    })
  })

async function showMore(desk: Page, javaScriptEnabled: boolean): Promise<void> {
  if (!javaScriptEnabled) await desk.getByRole('button', { name: 'Show the grid' }).click()
}
