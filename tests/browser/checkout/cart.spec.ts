import type { Page } from '@playwright/test'
import { cartLink, expectToast, putInCart, readStored, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('a cart: lines, quantities, another tab, Remove, and more lines than one order holds', async ({
  page,
  stock,
  trouble,
}) => {
  const product = await stock({ code: 'C02', price: 900 })
  const other = await page.context().newPage()

  await test.step('adding again raises the line; another size or colour is another line; the badge counts lines', async () => {
    await visit(other, '/cart')
    await expect(cartLink(other, 0)).toHaveText('')
    // A tab in the background draws nothing, so that each click in it waits.
    await page.bringToFront()
    await putInCart(page, { product, colour: 'Sandstone' })
    await expect(cartLink(page, 1)).toHaveText('1')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expect.poll(() => readStored(page, 'cart')).toMatchObject([{ quantity: 2 }])
    await expect(cartLink(page, 1)).toHaveText('1')
    await page.getByRole('radio', { name: 'Grey Stone' }).check()
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('group', { name: 'Size' }).getByRole('radio', { name: 'C01' }).check()
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expect(cartLink(page, 3)).toHaveText('3')
  })

  await cartLink(page, 3).click()

  await test.step('the total is that of the lines, in both tabs', async () => {
    // 2 × 900 + 900 + 495.
    for (const tab of [page, other]) await expect(total(tab)).toHaveText('₹3,195')
    await expect(line(page)).toHaveCount(3)
    await expect(line(page).nth(0)).toContainText('₹1,800')
    await expect(line(page).nth(2)).toContainText('CUBEE C01')
    await expect(page.getByText('Free', { exact: true })).toBeVisible()
  })

  await test.step('quantities go up and down in both tabs, but never below one', async () => {
    const first = line(page).nth(0)
    const less = first.getByRole('button', { name: 'Decrease quantity' })
    await first.getByRole('button', { name: 'Increase quantity' }).click()
    for (const tab of [page, other]) await expect(total(tab)).toHaveText('₹4,095')
    await less.click()
    await less.click()
    await expect(total(page)).toHaveText('₹2,295')
    await expect(less).toBeDisabled()
    await less.click({ force: true })
    await expect(total(page)).toHaveText('₹2,295')
    expect(await readStored(page, 'cart')).toMatchObject([{ quantity: 1 }, { quantity: 1 }, { quantity: 1 }])
  })

  await test.step('Remove takes lines away, in both tabs', async () => {
    for (const left of [2, 1, 0]) {
      await line(page).first().getByRole('button', { name: 'Remove' }).click()
      await expect(cartLink(page, left)).toBeVisible()
    }
    await expectToast(page, 'Item removed from cart')
    for (const tab of [page, other]) {
      await expect(cartLink(tab, 0)).toBeVisible()
      await expect(tab.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
    }
    expect(await readStored(page, 'cart')).toEqual([])
  })

  await test.step('more lines than one order holds are shown, and told to be too many', async () => {
    trouble.expect(/400.*cart/)
    await other.close()
    await page.evaluate(
      ([id, title]) => {
        const pot = { title, price: 900, productImageUrl: [], sizeCode: 'C02', selectedColor: 'Sandstone', quantity: 2 }
        const lines = Array.from({ length: 101 }, (_, index) => ({ ...pot, id: Number(id) + index }))
        localStorage.setItem('cart', JSON.stringify(lines))
        dispatchEvent(new StorageEvent('storage', { key: 'cart' }))
      },
      [product.id, product.title] as const,
    )
    // By selectors: finding roles among so many lines takes seconds.
    await expect(page.locator('header a[href="/cart"]')).toHaveText('101')
    await expect(total(page)).toHaveText('₹1,81,800')
    await expect(page.locator('main aside')).toContainText('One order holds at most 100 different pots.')
    await page.locator('main li button', { hasText: 'Remove' }).first().click()
    await expect(total(page)).toHaveText('₹1,80,000')
  })
})

function line(page: Page) {
  return page.getByRole('list', { name: 'Cart lines' }).locator('> li')
}

function total(page: Page) {
  return page.locator('.totals-sum dd')
}
