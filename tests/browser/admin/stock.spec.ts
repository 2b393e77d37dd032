import { enter, expectSaved } from '#tests/browser/support/admin.ts'
import { orderQuietly } from '#tests/browser/support/quick-shopper.ts'
import { goOn, signUp } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'
import { textOf } from '#tests/support/storefront.ts'

test('an admin counts pots; the page says how many are left, and when the last is ordered, that it is Sold', async ({
  page,
  request,
  shop,
  stock,
}) => {
  const product = await stock()
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
    const { email, password } = await signUp({ request })
    await request.post('/login', { form: { email, password }, headers: { accept: 'text/html' }, maxRedirects: 0 })
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
})
